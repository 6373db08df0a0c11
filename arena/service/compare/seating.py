"""The tables of a comparison: the seats of the two compared bots and of the other bots.

- Tables of two: one bot plays against the other.
- Larger tables without other bots: each board is played at two tables. At the first, one copy of the first
  bot meets copies of the second; at the second table, the roles are exchanged.
- Tables of k with k − 2 other bots: each board is played at two tables, each with both compared bots. At the
  second table, the compared bots have exchanged seats.

Equally strong bots have the expected score ½ over both tables together.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.ratings.live import RatedBoard, RatedGame
from arena.ratings.pair_results import GameScores, game_scores
from arena.service.formats import PAIR

FIRST: Final = 1
SECOND: Final = 2
OTHER: Final = 3


class Arrangement(NamedTuple):
    """The tables at which every board of a comparison is played.

    `tables`: the entrant numbers at each table; 1 and 2 are the compared bots. `sides`: for each entrant,
    FIRST or SECOND if it is a copy of a compared bot, else OTHER.
    """

    tables: tuple[tuple[int, ...], ...]
    sides: tuple[int, ...]

    @property
    def games(self) -> int:
        """The number of games of one board. Each table plays the board once in each seating."""
        return sum(map(len, self.tables))

    def scores(self, table: Sequence[int], games: Sequence[Sequence[int | None]]) -> GameScores:
        """Return the first bot's scores against the second in a board's games at one table.

        The scores are sorted, lowest first. `table`: the entrants in seat order. `games`: for each game, the
        finishing places of these entrants, in the same order. None means that the place does not count.
        """
        sides = tuple(self.sides[entrant - 1] for entrant in table)
        return game_scores(
            RatedBoard(sides, tuple(RatedGame(tuple(places)) for places in games)), FIRST, SECOND
        )


def arrangement(seats: int, others: int) -> Arrangement:
    """Return which bot sits where in a comparison at tables with `seats` seats.

    `others`: the number of other bots at a table, 0 or `seats` − 2.

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
