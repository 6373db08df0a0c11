"""Plays on while it prints without end."""

import os
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import plain


def flood() -> None:
    while True:
        os.write(1, b"\x1b[31m spam " * 1000)


threading.Thread(target=flood, daemon=True).start()
plain.play(plain.honest)
