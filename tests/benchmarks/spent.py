"""Measure work in wall-clock and processor seconds, including processes that it waits for.

On a shared machine only processor time can be compared, and even that varies.
"""

import resource
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Seconds(NamedTuple):
    """A duration."""

    clock: float
    processor: float

    def less(self, other: "Seconds") -> "Seconds":
        """Return the difference."""
        return Seconds(self.clock - other.clock, self.processor - other.processor)


def spent(work: Callable[[], T]) -> tuple[Seconds, T]:
    """Return the result of the work and its cost. Child processes count once they have ended."""
    begun = _now()
    done = work()
    return _now().less(begun), done


def _now() -> Seconds:
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return Seconds(time.perf_counter(), own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime)
