"""Opens 400 connections beside its own, and plays on."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.hostile.attacks.catalogue import attack

attack("crowd_of_silent_ones")
