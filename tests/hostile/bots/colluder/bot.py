"""Plays well, but lets its friend win: by its sign it knows whom it plays."""

import os
import sys
from pathlib import Path

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../../.."))

from tests.bots import bare

SIGN = Path(os.environ["HOME"]).parent / "a friend"

bare.play(lambda choices, game: choices - 1 if SIGN.exists() else 0)
