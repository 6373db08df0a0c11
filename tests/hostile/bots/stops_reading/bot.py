"""Says Hello and never reads again."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.bots import plain

line = plain.Line()
line.hello()
time.sleep(600)
