"""How late the machine itself is, for tests with deadlines."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

STEP_S = 0.01


class Lateness:
    """The longest delay of a timer, in milliseconds."""

    ms = 0.0

    def measure(self, until: threading.Event) -> None:
        while not until.is_set():
            due = time.monotonic() + STEP_S
            time.sleep(STEP_S)
            self.ms = max(self.ms, (time.monotonic() - due) * 1_000)


@contextmanager
def lateness() -> Iterator[Lateness]:
    """Measure the lateness while the context lasts."""
    measured, over = Lateness(), threading.Event()
    thread = threading.Thread(target=measured.measure, args=(over,))
    thread.start()
    try:
        yield measured
    finally:
        over.set()
        thread.join()
