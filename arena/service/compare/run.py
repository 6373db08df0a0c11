"""Playing a comparison: pieces are played side by side, but committed and looked at in their order.

So the same seed gives the same games, decision and report, whatever is played at once and whichever piece is
over first. Pieces that are under way when one before them decides are ended; nothing of them is kept.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from threading import Event
from typing import NamedTuple, TypeVar

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.process.match_process import MatchCancelled
from arena.referee.run import run_match
from arena.service.admin.telemetry.run_messages import log_committed, log_dropped, log_handed_out
from arena.service.common.interrupt import interruptions
from arena.service.compare.compare import find_comparison, schedule
from arena.service.compare.report import CompareProgress, CompareResult, progress_of, report
from arena.service.compare.result import ComparisonTally, tally
from arena.service.live.relay import LiveShow
from arena.service.reports.tournament_list import find_tournament
from arena.service.tournaments.play.executor import Crew, CrewTold, Threads, default_jobs, telling
from arena.service.tournaments.play.match_specs import find_entrant_bot, match_spec
from arena.service.tournaments.play.progress import Meter
from arena.service.tournaments.play.retry import when_it_can
from arena.service.tournaments.play.run import set_running
from arena.service.tournaments.play.runner import TELL_S, abandon, nobody
from arena.store.database.store import Store
from arena.store.results.records import Piece, State, Tournament
from arena.store.tournaments.comparisons import absentees, append_record, boards_from, committed_pieces
from arena.store.tournaments.schedule import progress
from arena.store.tournaments.states import Frozen, finish, pulse

OnProgress = Callable[[CompareProgress], None]
T = TypeVar("T")


class _UnderWay(NamedTuple):
    piece: Piece
    spec: MatchSpec
    record: Future[MatchRecord]


def compare(
    store: Store,
    number: int,
    jobs: int | None = None,
    on_progress: OnProgress | None = None,
    cancel: Event | None = None,
    crew: Crew | None = None,
) -> CompareResult:
    """Play a comparison until its test decides, its boards are all played, or a bot does not start.

    One that was interrupted or paused goes on from what is committed. `on_progress` is called from this
    thread, several times a second. When `cancel` is set, at Ctrl-C, or when it is paused or cancelled from
    elsewhere, it ends with what is committed. `crew`: who plays, else `jobs` at once on this machine. Raises
    UnknownTournament, and BadBot if a bot is not the one any more that was entered.
    """
    comparison, tournament = find_comparison(store, number), find_tournament(store, number)
    counted, stop = tally(comparison), cancel or Event()
    with store.reading() as tx:
        so_far, state = progress(tx, number), pulse(tx, number)[0]
        counted.add(boards_from(tx, number, 0))
        done = committed_pieces(tx, number)
    most = tournament.boards * counted.seating.games
    meter = Meter(number, so_far.games_done, most, so_far.faults)
    if state in (State.RUNNING, State.PAUSED):
        matches = _matches(
            store, number, tournament, islice(schedule(tournament, counted.seating), done, None)
        )
        set_running(store, number)
        playing = crew or Threads(jobs or default_jobs(comparison.seats))
        with (
            interruptions(stop),
            LiveShow(store, number, meter.progress, meter.matches) as live,
            CrewTold(store, number, playing) as told,
            playing,
        ):
            tell = telling(on_progress or nobody, told)
            _ComparisonRunner(store, number, counted, meter, tell, stop, live).play(matches, playing)
    return report(store, number, meter.seconds)


def _matches(
    store: Store, number: int, tournament: Tournament, pieces: Iterator[Piece]
) -> Iterator[tuple[Piece, MatchSpec]]:
    """The pieces with their specs, each made when it is its turn; bots are looked for before the first."""
    runner = tournament.runner
    bots = {entrant.number: find_entrant_bot(entrant, runner, store) for entrant in tournament.entrants}
    return ((piece, match_spec(number, tournament, piece, bots)) for piece in pieces)


@dataclass(slots=True)
class _ComparisonRunner:
    """Keeps matches under way, and commits and counts each when it is the first that is missing."""

    store: Store
    number: int
    counted: ComparisonTally
    meter: Meter
    tell: OnProgress
    stop: Event
    live: LiveShow
    over: bool = field(default=False)

    def play(self, waiting: Iterator[tuple[Piece, MatchSpec]], crew: Crew) -> None:
        """One match more than are played at once is handed out: nobody is idle while another is committed."""
        self.over = self.counted.running.decided
        line: deque[_UnderWay] = deque()
        try:
            self._begin(crew, waiting, line)
            while line and not self.over and not self.stop.is_set():
                self._look(line)
                self._begin(crew, waiting, line)
            self.over = self.over or not self.stop.is_set()
        finally:
            abandon([one.record for one in line], self.stop)
        if self.over:
            self._finish()

    def _begin(self, crew: Crew, waiting: Iterator[tuple[Piece, MatchSpec]], line: deque[_UnderWay]) -> None:
        if self.stop.is_set() or self.over:
            return
        for piece, spec in islice(waiting, max(0, crew.slots() + 1 - len(line))):
            log_handed_out(spec)
            playing = crew.submit(run_match, spec, self.meter.heard, self.stop, self.live.table(piece))
            line.append(_UnderWay(piece, spec, playing))

    def _look(self, line: deque[_UnderWay]) -> None:
        """Wait a little for the first in line. No record outlives this call: they are large."""
        wait([line[0].record], TELL_S)
        if line[0].record.done():
            first = line.popleft()
            self._ended(first)
            self.live.over(first.piece)
        self.tell(self._progress())
        if self._patiently(self._state) is not State.RUNNING:
            self.stop.set()

    def _ended(self, first: _UnderWay) -> None:
        try:
            record = first.record.result()
        except (MatchCancelled, CancelledError):
            log_dropped(first.spec)
            self.meter.dropped(first.spec.id)
            return
        began = time.monotonic()
        if not self._committed(first.piece, record):
            log_dropped(first.spec)
            self.meter.dropped(first.spec.id)
            return
        seconds = self.meter.seconds_of(first.spec.id)
        log_committed(first.spec, record, seconds, time.monotonic() - began)
        self.meter.added(first.spec.id, record)
        if self._patiently(self._counted):
            self.tell(self._progress(committed=True))

    def _counted(self) -> bool:
        """Count what is committed and not counted yet, and see whether that decides."""
        with self.store.reading() as tx:
            new = tuple(boards_from(tx, self.number, self.counted.boards))
            absent = absentees(tx, self.number)
        self.counted.add(new)
        self.over = self.counted.running.decided or bool(absent)
        return True

    def _committed(self, piece: Piece, record: MatchRecord) -> bool:
        """Whether this was written."""

        def write() -> bool:
            with suppress(Frozen), self.store.writing(tries=1) as tx:
                append_record(tx, self.number, piece, record, datetime.now(UTC))
                return True
            return False

        return bool(self._patiently(write))

    def _state(self) -> State:
        with self.store.reading() as tx:
            return pulse(tx, self.number)[0]

    def _patiently(self, ask: Callable[[], T]) -> T | None:
        """What this gives, when the database lets it; nothing is begun before. None: we are to leave."""
        return when_it_can(ask, lambda why: self.tell(self._progress(paused=why)), self.stop)

    def _progress(self, committed: bool = False, paused: str = "") -> CompareProgress:
        return progress_of(self.meter.progress(paused=paused), self.counted, committed)

    def _finish(self) -> None:
        def write() -> None:
            with self.store.writing(tries=1) as tx:
                finish(tx, self.number, datetime.now(UTC))

        self._patiently(write)
