"""Dies of a signal at its tenth message."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import deeds, plain

plain.play(deeds.honest_until(10, deeds.dies_of_a_signal))
