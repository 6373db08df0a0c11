"""Observers of a run: progress for the caller, log messages, and the workers for the site."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from types import TracebackType
from typing import Final, Self

from arena.record.match import MatchRecord, MatchSpec
from arena.service.admin.telemetry.run_messages import log_committed, log_dropped, log_handed_out, log_workers
from arena.service.results import Progress
from arena.service.tournaments.play.executor import Executor
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.live.status import LiveStatus, WorkerProgress, drop_run, write_status

OnProgress = Callable[[Progress], None]
WRITE_INTERVAL_S: Final = 1.0
RETRY_S: Final = 10.0


class TournamentObserver:
    """Is called from the runner's thread; the methods of this class do nothing."""

    def on_start(self, spec: MatchSpec) -> None:
        """A match is handed to the executor."""

    def on_commit(self, spec: MatchSpec, record: MatchRecord, seconds: float | None, commit_s: float) -> None:
        """A match is committed; `seconds`: how long it was played, `commit_s`: how long the commit took."""

    def on_drop(self, spec: MatchSpec) -> None:
        """A match ended without a usable record."""

    def on_progress(self, progress: Progress) -> None:
        """Called several times a second."""


class MessageLog(TournamentObserver):
    """Logs each match."""

    def on_start(self, spec: MatchSpec) -> None:
        log_handed_out(spec)

    def on_commit(self, spec: MatchSpec, record: MatchRecord, seconds: float | None, commit_s: float) -> None:
        log_committed(spec, record, seconds, commit_s)

    def on_drop(self, spec: MatchSpec) -> None:
        log_dropped(spec)


class ProgressCallback(TournamentObserver):
    """Passes the progress on to a function."""

    def __init__(self, callback: OnProgress) -> None:
        self._callback = callback

    def on_progress(self, progress: Progress) -> None:
        self._callback(progress)


class WorkerStatus(TournamentObserver):
    """Writes the cluster workers of a run to the database. A context: at its end they are deleted."""

    def __init__(self, store: Store, tournament: int, executor: Executor) -> None:
        self._store = store
        self._tournament = tournament
        self._executor = executor
        self._run = token_hex(8)
        self._next = 0.0
        self._is_written = False
        self._workers: tuple[WorkerProgress, ...] = ()

    def on_progress(self, progress: Progress | None = None) -> None:
        """Write at most once a second; a failure does not stop the run."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + WRITE_INTERVAL_S
        workers = self._executor.workers()
        log_workers(self._tournament, self._workers, workers)
        self._workers = workers
        if not workers and not self._is_written:
            return
        try:
            with self._store.writing(tries=1) as tx:
                status = LiveStatus(self._run, self._tournament, workers=workers)
                write_status(tx, status, datetime.now(UTC))
            self._is_written = True
        except StoreFailed:
            self._next = now + RETRY_S

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._is_written:
            with suppress(StoreFailed), self._store.writing(tries=1) as tx:
                drop_run(tx, self._run)
