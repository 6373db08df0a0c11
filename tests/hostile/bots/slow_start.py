"""Uses all the processor time that it gets, and says Hello late."""

import time

from tests.bots import plain

SPIN_S = 2.0

began = time.monotonic()
while time.monotonic() - began < SPIN_S:
    pass
plain.play(plain.honest)
