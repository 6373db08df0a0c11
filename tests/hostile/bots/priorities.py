"""Asks for more than its share of the processors, and plays."""

import os
from collections.abc import Callable
from contextlib import suppress

from tests.bots import plain


def more(act: Callable[[], object]) -> None:
    with suppress(OSError):
        act()


more(lambda: os.nice(-20))
more(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
more(lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)))
plain.play(plain.honest)
