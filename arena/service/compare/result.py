"""Compute the statistics of a comparison of two bots (SPRT) from its boards, in the order of the schedule."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from arena.ratings.live import score_by_place
from arena.ratings.match_statistics import MatchStatistics, around_half, match_statistics
from arena.ratings.sprt import Decision, Model, SequentialTest, Sprt
from arena.record.match import UNCOMPARED, seat_of
from arena.service.compare.seating import FIRST, SECOND, Arrangement, arrangement
from arena.store.tournaments.comparisons import BoardResult, ComparedSeat, ComparisonSettings

Places = list[int | None]
APPROXIMATION: Final = 1.2  # true error rate divided by the nominal one


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The first bot's results in one seat, against the second bot in any other seat."""

    seat: int  # from 1; 1 goes first
    wins: int
    draws: int
    losses: int
    score: float  # mean, 0 … 1


@dataclass(slots=True)
class ComparisonTally:
    """The totals of a comparison so far, with its sequential test (SPRT).

    A group is the games of a board at one table. After the test's decision, added boards change only the
    numbers `boards` and `groups`.
    """

    seating: Arrangement
    running: SequentialTest
    boards: int = 0  # boards added; each was played at all tables
    groups: int = 0
    by_seat: dict[int, Counter[float]] = field(default_factory=dict)

    def add(self, played: Iterable[BoardResult]) -> None:
        """Add the results of the next boards, in order.

        Each board is played at every table of the comparison. Stop at the first board for which the results
        of a table are missing.
        """
        for _, tables in groupby(played, key=lambda one: one.board):
            together = tuple(tables)
            if len(together) < len(self.seating.tables):
                return
            self.boards += 1
            for table in together:
                self._add(table)

    def _add(self, played: BoardResult) -> None:
        self.groups += 1
        table = [seat.entrant for seat in played.games[0]]
        games = [_places(game, rotation) for rotation, game in enumerate(played.games)]
        if self.running.add(self.seating.scores(table, games)):
            for game in played.games:
                self._add_seats(game)

    def _add_seats(self, game: Sequence[ComparedSeat]) -> None:
        """Add a game to the first bot's scores by seat.

        For each seat of the first bot, add its mean score against all seats of the second bot.
        """
        side = [self.seating.sides[seat.entrant - 1] for seat in game]
        compared = [seat.verdict not in UNCOMPARED for seat in game]
        theirs = [game[seat].place for seat, one in enumerate(side) if one == SECOND and compared[seat]]
        for seat, one in enumerate(side):
            if one == FIRST and compared[seat] and theirs:
                score = sum(score_by_place(game[seat].place, other) for other in theirs) / len(theirs)
                self.by_seat.setdefault(seat + 1, Counter())[score] += 1


def _places(game: Sequence[ComparedSeat], rotation: int) -> Places:
    """Return each bot's finishing place in one game; None for a bot whose result does not count.

    The bots are in the seat order of the board's first game. `rotation`: the number of the game's seating,
    from 0.
    """
    turned = [game[seat_of(bot, rotation, len(game))] for bot in range(len(game))]
    return [None if seat.verdict in UNCOMPARED else seat.place for seat in turned]


def tally(comparison: ComparisonSettings) -> ComparisonTally:
    """Return an empty tally for a comparison with these settings."""
    test = Sprt(comparison.elo0, comparison.elo1, comparison.alpha, comparison.beta, Model(comparison.model))
    return ComparisonTally(arrangement(comparison.seats, comparison.others), SequentialTest(test))


def figures(counted: ComparisonTally) -> MatchStatistics | None:
    """Return the first bot's statistics so far; None if no board has been counted yet."""
    if not counted.running.played:
        return None
    found = match_statistics(counted.running.played)
    return replace(found, los=None) if counted.running.decided else found


def seat_scores(counted: ComparisonTally) -> tuple[SeatScore, ...]:
    """Return the first bot's results in each seat, ordered by seat number."""
    return tuple(_seat_score(seat, scores) for seat, scores in sorted(counted.by_seat.items()))


def _seat_score(seat: int, scores: Counter[float]) -> SeatScore:
    losses, draws, wins = around_half(scores.items())
    mean = sum(score * count for score, count in scores.items()) / scores.total()
    return SeatScore(seat, wins, draws, losses, mean)


def conclusion(test: Sprt, decision: Decision, found: MatchStatistics | None, first: str, second: str) -> str:
    """Return a sentence that states the result of a sequential test and the risk of error.

    `decision`: H0, H1, or CONTINUE if the test has not decided. `found`: the first bot's statistics. `first`,
    `second`: the bots' names.
    """
    unit = "Elo" if test.model is Model.LOGISTIC else "nElo"
    if found and found.all_tied:
        return f"All {found.groups:,} boards were tied; the bots may play identically."
    if decision is Decision.CONTINUE:
        return f"No decision: the games do not tell {test.elo0:g} from {test.elo1:g} {unit} well enough."
    if decision is Decision.H1:
        claim, risk, rate = _claim_h1(test, first, second, unit), "a false alarm", test.alpha
    else:
        claim, risk, rate = _claim_h0(test, first, second, unit), "a miss", test.beta
    return f"{decision.value}: {claim} (risk of {risk}: {error_rate(rate)})."


def error_rate(announced: float) -> str:
    """Describe the true error rate of a sequential test, which is a fifth higher than the chosen rate.

    `announced`: the error rate that the user chose.

    >>> error_rate(0.05), error_rate(0.01)
    ('about 6 in 100', 'about 1.2 in 100')
    """
    return f"about {100 * APPROXIMATION * announced:.2g} in 100"


def _claim_h1(test: Sprt, first: str, second: str, unit: str) -> str:
    if test.elo0 < 0:
        return f"{first} is not {-test.elo0:g} {unit} worse than {second}"
    than = f"more than {test.elo0:g} {unit} better" if test.elo0 else "better"
    return f"{first} is {than} than {second}"


def _claim_h0(test: Sprt, first: str, second: str, unit: str) -> str:
    if test.elo1 > 0:
        return f"{first} is not {test.elo1:g} {unit} better than {second}"
    than = f"more than {-test.elo1:g} {unit} worse" if test.elo1 else "worse"
    return f"{first} is {than} than {second}"
