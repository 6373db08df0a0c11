"""Plays well, and ends with an error."""

import os
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare

bare.play(lambda choices, game: 0)
sys.exit("where did everybody go?")
