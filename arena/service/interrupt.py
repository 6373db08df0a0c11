"""Ctrl-C as a wish to end: the first one is heard at a good moment, the second one at once."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptions(wanted: threading.Event) -> Iterator[None]:
    """Set the event at the first SIGINT or SIGTERM; a second raises KeyboardInterrupt.

    Only in the main thread: others get no signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def heard(_: int, __: FrameType | None) -> None:
        if wanted.is_set():
            raise KeyboardInterrupt
        wanted.set()

    before = {number: signal.signal(number, heard) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
