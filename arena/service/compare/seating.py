"""Seats of a comparison.

At tables of two: one against the other. At tables of k without others: one copy of the first bot among k − 1
of the second, and one of the second among k − 1 of the first, in turn. Duplicate mahjong compares two
programs like that ("one against three"), here both ways: a bot that is good only among its own kind, or only
among strangers, gains nothing. Equal bots have the mean ½ in each of these board groups.

With k − 2 others: both bots at one table, then with their places exchanged. Their neighbours differ, and
what one leaves the next depends on them: only both tables together have the mean ½.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.ratings.live import Group, RatedGame
from arena.ratings.pair_results import GameScores, game_scores
from arena.service.formats import PAIR

FIRST: Final = 1
SECOND: Final = 2
OTHER: Final = 3


class Arrangement(NamedTuple):
    """The tables that every board is played at, by entrants' numbers: 1 and 2 are compared.

    `sides`: for each entrant whether it is the first, the second or another bot.
    """

    tables: tuple[tuple[int, ...], ...]
    sides: tuple[int, ...]

    @property
    def games(self) -> int:
        """Return the games per board."""
        return sum(map(len, self.tables))

    def scores(self, table: Sequence[int], games: Sequence[Sequence[int | None]]) -> GameScores:
        """Return the first bot's scores against the second; places in the order of the table's bots."""
        sides = tuple(self.sides[entrant - 1] for entrant in table)
        return game_scores(Group(sides, tuple(RatedGame(tuple(places)) for places in games)), FIRST, SECOND)


def arrangement(seats: int, others: int) -> Arrangement:
    """Return the tables for this number of seats, with none or seats − 2 others.

    >>> arrangement(4, 2).tables
    ((1, 2, 3, 4), (2, 1, 3, 4))
    >>> arrangement(4, 0)
    Arrangement(tables=((1, 2, 3, 4), (2, 1, 5, 6)), sides=(1, 2, 2, 2, 1, 1))
    """
    if seats == PAIR:
        return Arrangement(((1, 2),), (FIRST, SECOND))
    more = tuple(range(3, seats + 1))
    if others:
        return Arrangement(((1, 2, *more), (2, 1, *more)), (FIRST, SECOND, *(OTHER,) * others))
    again = tuple(range(seats + 1, 2 * seats - 1))
    sides = (FIRST, SECOND, *(SECOND,) * len(more), *(FIRST,) * len(again))
    return Arrangement(((1, 2, *more), (2, 1, *again)), sides)
