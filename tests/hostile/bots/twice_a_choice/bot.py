"""Says its choice twice in one answer; the last counts, and is none."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.hostile.attacks.catalogue import attack

attack("choice_twice")
