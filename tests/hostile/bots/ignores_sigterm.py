"""Ignores every signal that can be ignored, and never ends."""

import signal
import time
from contextlib import suppress

from tests.bots import plain

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    with suppress(OSError):
        signal.signal(number, signal.SIG_IGN)
plain.play(plain.honest)
while True:
    time.sleep(60)
