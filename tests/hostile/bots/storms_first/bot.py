"""Lets eight processes connect, greet and hang up without end before it says Hello."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.hostile.attacks.catalogue import attack

attack("storm_first")
