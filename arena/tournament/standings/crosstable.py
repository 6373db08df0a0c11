"""The crosstable: each bot's score against each other bot."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from arena.tournament.results import MatchResult
from arena.tournament.score import HALF, PAIR

PairScores = Mapping[tuple[int, int, int, int], Fraction]  # score by round, match number, bot, opponent
NO_SCORES: Final[PairScores] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Cell:
    """The results of one bot against another, over all their matches."""

    games: int
    score: Fraction  # sum over the games: 1 for the better place, 1/2 for the same place
    matches: tuple[tuple[int, int], ...]  # round and number of each


def crosstable(
    matches: Iterable[MatchResult], pair_scores: PairScores = NO_SCORES
) -> Mapping[tuple[int, int], Cell]:
    """Return the cells of the crosstable, keyed by (bot, opponent), for the pairs that have met.

    `pair_scores`: scores of one bot against another in matches of more than two bots; a bot's match score
    does not show them. A cell and its mirror image add up to the number of games.
    """
    cells: dict[tuple[int, int], Cell] = {}
    for match in matches:
        for seat in match.seats:
            for other in match.seats:
                if other is not seat:
                    key, where = (seat.bot, other.bot), (match.round, match.number)
                    cell = cells.get(key, Cell(0, Fraction(), ()))
                    even = seat.games * HALF  # all bots forfeited the match
                    score = seat.score if len(match.seats) == PAIR else pair_scores.get((*where, *key), even)
                    cells[key] = Cell(cell.games + seat.games, cell.score + score, (*cell.matches, where))
    return cells
