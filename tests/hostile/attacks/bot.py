"""Attacks the referee: `python bot.py NAME [silent]`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.hostile.attacks import catalogue

catalogue.attack(*sys.argv[1:])
