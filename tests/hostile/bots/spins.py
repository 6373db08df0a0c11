"""Lets all processors spin while it plays, and while the other thinks."""

import os
import subprocess
import sys

from tests.bots import plain

for _ in range(os.cpu_count() or 1):
    subprocess.Popen([sys.executable, "-c", "while True: pass"])
plain.play(plain.honest)
