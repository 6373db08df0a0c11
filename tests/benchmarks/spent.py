"""What work costs: seconds by the clock, and of the processor, with those of processes that it waits for.

On a core that nobody else uses the two are the same but for what is waited; where others use the machine too
only the processor's time can be compared, and even that scatters.
"""

import resource
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Seconds(NamedTuple):
    """How long something took."""

    clock: float
    processor: float

    def less(self, other: "Seconds") -> "Seconds":
        """What is left without what the other one took."""
        return Seconds(self.clock - other.clock, self.processor - other.processor)


def spent(work: Callable[[], T]) -> tuple[Seconds, T]:
    """What the work gives, and what it costs. Processes count once they have ended and were waited for."""
    begun = _now()
    done = work()
    return _now().less(begun), done


def _now() -> Seconds:
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return Seconds(time.perf_counter(), own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime)
