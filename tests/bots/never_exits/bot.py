"""Plays well, and stays when the referee has closed its stream."""

import os
import sys
import time

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare

bare.play(lambda choices, game: 0)
print("what now?", flush=True)
while True:
    time.sleep(60)
