"""Executors play the matches of a run: threads that each wait for a match process, or a cluster."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import ParamSpec, Protocol, Self, TypeVar

from arena.store.live.status import WorkerProgress

P = ParamSpec("P")
T = TypeVar("T")


class Executor(Protocol):
    """An executor as in `concurrent.futures`, with a number of slots that may change. A context."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Play a match: `fn` is `run_match`."""

    def slots(self) -> int:
        """Return the number of matches that are played at once."""

    def workers(self) -> tuple[WorkerProgress, ...]:
        """Return the cluster workers, if there are any."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None: ...


class Threads(ThreadPoolExecutor):
    """The executor for this machine."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, thread_name_prefix="match")
        self._jobs = jobs

    def slots(self) -> int:
        return self._jobs

    def workers(self) -> tuple[WorkerProgress, ...]:
        return ()


def default_jobs(seats: int) -> int:
    """Return the matches at once for bots that think: a core for each seat and one for the referee."""
    return max(1, len(os.sched_getaffinity(0)) // (seats + 1))
