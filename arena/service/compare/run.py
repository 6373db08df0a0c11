"""Play a comparison until its test (SPRT) decides, with the same runner as tournaments.

Pieces (batches of boards) are played at the same time, but counted in their order. So the same seed always
gives the same games and the same decision.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from threading import Event

from arena.record.match import MatchRecord
from arena.service.compare.compare import find_comparison, schedule
from arena.service.compare.report import CompareProgress, CompareResult, progress_of, report
from arena.service.compare.result import ComparisonTally, tally
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunProgress
from arena.service.tournaments.play.executor import Executor, ThreadExecutor, default_jobs
from arena.service.tournaments.play.observers import ProgressCallback
from arena.service.tournaments.play.progress import RunCounters
from arena.service.tournaments.play.retry import retry_while_locked
from arena.service.tournaments.play.runner import Match, run_matches
from arena.service.tournaments.play.schedules import find_entrant_bot, match_spec
from arena.store.database.store import Store
from arena.store.results.records import Piece, Tournament, TournamentState
from arena.store.tournaments.comparisons import absentees, append_record, boards_from, committed_pieces
from arena.store.tournaments.list import progress
from arena.store.tournaments.schedule import count_faulty_games
from arena.store.tournaments.states import Frozen, finish, read_state_and_changes

OnProgress = Callable[[CompareProgress], None]


def compare(
    store: Store,
    number: int,
    jobs: int | None = None,
    on_progress: OnProgress | None = None,
    cancel: Event | None = None,
    executor: Executor | None = None,
) -> CompareResult:
    """Play a comparison until its SPRT decides, all its boards are played, or a bot does not start.

    Return the result. A comparison that was interrupted or paused is continued.

    Playing stops early if `cancel` is set, at Ctrl-C, or if another process pauses or cancels the comparison.
    The result then covers the games stored so far.

    `executor`: plays the matches; None: this machine plays them, `jobs` at once. `on_progress`: called from
    this thread several times a second.

    Raise UnknownTournament for an unknown `number`, BadBot if a bot has changed since the comparison was set
    up.
    """
    comparison, tournament = find_comparison(store, number), find_tournament(store, number)
    tallied, stop = tally(comparison), cancel or Event()
    with store.reading() as tx:
        before, state = progress(tx, number), read_state_and_changes(tx, number)[0]
        tallied.add(boards_from(tx, number, 0))
        done, faults = committed_pieces(tx, number), count_faulty_games(tx, number)
    counters = RunCounters(number, before.games_done, tournament.boards * tallied.seating.games, faults)
    if state in (TournamentState.RUNNING, TournamentState.PAUSED):
        pieces = islice(schedule(tournament, tallied.seating), done, None)
        queue = ComparisonQueue(store, number, tallied, _matches(store, number, tournament, pieces))

        def show(metered: RunProgress) -> None:
            if on_progress:
                on_progress(progress_of(metered, tallied))

        executor = executor or ThreadExecutor(jobs or default_jobs(comparison.seats))
        run_matches(store, queue, executor, counters, stop, [ProgressCallback(show)])
        if queue.is_over or not stop.is_set():

            def finish_it() -> None:
                with store.writing(tries=1) as tx:
                    finish(tx, number, datetime.now(UTC))

            retry_while_locked(finish_it, lambda why: show(counters.progress(paused=why)), Event())
    return report(store, number, counters.seconds)


def _matches(store: Store, number: int, tournament: Tournament, pieces: Iterator[Piece]) -> Iterator[Match]:
    """Return an iterator of the pieces (batches of boards), each with its match spec.

    Raise BadBot if a bot is missing or has changed.
    """
    runner = tournament.runner
    bots = {entrant.number: find_entrant_bot(entrant, runner, store) for entrant in tournament.entrants}
    return ((piece, match_spec(number, tournament, piece, bots)) for piece in pieces)


@dataclass(slots=True)
class ComparisonQueue:
    """The queue of a comparison's unplayed pieces (batches of boards), in order. It is empty once the
    sequential test (SPRT) has decided.
    """

    store: Store
    number: int
    tallied: ComparisonTally
    matches: Iterator[Match]
    is_over: bool = field(init=False)
    in_order: bool = True

    def __post_init__(self) -> None:
        self.is_over = self.tallied.running.decided

    def take(self, most: int, busy: Collection[int]) -> Sequence[Match]:
        return () if self.is_over else tuple(islice(self.matches, most))

    def may_continue(self, busy: Collection[int]) -> bool:
        if self.is_over:
            return False
        with self.store.reading() as tx:
            return read_state_and_changes(tx, self.number)[0] is TournamentState.RUNNING

    def commit(self, piece: Piece, record: MatchRecord) -> bool:
        """Store the record of the next piece (batch of boards), add it to the SPRT, and return True.

        Return False, and store nothing, if the SPRT has already decided or the comparison has ended.
        """
        if self.is_over:
            return False
        with suppress(Frozen):
            with self.store.writing(tries=1) as tx:
                append_record(tx, self.number, piece, record, datetime.now(UTC))
            with self.store.reading() as tx:
                new = tuple(boards_from(tx, self.number, self.tallied.boards))
                absent = absentees(tx, self.number)
            self.tallied.add(new)
            self.is_over = self.tallied.running.decided or bool(absent)
            return True
        return False
