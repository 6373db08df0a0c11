"""Running a tournament: threads wait for their match's process; what they bring is committed from one."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from threading import Event
from typing import Final

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.child import MatchCancelled
from arena.referee.run import run_match
from arena.service.interrupt import interruptions
from arena.service.meter import Meter, games_with_fault
from arena.service.results import MatchLine, Progress, RunResult
from arena.service.settings import SEATS
from arena.service.specs import found_again, match_spec
from arena.service.tables import tables
from arena.service.tournaments import find_tournament
from arena.store.commit import commit_record
from arena.store.ledger import together
from arena.store.records import Piece, Tournament
from arena.store.results import game_digests
from arena.store.schedule import finish, pieces, progress
from arena.store.store import NoSpace, Store

TELL_S: Final = 0.25
FULL_S: Final = 1.0  # how often a disk is tried that was full
MAKE_ROOM: Final = "make room, then it goes on; or leave with Ctrl-C, what is stored stays"

OnProgress = Callable[[Progress], None]
Match = tuple[Piece, MatchSpec]


def run(
    store: Store,
    number: int,
    jobs: int | None = None,
    on_progress: OnProgress | None = None,
    cancel: Event | None = None,
) -> RunResult:
    """Play what is missing of a tournament; one that was interrupted goes on from what is committed.

        `on_progress` is called from this thread, several times a second. When `cancel` is set, or at Ctrl-C,
    the matches under way are ended, and what is committed is handed back. Raises UnknownTournament, and
    BadBot if a bot is not the one any more that was entered.
    """
    tournament = find_tournament(store, number)
    with store.reading() as tx:
        missing = pieces(tx, number, missing=True)
        so_far = progress(tx, number)
    meter = Meter(number, so_far.games_done, so_far.games_total, so_far.faults)
    if missing:
        stop = cancel or Event()
        with interruptions(stop):
            _Coordinator(store, meter, on_progress or _nobody, stop).play(
                _matches(number, tournament, missing), jobs or default_jobs(SEATS)
            )
    return _result(store, number, tournament, meter)


def default_jobs(seats: int) -> int:
    """Matches at once, for bots that think: a core for each seat and one for the referee."""
    return max(1, len(os.sched_getaffinity(0)) // (seats + 1))


def _nobody(_: Progress) -> None:
    """Nobody listens."""


def _matches(number: int, tournament: Tournament, missing: tuple[Piece, ...]) -> Iterator[Match]:
    """The pieces with their specs, each made when it is its turn; bots are looked for before the first."""
    bots = {entrant.number: found_again(entrant, tournament.runner) for entrant in tournament.entrants}
    return ((piece, match_spec(number, tournament, piece, bots)) for piece in missing)


@dataclass(frozen=True, slots=True)
class _Coordinator:
    """Keeps matches under way and commits each when it is over."""

    store: Store
    meter: Meter
    tell: OnProgress
    stop: Event

    def play(self, waiting: Iterator[Match], jobs: int) -> None:
        """One match more than there are threads is handed out: none is idle while another is committed."""
        with ThreadPoolExecutor(jobs, thread_name_prefix="match") as threads:
            under_way = self._started(threads, waiting, jobs + 1)
            try:
                while under_way:
                    self._commit_ended(under_way)
                    under_way |= self._started(threads, waiting, jobs + 1 - len(under_way))
                    self.tell(self.meter.progress())
            finally:
                self._end(under_way)

    def _started(
        self, threads: ThreadPoolExecutor, waiting: Iterator[Match], most: int
    ) -> dict[Future[MatchRecord], Match]:
        if self.stop.is_set():
            return {}
        return {
            threads.submit(run_match, match[1], self.meter.heard, self.stop): match
            for match in islice(waiting, most)
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


def _line(spec: MatchSpec, record: MatchRecord) -> MatchLine:
    scores = [0.0] * len(spec.bots)
    for game in record.games:
        for seat in game.seats:
            scores[seat.bot] += seat.score
    names = tuple(bot.name for bot in spec.bots)
    faults = games_with_fault(record)
    return MatchLine(spec.id, spec.ruleset, names, tuple(scores), len(record.games), faults)


def _result(store: Store, number: int, tournament: Tournament, meter: Meter) -> RunResult:
    """What there is now; a tournament of which nothing is missing is over, and may show its secret."""
    with store.writing() as tx:
        if not pieces(tx, number, missing=True):
            finish(tx, number, together(game_digests(tx, number)), datetime.now(UTC))
        now = progress(tx, number)
    finished = now.finished_at is not None
    return RunResult(
        tournament=number,
        name=tournament.name,
        finished=finished,
        games=now.games_done,
        games_total=now.games_total,
        seconds=meter.seconds,
        faults=now.faults,
        tables=tables(store, number),
        event_digest=now.event_digest,
        secret=tournament.secret.hex() if finished else None,
        open_seed=tournament.open_seed,
    )
