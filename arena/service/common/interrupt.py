"""Ctrl-C as a request to stop: the first one stops at a good moment, the second one at once."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptions(wanted: threading.Event) -> Iterator[None]:
    """Set `wanted` at the first SIGINT or SIGTERM in the block; raise KeyboardInterrupt at the second.

    This does nothing in other threads than the main thread, because they get no signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    signals = count()

    def on_signal(_: int, __: FrameType | None) -> None:
        wanted.set()
        if next(signals):
            raise KeyboardInterrupt

    before = {number: signal.signal(number, on_signal) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
