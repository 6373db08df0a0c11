"""Plays on while it prints 8 MB, as fast as it can: much more than is kept, and less than it may."""

import os
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import plain

SPAM = b"\x1b[31m spam " * 1000
SPAMS = 8_000_000 // len(SPAM)


def flood() -> None:
    for _ in range(SPAMS):
        os.write(1, SPAM)


threading.Thread(target=flood, daemon=True).start()
plain.play(plain.honest)
