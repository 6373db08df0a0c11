"""Always the last choice, in few games at once: to check it takes less time."""

import os
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare

bare.play(lambda choices, game: choices - 1, games=8)
