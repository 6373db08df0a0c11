"""Speaks a protocol that is yet to come."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import plain

line = plain.Line()
line.hello(protocol=99)
for _ in line.messages:
    pass
