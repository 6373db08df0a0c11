"""Observers of a run: they report its progress, log its matches, or write its cluster workers to the
database.
"""

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from types import TracebackType
from typing import Final, Self

from arena.record.match import MatchRecord, MatchSpec
from arena.service.admin.telemetry.log_messages import RUNS, WORKERS, Fields, log_message
from arena.service.results import RunProgress
from arena.service.tournaments.play.executor import Executor
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.live.status import RunStatus, WorkerProgress, drop_run, write_status

OnProgress = Callable[[RunProgress], None]
WRITE_INTERVAL_S: Final = 1.0
RETRY_S: Final = 10.0
_VERSION_LENGTH: Final = 12


class TournamentObserver:
    """The base class of observers. Its methods do nothing, and are called from the runner's thread."""

    def on_start(self, spec: MatchSpec) -> None:
        """Called when a match is handed to the executor."""

    def on_commit(self, spec: MatchSpec, record: MatchRecord, seconds: float | None, commit_s: float) -> None:
        """Called when a match has been committed.

        `seconds`: how long the match was played; None if unknown. `commit_s`: seconds that the commit took.
        """

    def on_drop(self, spec: MatchSpec) -> None:
        """Called when a match ended without a record that can be committed."""

    def on_progress(self, progress: RunProgress) -> None:
        """Called several times a second with the progress of the run."""


class MessageLog(TournamentObserver):
    """An observer that logs when a match starts, is committed or is dropped, and each fault of its bots."""

    def on_start(self, spec: MatchSpec) -> None:
        log_message(
            RUNS,
            "match handed out",
            logging.DEBUG,
            match=spec.id,
            ruleset=spec.ruleset,
            bots=_bot_names(spec),
            boards=len(spec.secrets),
        )

    def on_commit(self, spec: MatchSpec, record: MatchRecord, seconds: float | None, commit_s: float) -> None:
        log_message(
            RUNS,
            "match finished",
            match=spec.id,
            ruleset=spec.ruleset,
            bots=_bot_names(spec),
            games=len(record.games),
            faults=record.games_with_fault,
            again=len(record.internal),
            seconds=None if seconds is None else round(seconds, 3),
            commit_ms=round(1_000 * commit_s, 3),
        )
        for fault in record.faults:
            bot = spec.bots[fault.bot]
            log_message(
                RUNS,
                "warning" if fault.is_warning else "verdict",
                logging.WARNING,
                match=spec.id,
                game=fault.game or None,
                bot=bot.name,
                version=bot.version[:_VERSION_LENGTH],
                seat=fault.seat,
                verdict=fault.verdict.value,
                detail=fault.detail,
                elapsed_ms=round(fault.elapsed_ms, 3),
                limit_ms=fault.limit_ms or None,
                exit_code=fault.exit_code,
            )

    def on_drop(self, spec: MatchSpec) -> None:
        log_message(RUNS, "match dropped", match=spec.id)


def _bot_names(spec: MatchSpec) -> tuple[str, ...]:
    """Return the bots of a match, each as NAME@VERSION with a shortened version."""
    return tuple(f"{bot.name}@{bot.version[:_VERSION_LENGTH]}" for bot in spec.bots)


class ProgressCallback(TournamentObserver):
    """An observer that calls a function with the progress of the run."""

    def __init__(self, callback: OnProgress) -> None:
        self._callback = callback

    def on_progress(self, progress: RunProgress) -> None:
        self._callback(progress)


class WorkerStatus(TournamentObserver):
    """An observer that writes the run's cluster workers to the database, where the site reads them.

    It is a context manager. At the end of its block, the workers are deleted from the database.
    """

    def __init__(self, store: Store, tournament: int, executor: Executor) -> None:
        self._store = store
        self._tournament = tournament
        self._executor = executor
        self._run = token_hex(8)
        self._next = 0.0
        self._is_written = False
        self._workers: tuple[WorkerProgress, ...] = ()

    def on_progress(self, progress: RunProgress | None = None) -> None:
        """Write the workers and their progress to the database, at most once a second.

        If writing fails, wait RETRY_S seconds before the next attempt.
        """
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
                status = RunStatus(self._run, self._tournament, workers=workers)
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


def log_workers(tournament: int, before: Iterable[WorkerProgress], now: Iterable[WorkerProgress]) -> None:
    """Log each cluster worker that joined or was lost.

    `before`, `now`: all cluster workers at the last report and at this report.
    """
    old, new = ({worker.name: worker for worker in workers} for workers in (before, now))
    for name in sorted(new.keys() - old.keys()):
        log_message(WORKERS, "worker joined", tournament=tournament, worker=name, slots=new[name].slots)
    for name in sorted(old.keys() - new.keys()):
        counts: Fields = {"matches": old[name].matches, "games": old[name].games}
        log_message(WORKERS, "worker lost", logging.WARNING, tournament=tournament, worker=name, **counts)
