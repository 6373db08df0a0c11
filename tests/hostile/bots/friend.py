"""Plays well, and leaves a sign where only one who plays it as a process finds it."""

import os
from pathlib import Path

from tests.bots import bare

(Path(os.environ["HOME"]).parent / "a friend").touch()
bare.play(lambda choices, game: 0)
