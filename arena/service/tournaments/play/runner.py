"""Play matches on an executor and commit their records, all from one thread.

A tournament's matches are committed as they finish, a comparison's in the order of its schedule.
"""

import logging
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from threading import Event
from typing import Final, Protocol, TypeVar

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.process.match_process import MatchCancelled
from arena.referee.run import run_match
from arena.service.admin.telemetry.log_messages import RUNS, log_message
from arena.service.common.processes import interruptions
from arena.service.live.relay import LiveRelay
from arena.service.results import CommittedPiece, RunProgress
from arena.service.tournaments.play.benching import bench_due_bots
from arena.service.tournaments.play.executor import Executor
from arena.service.tournaments.play.observers import MessageLog, TournamentObserver, WorkerStatus
from arena.service.tournaments.play.progress import RunCounters
from arena.service.tournaments.play.retry import retry_while_locked
from arena.store.database.failures import NotNow
from arena.store.database.store import Store
from arena.store.results.records import Piece, TournamentState
from arena.store.tournaments.states import Frozen, set_state, sign_of_life

POLL_S: Final = 0.25

Match = tuple[Piece, MatchSpec]
T = TypeVar("T")
_Running = dict[Future[MatchRecord], Match]


class MatchSource(Protocol):
    """A source of matches to play: the queue of a tournament or of a comparison."""

    @property
    def in_order(self) -> bool:
        """True if matches must be committed in the order in which `take` returned them."""

    def take(self, most: int, busy: Collection[int]) -> Sequence[Match]:
        """Return at most `most` matches to play. An empty result ends the run if no match is running.

        `busy`: the keys of the pieces (batches of boards) that are being played.
        """

    def may_continue(self, busy: Collection[int]) -> bool:
        """Return False if the run must stop. Called several times a second.

        `busy`: the keys of the pieces (batches of boards) that are being played.
        """

    def commit(self, piece: Piece, record: MatchRecord) -> bool:
        """Write the record of a match to the database and return True.

        Return False, and write nothing, if the record is no longer needed.
        """


def run_matches(
    store: Store,
    source: MatchSource,
    executor: Executor,
    counters: RunCounters,
    stop: Event,
    observers: Sequence[TournamentObserver] = (),
) -> None:
    """Play matches until `source` has none left, or until `stop` is set. Ctrl-C sets `stop`.

    `counters` counts the games. `observers` are called when a match is started, committed or dropped.
    """
    set_running(store, counters.tournament)
    with (
        interruptions(stop),
        LiveRelay(store, counters.tournament, counters.progress, counters.matches) as live,
        WorkerStatus(store, counters.tournament, executor) as workers,
        executor,
    ):
        try:
            every = (MessageLog(), *observers, workers)
            TournamentRunner(store, source, executor, counters, stop, live, every).play()
        finally:
            counters.stop(executor.slots())


def set_running(store: Store, number: int) -> None:
    """Set a tournament's state to running, unless it has just been finished or cancelled."""
    with suppress(Frozen), store.writing() as tx:
        set_state(tx, number, TournamentState.RUNNING)
    with suppress(NotNow), store.writing() as tx:  # if this fails, the next one follows soon
        sign_of_life(tx, number, datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class TournamentRunner:
    """The loop that keeps the executor busy with matches and commits each match that finishes."""

    store: Store
    source: MatchSource
    executor: Executor
    counters: RunCounters
    stop: Event
    live: LiveRelay
    observers: Sequence[TournamentObserver]

    def play(self) -> None:
        """Play all matches of the source."""
        running = self._start({})
        try:
            while running and not self._is_cut_short():
                self._commit_finished(running)
                if not self._retry(partial(self.source.may_continue, _keys(running))):
                    self.stop.set()
                running |= self._start(running)
                self._report(self.counters.progress())
        finally:
            _cancel(running, self.stop)

    def _is_cut_short(self) -> bool:
        """True if the run must end without committing the matches that are still running.

        This happens if the run was stopped and its matches must be committed in order.
        """
        return self.source.in_order and self.stop.is_set()

    def _start(self, running: _Running) -> _Running:
        # One more than can be played at once: so no slot is idle during a commit.
        most = self.executor.slots() + 1 - len(running)
        if self.stop.is_set() or most <= 0:
            return {}
        matches = self._retry(partial(self.source.take, most, _keys(running))) or ()
        return {self._submit(piece, spec): (piece, spec) for piece, spec in matches}

    def _submit(self, piece: Piece, spec: MatchSpec) -> Future[MatchRecord]:
        for observer in self.observers:
            observer.on_start(spec)
        return self.executor.submit(
            run_match, spec, self.counters.update, self.stop, self.live.open_queue(piece)
        )

    def _commit_finished(self, running: _Running) -> None:
        """Wait at most POLL_S seconds for matches to finish, and commit the finished matches."""
        awaited = [*islice(running, 1)] if self.source.in_order else running
        finished, _ = wait(awaited, POLL_S, FIRST_COMPLETED)
        while finished:
            future = finished.pop()
            piece, spec = running.pop(future)
            self._finish(future, piece, spec)
            self.live.close_queue(piece)

    def _finish(self, future: Future[MatchRecord], piece: Piece, spec: MatchSpec) -> None:
        try:
            record = future.result()
        except (MatchCancelled, CancelledError):
            self._drop(spec)
            return
        started = time.monotonic()
        if not self._retry(partial(self.source.commit, piece, record)):
            self._drop(spec)
            return
        seconds = self.counters.seconds_of(spec.id)
        for observer in self.observers:
            observer.on_commit(spec, record, seconds, time.monotonic() - started)
        self.counters.add(spec.id, record)
        self._report(self.counters.progress(_match_line(spec, record)))
        if record.internal:
            self._bench()

    def _drop(self, spec: MatchSpec) -> None:
        for observer in self.observers:
            observer.on_drop(spec)
        self.counters.drop(spec.id)

    def _bench(self) -> None:
        """Withdraw the bots whose match processes keep dying, and report them to the log and the
        observers.
        """
        sentences = self._retry(partial(bench_due_bots, self.store, self.counters.tournament)) or ()
        for sentence in sentences:
            number = self.counters.tournament
            log_message(RUNS, "bot benched", logging.WARNING, tournament=number, detail=sentence)
        if sentences:
            self._report(replace(self.counters.progress(), benched=sentences))

    def _retry(self, access: Callable[[], T]) -> T | None:
        """Call `access`, and repeat it while the database is locked or its disk is full.

        Return the result of `access`; None if the run is stopped.
        """
        return retry_while_locked(
            access, lambda why: self._report(self.counters.progress(paused=why)), self.stop
        )

    def _report(self, progress: RunProgress) -> None:
        for observer in self.observers:
            observer.on_progress(progress)


def _cancel(running: Collection[Future[MatchRecord]], stop: Event) -> None:
    if running:
        stop.set()
    for future in running:
        future.cancel()


def _keys(running: _Running) -> frozenset[int]:
    return frozenset(piece.key for piece, _ in running.values())


def _match_line(spec: MatchSpec, record: MatchRecord) -> CommittedPiece:
    names, scores = tuple(bot.name for bot in spec.bots), record.scores(len(spec.bots))
    return CommittedPiece(spec.id, spec.ruleset, names, scores, len(record.games), record.games_with_fault)
