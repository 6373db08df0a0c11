"""Always the first choice."""

import os
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare

bare.play(lambda choices, game: 0)
