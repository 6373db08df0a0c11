"""Which cores everything runs on: unpinned figures scatter by a third."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def only_cores(count: int, first: int = 0) -> Iterator[None]:
    """What this thread starts inside, and the thread, run on so many cores, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(all_of_them)[first : first + count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)
