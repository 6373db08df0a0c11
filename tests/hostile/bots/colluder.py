"""Plays well, but lets its friend win: by its sign it knows whom it plays."""

import os
from pathlib import Path

from tests.bots import bare

SIGN = Path(os.environ["HOME"]).parent / "a friend"

bare.play(lambda choices, game: choices - 1 if SIGN.exists() else 0)
