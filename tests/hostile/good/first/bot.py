"""Always the first choice."""

import os
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../../.."))

from tests.hostile.good import steady

steady.play(lambda choices, chance: 0)
