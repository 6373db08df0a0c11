"""Who plays the matches of a run: threads of this process that each wait for a match's, or other machines."""

import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from types import TracebackType
from typing import Final, ParamSpec, Protocol, Self, TypeVar

from arena.service.admin.telemetry.run_messages import log_workers
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.live.status import LiveStatus, WorkerProgress, drop_run, write_status

P = ParamSpec("P")
T = TypeVar("T")

TELL_S: Final = 1.0
_AFTER_FAILURE_S: Final = 10.0


class Crew(Protocol):
    """An executor (`concurrent.futures`) that says how much it does at once, which may change. A context."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Play a match: `fn` is `run_match`."""

    def slots(self) -> int:
        """How many matches are played at once."""

    def workers(self) -> tuple[WorkerProgress, ...]:
        """Who plays, where that is not this process."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None: ...


class Threads(ThreadPoolExecutor):
    """The crew that is this machine."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, thread_name_prefix="match")
        self._jobs = jobs

    def slots(self) -> int:
        return self._jobs

    def workers(self) -> tuple[WorkerProgress, ...]:
        return ()


def default_jobs(seats: int) -> int:
    """Matches at once, for bots that think: a core for each seat and one for the referee."""
    return max(1, len(os.sched_getaffinity(0)) // (seats + 1))


def telling(tell: Callable[[T], None], told: "CrewTold") -> Callable[[T], None]:
    """Tells, and writes who plays, when it is time."""

    def both(progress: T) -> None:
        tell(progress)
        told.turn()

    return both


class CrewTold:
    """Writes the workers of a run into the database, about once a second. A context: it takes them out."""

    def __init__(self, store: Store, tournament: int, crew: Crew) -> None:
        self._store = store
        self._tournament = tournament
        self._crew = crew
        self._run = token_hex(8)
        self._due = 0.0
        self._told = False
        self._known: tuple[WorkerProgress, ...] = ()

    def turn(self) -> None:
        """Write, if it is time; where that fails the run goes on."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + TELL_S
        workers = self._crew.workers()
        log_workers(self._tournament, self._known, workers)
        self._known = workers
        if not workers and not self._told:
            return
        try:
            with self._store.writing(tries=1) as tx:
                status = LiveStatus(self._run, self._tournament, workers=workers)
                write_status(tx, status, datetime.now(UTC))
            self._told = True
        except StoreFailed:
            self._due = now + _AFTER_FAILURE_S

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._told:
            with suppress(StoreFailed), self._store.writing(tries=1) as tx:
                drop_run(tx, self._run)
