"""Closes its stdout and stderr, and plays on."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.bots import plain

os.close(1)
os.close(2)
plain.play(plain.honest)
