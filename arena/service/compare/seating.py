"""Who sits where when two bots are compared.

At tables of two: one against the other. At tables of k without others: one of the first among k − 1 of the
second, and one of the second among k − 1 of the first, by turns. That is how duplicate mahjong compares two
programs ("one against three"), played both ways: a bot that is good only among its own kind, or only among
strangers, gains nothing. If the two are equal each of these board groups has the mean ½, whoever sits left of
whom, for all the others at the table are alike.

With others, k − 2 of them: both at one table, and then with their places exchanged. A seat's neighbours
differ there, and what one leaves the next depends on them: only both tables together have the mean ½.
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

    `sides`: for each entrant which of the two it is, or neither.
    """

    tables: tuple[tuple[int, ...], ...]
    sides: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many are played of one board."""
        return sum(map(len, self.tables))

    def scores(self, table: Sequence[int], games: Sequence[Sequence[int | None]]) -> GameScores:
        """What the first scored against the second in games at a table; places as the table's bots sit."""
        sides = tuple(self.sides[entrant - 1] for entrant in table)
        return game_scores(Group(sides, tuple(RatedGame(tuple(places)) for places in games)), FIRST, SECOND)


def arrangement(seats: int, others: int) -> Arrangement:
    """The tables of so many seats, with none or seats − 2 others.

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
