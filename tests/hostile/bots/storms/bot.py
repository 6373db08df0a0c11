"""Plays on while eight processes of it connect, greet and hang up without end."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.hostile.attacks.catalogue import attack

attack("storm")
