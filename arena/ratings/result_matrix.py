"""All board groups between some bots, as arrays.

Groups with equal scores are exchangeable, so a field holds each kind of group once, with its number.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.ratings.live import Comparison

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]
    Indices = NDArray[np.intp]

Kind = tuple[Comparison, ...]  # the comparisons of one group

PRIOR: Final = 1.0  # drawn games that are added for each bot


class Field(NamedTuple):
    """Board groups between bots 0 … n − 1: one row for each comparison of each kind of group."""

    bots: int
    kind: "Indices"  # of each row
    first: "Indices"
    second: "Indices"
    score: "Matrix"  # of the first bot, 0 … 1
    games: "Matrix"  # of a group of that kind: as many as its table has seats
    counts: "Indices"  # groups of each kind

    @property
    def groups(self) -> int:
        """The number of groups that compare anybody."""
        import numpy as np

        return int(self.counts[np.unique(self.kind)].sum())

    def group_counts(self) -> "Indices":
        """Return the number of groups in which each bot was compared."""
        import numpy as np

        seats = np.unique(np.concatenate((self.kind, self.kind)) * self.bots + self._ends())
        return np.bincount(seats % self.bots, self.counts[seats // self.bots], self.bots).astype(np.intp)

    def wins(self) -> "Matrix":
        """Return what each row's bot scored against each column's, in groups."""
        count = self.counts[self.kind]
        return self._matrix(count * self.score) + self._matrix(count * (1 - self.score)).T

    def draws(self) -> "Matrix":
        """Return PRIOR drawn games of each row's bot in groups, shared out by how often it met each column's.

        As in Coulom's BayesElo. A fixed part of a draw for each pair would pull the ratings of a large field,
        where a pair has few boards, far together.
        """
        one_way = self._matrix(self.counts[self.kind] / self.games)
        found: Matrix = PRIOR * (one_way + one_way.T) / self.group_counts().clip(min=1)[:, None]
        return found

    def spread(self, expected: "Matrix") -> "Matrix":
        """Return the sum of the outer products of the groups' score vectors, bots × bots.

        A group's score vector holds for each bot what it scored above `expected`.
        """
        import numpy as np

        surprise = self.score - expected[self.first, self.second]
        seats, where = np.unique(
            np.concatenate((self.kind, self.kind)) * self.bots + self._ends(), return_inverse=True
        )
        kind, bot = np.divmod(seats, self.bots)
        vector = np.bincount(where.ravel(), np.concatenate((surprise, -surprise)), len(seats))
        found = np.zeros(self.bots**2)
        for apart in range(int(np.bincount(kind).max(initial=0))):
            end = len(kind) - apart
            alike = np.flatnonzero(kind[:end] == kind[apart:])
            both = self.counts[kind[alike]] * vector[alike] * vector[alike + apart]
            cells = bot[alike] * self.bots + bot[alike + apart]
            found += np.bincount(cells, both, self.bots**2)
        upper = found.reshape(self.bots, self.bots)
        return np.asarray(upper + np.triu(upper, 1).T, np.float64)

    def within(self, members: "Indices") -> "Field":
        """Return the field of these bots alone, numbered in this order."""
        import numpy as np

        place = np.full(self.bots, -1)
        place[members] = np.arange(len(members))
        inside = (place[self.first] >= 0) & (place[self.second] >= 0)
        return Field(
            len(members),
            self.kind[inside],
            place[self.first[inside]],
            place[self.second[inside]],
            self.score[inside],
            self.games[inside],
            self.counts,
        )

    def _ends(self) -> "Indices":
        import numpy as np

        return np.concatenate((self.first, self.second))

    def _matrix(self, values: "Matrix") -> "Matrix":
        import numpy as np

        cells = self.first * self.bots + self.second
        found = np.bincount(cells, values, self.bots**2).reshape(self.bots, self.bots)
        return np.asarray(found, np.float64)


def field(groups: Mapping[Kind, int], number: Mapping[int, int]) -> Field:
    """Return the field of these groups; `number` holds each bot's number from 0.

    A bot is not compared with itself, and bots without a number are left out.
    """
    import numpy as np

    table = [
        (kind, number[pair.first], number[pair.second], pair.score, 1 / pair.weight + 1)
        for kind, (compared, count) in enumerate(groups.items())
        for pair in compared
        if count and pair.first != pair.second and pair.first in number and pair.second in number
    ]
    kind, first, second, score, games = np.array(table, float).reshape(-1, 5).T
    return Field(
        len(number),
        kind.astype(np.intp),
        first.astype(np.intp),
        second.astype(np.intp),
        score,
        games,
        np.array([*groups.values()], np.intp),
    )
