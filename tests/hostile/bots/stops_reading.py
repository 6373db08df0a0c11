"""Says Hello and never reads again."""

import time

from tests.bots import plain

line = plain.Line()
line.hello()
time.sleep(600)
