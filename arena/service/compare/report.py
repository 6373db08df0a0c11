"""Report on a comparison: its progress while it is played, and its result."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final

from arena.ratings.match_statistics import MatchStatistics
from arena.ratings.sprt import SprtState, boards_left
from arena.service.compare.compare import find_comparison
from arena.service.compare.result import (
    ComparisonTally,
    SeatScore,
    conclusion,
    figures,
    seat_scores,
    tally,
)
from arena.service.compare.seating import FIRST, SECOND, Arrangement
from arena.service.reports.fault_counts import count_faults
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunProgress
from arena.store.database.store import Store
from arena.store.results.faults import verdicts_by_entrant
from arena.store.results.records import Tournament, TournamentState
from arena.store.tournaments.comparisons import absentees, boards_from
from arena.store.tournaments.list import progress
from arena.store.tournaments.schedule import count_faulty_games

DECIDED: Final = "decided"
UNDECIDED: Final = "no decision"  # although all boards were played
NO_START: Final = "a bot did not start"
CANCELLED: Final = "cancelled"
INTERRUPTED: Final = "interrupted"  # the comparison can be resumed


@dataclass(frozen=True, slots=True)
class CompareProgress:
    """The progress of a comparison."""

    run: RunProgress  # its `seconds_left` is the estimated time until the test decides
    state: SprtState  # of the sequential test (SPRT)
    figures: MatchStatistics | None  # the first bot's statistics; None before any board counts
    games_counted: int  # games in `figures`


@dataclass(frozen=True, slots=True)
class ComparedBot:
    """One of the two compared bots, with its numbers of faults."""

    bot: str
    version: str  # SHA-256 of its files, hex
    illegal: int  # games lost by ILLEGAL, over all seats of the bot
    timeouts: int  # by TIMEOUT or STALL
    crashes: int  # by DISCONNECT, PROTOCOL, OOM or NO_START


@dataclass(frozen=True, slots=True)
class CompareResult:
    """The result of a comparison, which may still be running. Games after the decision of
    its sequential test (SPRT) do not count.
    """

    tournament: int
    ruleset: str
    seats: int
    bots: tuple[ComparedBot, ComparedBot]
    others: tuple[str, ...]  # bots at the other seats; empty: the two filled the table
    model: str
    elo0: float
    elo1: float
    alpha: float
    beta: float
    ended: str  # DECIDED, UNDECIDED, NO_START, CANCELLED, INTERRUPTED
    decision: str | None  # "H0", "H1", None
    conclusion: str  # in words
    llr: float
    lower: float
    upper: float
    figures: MatchStatistics | None  # the first bot's statistics; None: nothing counts yet
    by_seat: tuple[SeatScore, ...]  # the first bot's results in each seat
    groups_played: int  # boards, counted once per table; those after the decision do not count
    games_played: int
    games_most: int
    absent: tuple[str, ...]  # bots that did not start
    faults: int  # games in which a bot was at fault
    seconds: float  # of this run
    event_digest: str | None
    secret: str | None  # hex, when finished: `--seed SECRET` repeats the comparison
    open_seed: bool

    @property
    def finished(self) -> bool:
        return self.ended != INTERRUPTED


def progress_of(metered: RunProgress, counted: ComparisonTally) -> CompareProgress:
    """Return the progress of a comparison.

    `metered`: the run's progress, which includes games that the test has not counted yet. `counted`: the
    results of the counted boards.
    """
    return CompareProgress(
        run=replace(metered, seconds_left=_seconds_left(metered, counted)),
        state=counted.running.state,
        figures=figures(counted),
        games_counted=round(counted.groups * _games_a_group(counted)),
    )


def _seconds_left(metered: RunProgress, counted: ComparisonTally) -> float | None:
    """Estimate the seconds until the SPRT decides or all boards are played.

    Return None if too few games have been played for an estimate. Parameters: see `progress_of`.
    """
    if counted.running.decided:
        return 0.0
    if not metered.games_per_second or not counted.running.played:
        return None
    games = _games_a_group(counted)
    ahead = metered.games_done - counted.groups * games
    left = max(0.0, boards_left(counted.running) * games - ahead)
    return min(left, metered.games_total - metered.games_done) / metered.games_per_second


def _games_a_group(counted: ComparisonTally) -> float:
    return counted.seating.games / len(counted.seating.tables)


def report(store: Store, number: int, seconds: float = 0.0) -> CompareResult:
    """Return the result of a comparison so far, from the stored games.

    `number`: the comparison's tournament number. `seconds`: the duration of the run that has just ended; it
    is part of the result.

    Raise UnknownTournament for an unknown number, BadSettings if the tournament is not a comparison.
    """
    comparison, tournament = find_comparison(store, number), find_tournament(store, number)
    counted = tally(comparison)
    with store.reading() as tx:
        counted.add(boards_from(tx, number, 0))
        now, faults = progress(tx, number), count_faulty_games(tx, number)
        verdicts = verdicts_by_entrant(tx, number)
        absent = absentees(tx, number)
    test, state = counted.running.test, counted.running.state
    names = {entrant.number: entrant.name for entrant in tournament.entrants}
    ended = _find_ending(counted, now.state, bool(absent))
    return CompareResult(
        tournament=number,
        ruleset=tournament.rounds[0].ruleset,
        seats=comparison.seats,
        bots=(
            _bot(tournament, counted.seating, FIRST, verdicts),
            _bot(tournament, counted.seating, SECOND, verdicts),
        ),
        others=tuple(names[3 + other] for other in range(comparison.others)),
        **asdict(test),
        ended=ended,
        decision=state.decision.value if counted.running.decided else None,
        conclusion=_conclusion(counted, ended, names[FIRST], names[SECOND]),
        llr=state.llr,
        lower=state.lower,
        upper=state.upper,
        figures=figures(counted),
        by_seat=seat_scores(counted),
        groups_played=counted.groups,
        games_played=now.games_done,
        games_most=tournament.boards * counted.seating.games,
        absent=tuple(names[entrant] for entrant in absent) if ended == NO_START else (),
        faults=faults,
        seconds=seconds,
        event_digest=now.event_digest,
        secret=tournament.secret.hex() if now.finished_at else None,
        open_seed=tournament.open_seed,
    )


def _find_ending(counted: ComparisonTally, state: TournamentState, absent: bool) -> str:
    if state is TournamentState.CANCELLED:
        return CANCELLED
    if state is not TournamentState.OVER:
        return INTERRUPTED
    if counted.running.decided:
        return DECIDED
    return NO_START if absent else UNDECIDED


def _conclusion(counted: ComparisonTally, ended: str, first: str, second: str) -> str:
    if ended == NO_START:
        return "No decision: a bot did not start."
    test, state = counted.running.test, counted.running.state
    return conclusion(test, state.decision, figures(counted), first, second)


def _bot(
    tournament: Tournament, seating: Arrangement, side: int, verdicts: Mapping[int, Counter[str]]
) -> ComparedBot:
    together: Counter[str] = Counter()
    for entrant in tournament.entrants:
        if seating.sides[entrant.number - 1] == side:
            together.update(verdicts.get(entrant.number, {}))
    entered = tournament.entrants[side - 1]
    return ComparedBot(entered.name, entered.version, *count_faults(together))
