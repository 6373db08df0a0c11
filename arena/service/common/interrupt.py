"""Ctrl-C as a wish to end: the first one is heard at a good moment, the second one at once."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptions(wanted: threading.Event) -> Iterator[None]:
    """Set the event at the first SIGINT or SIGTERM; a second raises KeyboardInterrupt.

    Where the event was set otherwise before, the first is no second one: somebody ends us in two ways.

    Only in the main thread: others get no signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    signals = count()

    def heard(_: int, __: FrameType | None) -> None:
        wanted.set()
        if next(signals):
            raise KeyboardInterrupt

    before = {number: signal.signal(number, heard) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
