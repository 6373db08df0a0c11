"""Always the first choice."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import plain

plain.play(plain.honest)
