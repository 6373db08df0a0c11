"""Pin benchmarks to cores: unpinned figures vary by a third."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def only_cores(count: int, first: int = 0) -> Iterator[None]:
    """Run this thread, and what it starts, on this number of cores, where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(all_of_them)[first : first + count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)
