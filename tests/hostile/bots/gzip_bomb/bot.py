"""Sends 100 MB as 100 kB, packed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.hostile.attacks.catalogue import attack

attack("gzip_bomb")
