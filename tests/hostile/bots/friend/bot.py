"""Plays well, and leaves a sign where only one who plays it as a process finds it."""

import os
import sys
from pathlib import Path

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../../.."))

from tests.bots import bare

(Path(os.environ["HOME"]).parent / "a friend").touch()
bare.play(lambda choices, game: 0)
