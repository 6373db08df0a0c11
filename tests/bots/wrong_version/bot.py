"""Speaks a protocol that does not exist."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import plain

line = plain.Line()
line.hello(protocol=99)
for message in line.messages:
    print(message.fault, flush=True)
