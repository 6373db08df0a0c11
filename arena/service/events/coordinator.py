"""Threads wait for their match's process; what they bring is committed from one."""

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Event
from typing import Final, Protocol

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.child import MatchCancelled
from arena.referee.run import run_match
from arena.service.events.meter import Meter, games_with_fault
from arena.service.results import MatchLine, Progress
from arena.store.commit import commit_record
from arena.store.records import Piece
from arena.store.store import NoSpace, Store

TELL_S: Final = 0.25
FULL_S: Final = 1.0  # how often a disk is tried that was full
MAKE_ROOM: Final = "make room, then it goes on; or leave with Ctrl-C, what is stored stays"

OnProgress = Callable[[Progress], None]
Match = tuple[Piece, MatchSpec]


class Work(Protocol):
    """What is still to be played. Pieces are known by their keys; `busy` are those under way."""

    def take(self, most: int, busy: Collection[int]) -> Sequence[Match]:
        """The next matches, not more than `most`. None: there are none for now; for good, if none is busy."""

    def goes_on(self, busy: Collection[int]) -> bool:
        """Whether it is still wanted; asked several times a second."""


@dataclass(frozen=True, slots=True)
class Coordinator:
    """Keeps matches under way and commits each when it is over."""

    store: Store
    meter: Meter
    tell: OnProgress
    stop: Event

    def play(self, work: Work, jobs: int) -> None:
        """One match more than there are threads is handed out: none is idle while another is committed."""
        with ThreadPoolExecutor(jobs, thread_name_prefix="match") as threads:
            under_way = self._started(threads, work, jobs + 1, {})
            try:
                while under_way:
                    self._commit_ended(under_way)
                    if not work.goes_on(_keys(under_way)):
                        self.stop.set()
                    under_way |= self._started(threads, work, jobs + 1 - len(under_way), under_way)
                    self.tell(self.meter.progress())
            finally:
                self._end(under_way)

    def _started(
        self,
        threads: ThreadPoolExecutor,
        work: Work,
        most: int,
        under_way: dict[Future[MatchRecord], Match],
    ) -> dict[Future[MatchRecord], Match]:
        if self.stop.is_set():
            return {}
        return {
            threads.submit(run_match, match[1], self.meter.heard, self.stop): match
            for match in work.take(most, _keys(under_way))
        }

    def _commit_ended(self, under_way: dict[Future[MatchRecord], Match]) -> None:
        """Wait a little for matches to end. No record outlives this call: they are large."""
        over, _ = wait(under_way, TELL_S, FIRST_COMPLETED)
        while over:
            future = over.pop()
            self._ended(future, *under_way.pop(future))

    def _ended(self, future: Future[MatchRecord], piece: Piece, spec: MatchSpec) -> None:
        try:
            record = future.result()
        except (MatchCancelled, CancelledError):
            self.meter.dropped(spec.id)
            return
        if self._committed(piece, record):
            self.meter.added(spec.id, record)
            self.tell(self.meter.progress(_line(spec, record)))
        else:
            self.meter.dropped(spec.id)

    def _committed(self, piece: Piece, record: MatchRecord) -> bool:
        """Whether this was written now. A full disk is waited for: meanwhile no other match is begun."""
        while True:
            try:
                with self.store.writing() as tx:
                    return commit_record(tx, piece.key, record, datetime.now(UTC))
            except NoSpace as full:
                self.tell(self.meter.progress(paused=f"{full}: {MAKE_ROOM}"))
            if self.stop.wait(FULL_S):
                return False

    def _end(self, under_way: dict[Future[MatchRecord], Match]) -> None:
        """Something went wrong while matches were under way: nobody wants them any more."""
        if under_way:
            self.stop.set()
        for future in under_way:
            future.cancel()


def _keys(under_way: dict[Future[MatchRecord], Match]) -> frozenset[int]:
    return frozenset(piece.key for piece, _ in under_way.values())


def _line(spec: MatchSpec, record: MatchRecord) -> MatchLine:
    scores = [0.0] * len(spec.bots)
    for game in record.games:
        for seat in game.seats:
            scores[seat.bot] += seat.score
    names = tuple(bot.name for bot in spec.bots)
    faults = games_with_fault(record)
    return MatchLine(spec.id, spec.ruleset, names, tuple(scores), len(record.games), faults)
