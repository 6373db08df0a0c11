"""Opens its stream and says nothing."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import plain

line = plain.Line()
for _ in line.messages:
    pass
