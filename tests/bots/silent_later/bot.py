"""Answers twelve messages, then nothing."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import deeds, plain

plain.play(deeds.honest_until(13, deeds.falls_silent))
