"""Ends its stream politely at its second message, and stays."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.bots import deeds, plain

plain.play(deeds.honest_until(2, deeds.ends_stream))
