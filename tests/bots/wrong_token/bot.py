"""Says Hello with a token that is not its own."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import plain

line = plain.Line()
line.hello(token="0" * 32)
for message in line.messages:
    print(message.fault, flush=True)
