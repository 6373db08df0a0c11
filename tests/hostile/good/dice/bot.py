"""Any choice, by the seed of the game."""

import os
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../../.."))

from tests.hostile.good import steady

steady.play(lambda choices, chance: chance.randrange(choices))
