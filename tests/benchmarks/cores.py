"""Which cores everything runs on: unpinned figures scatter by a third."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def only_cores(count: int) -> Iterator[None]:
    """Everything that is started inside runs on the first so many cores, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(all_of_them)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)
