"""Says that it can play 2^31 games at once."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.bots import plain

line = plain.Line()
hello = plain.hello()
hello.hello.max_games = 1 << 31
line.stream.send(hello.SerializeToString())
for _ in line.messages:
    pass
