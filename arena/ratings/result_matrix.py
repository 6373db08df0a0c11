"""The results of boards as arrays. Boards with equal pair scores are one kind, stored once with a count."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ratings.live import BoardScores

Matrix = NDArray[np.float64]
Indices = NDArray[np.intp]

PRIOR: Final = 1.0  # drawn games added per bot


class ResultMatrix(NamedTuple):
    """The results of boards between the bots 0 … n − 1, as arrays.

    Boards with equal results are one kind of board, stored once with a count. Each index of an array (except
    `counts`) stands for one pair of bots on one kind of board.
    """

    bots: int  # their number n
    kind: Indices  # number of the kind of board
    first: Indices  # the pair's first bot
    second: Indices  # the pair's second bot
    score: Matrix  # mean score of the first bot against the second on such a board, 0 … 1
    games: Matrix  # played on such a board
    counts: Indices  # for each kind: how many boards there are

    @property
    def boards(self) -> int:
        """Return the number of boards on which at least two of these bots played."""
        return int(self.counts[np.unique(self.kind)].sum())

    def board_counts(self) -> Indices:
        """Return how many boards each bot played against another of these bots."""
        seats = np.unique(np.concatenate((self.kind, self.kind)) * self.bots + self._ends())
        return np.bincount(seats % self.bots, self.counts[seats // self.bots], self.bots).astype(np.intp)

    def wins(self) -> Matrix:
        """Return the score of each row's bot against each column's bot, summed over the boards."""
        count = self.counts[self.kind]
        return self._matrix(count * self.score) + self._matrix(count * (1 - self.score)).T

    def draws(self) -> Matrix:
        """Return a matrix of the drawn games that are added between each pair of bots to stabilise the fit.

        They are counted in boards: on boards of k games, a drawn game counts 1 / k.
        """
        # A fixed number per pair would compress the ratings of a large field.
        one_way = self._matrix(self.counts[self.kind] / self.games)
        found: Matrix = PRIOR * (one_way + one_way.T) / self.board_counts().clip(min=1)[:, None]
        return found

    def spread(self, expected: Matrix) -> Matrix:
        """Return how the boards' scores scatter around the expected scores: a matrix bots × bots.

        An element is the product of two bots' deviations (score minus expected score), summed over all
        boards.

        `expected`: the expected score of each row's bot against each column's bot.
        """
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

    def within(self, members: Indices) -> "ResultMatrix":
        """Return the results between the bots in `members`, which are numbered from 0 in the result."""
        place = np.full(self.bots, -1)
        place[members] = np.arange(len(members))
        inside = (place[self.first] >= 0) & (place[self.second] >= 0)
        return ResultMatrix(
            len(members),
            self.kind[inside],
            place[self.first[inside]],
            place[self.second[inside]],
            self.score[inside],
            self.games[inside],
            self.counts,
        )

    def _ends(self) -> Indices:
        return np.concatenate((self.first, self.second))

    def _matrix(self, values: Matrix) -> Matrix:
        cells = self.first * self.bots + self.second
        found = np.bincount(cells, values, self.bots**2).reshape(self.bots, self.bots)
        return np.asarray(found, np.float64)


def result_matrix(boards: Mapping[BoardScores, int], number: Mapping[int, int]) -> ResultMatrix:
    """Convert the results of boards to arrays.

    `boards`: the number of boards for each result (the mean score of each pair of bots). `number`: each bot's
    number in the arrays, from 0. Bots without a number are left out.
    """
    table = [
        (kind, number[pair.first], number[pair.second], pair.score, 1 / pair.weight + 1)
        for kind, (compared, count) in enumerate(boards.items())
        for pair in compared
        if count and pair.first != pair.second and pair.first in number and pair.second in number
    ]
    kind, first, second, score, games = np.array(table, float).reshape(-1, 5).T
    return ResultMatrix(
        len(number),
        kind.astype(np.intp),
        first.astype(np.intp),
        second.astype(np.intp),
        score,
        games,
        np.array([*boards.values()], np.intp),
    )
