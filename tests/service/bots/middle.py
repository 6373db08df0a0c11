"""Always the choice in the middle."""

import os
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare

bare.play(lambda choices, game: choices // 2)
