"""Who did how well against whom."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from arena.tournament.results import MatchResult


@dataclass(frozen=True, slots=True)
class Cell:
    """One bot against another, over all their matches; at tables of more, what it scored where both sat."""

    games: int
    score: Fraction  # sum of the game scores
    matches: tuple[tuple[int, int], ...]  # round and number of each


def crosstable(matches: Iterable[MatchResult]) -> Mapping[tuple[int, int], Cell]:
    """Cells by (bot, opponent), of the pairs that have met."""
    cells: dict[tuple[int, int], Cell] = {}
    for match in matches:
        for seat in match.seats:
            for other in match.seats:
                if other is not seat:
                    key = (seat.bot, other.bot)
                    cell = cells.get(key, Cell(0, Fraction(), ()))
                    where = (*cell.matches, (match.round, match.number))
                    cells[key] = Cell(cell.games + seat.games, cell.score + seat.score, where)
    return cells
