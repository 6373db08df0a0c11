"""Sends the head of a call, which never ends."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.hostile.attacks.catalogue import attack

attack("continuations")
