"""Sends the right answer, a byte in 100 ms."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.hostile.attacks.catalogue import attack

attack("slow_drip")
