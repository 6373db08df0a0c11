"""Executors, which play the matches of a run on this machine or on a cluster."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import ParamSpec, Protocol, Self, TypeVar

from arena.store.live.status import WorkerProgress

P = ParamSpec("P")
T = TypeVar("T")


class Executor(Protocol):
    """An executor of matches, with the interface of executors in `concurrent.futures`.

    Its number of slots (matches that it can play at once) may change.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start a match and return a future, whose result will be the match's record.

        `fn`: the function `run_match`. The other arguments are passed to it.
        """

    def slots(self) -> int:
        """Return the number of matches that can be played at once."""

    def workers(self) -> tuple[WorkerProgress, ...]:
        """Return each cluster worker with its progress; empty if there is no cluster."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None: ...


class ThreadExecutor(ThreadPoolExecutor):
    """The executor that plays matches on this machine."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, thread_name_prefix="match")
        self._jobs = jobs

    def slots(self) -> int:
        return self._jobs

    def workers(self) -> tuple[WorkerProgress, ...]:
        return ()


def default_jobs(seats: int) -> int:
    """Return how many matches this machine can play at once, at least 1.

    A match needs a processor core for each seat, and one for the referee.
    """
    return max(1, len(os.sched_getaffinity(0)) // (seats + 1))
