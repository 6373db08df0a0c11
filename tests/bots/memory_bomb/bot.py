"""Needs more and more memory, from its fifth message on."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import deeds, plain

plain.play(deeds.honest_until(5, deeds.hoards_memory))
