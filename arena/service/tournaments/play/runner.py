"""A crew plays matches, here or elsewhere; what it brings is committed from one thread."""

import logging
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from threading import Event
from typing import Final, Protocol, TypeVar

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.process.match_process import MatchCancelled
from arena.referee.run import run_match
from arena.service.admin.telemetry.log_messages import RUNS, log_message
from arena.service.admin.telemetry.run_messages import log_committed, log_dropped, log_handed_out
from arena.service.live.relay import LiveShow
from arena.service.results import MatchLine, Progress
from arena.service.tournaments.play.benching import bench_where_due
from arena.service.tournaments.play.executor import Crew
from arena.service.tournaments.play.progress import Meter
from arena.service.tournaments.play.retry import when_it_can
from arena.store.database.store import Store
from arena.store.results.commit import commit_record, is_written
from arena.store.results.records import Piece

TELL_S: Final = 0.25

OnProgress = Callable[[Progress], None]
Match = tuple[Piece, MatchSpec]
T = TypeVar("T")


class Work(Protocol):
    """What is still to be played. Pieces are known by their keys; `busy` are those under way."""

    def take(self, most: int, busy: Collection[int]) -> Sequence[Match]:
        """The next matches, not more than `most`. None: there are none for now; for good, if none is busy."""

    def goes_on(self, busy: Collection[int]) -> bool:
        """Whether it is still wanted; asked several times a second."""


@dataclass(frozen=True, slots=True)
class TournamentRunner:
    """Keeps matches under way and commits each when it is over."""

    store: Store
    meter: Meter
    tell: OnProgress
    stop: Event
    live: LiveShow

    def play(self, work: Work, crew: Crew) -> None:
        """One match more than are played at once is handed out: nobody is idle while another is committed."""
        under_way = self._started(crew, work, {})
        try:
            while under_way:
                self._commit_ended(under_way)
                if not self._patiently(partial(work.goes_on, _keys(under_way))):
                    self.stop.set()
                under_way |= self._started(crew, work, under_way)
                self.tell(self.meter.progress())
        finally:
            abandon(under_way, self.stop)

    def _started(
        self, crew: Crew, work: Work, under_way: dict[Future[MatchRecord], Match]
    ) -> dict[Future[MatchRecord], Match]:
        most = crew.slots() + 1 - len(under_way)
        if self.stop.is_set() or most <= 0:
            return {}
        return {
            self._handed_out(crew, piece, spec): (piece, spec)
            for piece, spec in self._patiently(partial(work.take, most, _keys(under_way))) or ()
        }

    def _handed_out(self, crew: Crew, piece: Piece, spec: MatchSpec) -> Future[MatchRecord]:
        log_handed_out(spec)
        return crew.submit(run_match, spec, self.meter.heard, self.stop, self.live.table(piece))

    def _commit_ended(self, under_way: dict[Future[MatchRecord], Match]) -> None:
        """Wait a little for matches to end. No record outlives this call: they are large."""
        over, _ = wait(under_way, TELL_S, FIRST_COMPLETED)
        while over:
            future = over.pop()
            piece, spec = under_way.pop(future)
            self._ended(future, piece, spec)
            self.live.over(piece)

    def _ended(self, future: Future[MatchRecord], piece: Piece, spec: MatchSpec) -> None:
        try:
            record = future.result()
        except (MatchCancelled, CancelledError):
            self._dropped(spec)
            return
        began = time.monotonic()
        if self._committed(piece, record):
            seconds = self.meter.seconds_of(spec.id)
            log_committed(spec, record, seconds, time.monotonic() - began)
            self.meter.added(spec.id, record)
            self.tell(self.meter.progress(_line(spec, record)))
            if record.internal:
                self._bench()
        else:
            self._dropped(spec)

    def _dropped(self, spec: MatchSpec) -> None:
        log_dropped(spec)
        self.meter.dropped(spec.id)

    def _committed(self, piece: Piece, record: MatchRecord) -> bool:
        """Whether this is written; also where that was done before, but not heard of."""

        def write() -> bool:
            with self.store.writing(tries=1) as tx:
                return commit_record(tx, piece.key, record, datetime.now(UTC)) or is_written(
                    tx, piece.key, record
                )

        return bool(self._patiently(write))

    def _bench(self) -> None:
        """See whether somebody is to be taken out for how that match ended."""
        said = self._patiently(partial(bench_where_due, self.store, self.meter.tournament))
        for one in said or ():
            log_message(RUNS, "bot benched", logging.WARNING, tournament=self.meter.tournament, detail=one)
        if said:
            self.tell(replace(self.meter.progress(), benched=said))

    def _patiently(self, ask: Callable[[], T]) -> T | None:
        """What this gives, when the database lets it; nothing is begun before. None: we are to leave."""
        return when_it_can(ask, lambda why: self.tell(self.meter.progress(paused=why)), self.stop)


def abandon(under_way: Collection[Future[MatchRecord]], stop: Event) -> None:
    """Nobody wants these matches any more."""
    if under_way:
        stop.set()
    for future in under_way:
        future.cancel()


def nobody(_: object) -> None:
    """Nobody listens."""


def _keys(under_way: dict[Future[MatchRecord], Match]) -> frozenset[int]:
    return frozenset(piece.key for piece, _ in under_way.values())


def _line(spec: MatchSpec, record: MatchRecord) -> MatchLine:
    names, scores = tuple(bot.name for bot in spec.bots), record.scores(len(spec.bots))
    return MatchLine(spec.id, spec.ruleset, names, scores, len(record.games), record.games_with_fault)
