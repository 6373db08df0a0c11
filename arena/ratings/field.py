"""All that was played, as matrices, and drawn again out of itself.

Groups with equal scores are exchangeable: to draw all groups with replacement is a multinomial draw of how
often each kind of group occurs (Efron, Bootstrap Methods, 1979).
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.ratings.live import Comparison

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csc_array

    Matrix = NDArray[np.float64]
    Indices = NDArray[np.intp]

Kind = tuple[Comparison, ...]  # what a group came to: groups of one kind differ in nothing that counts

PRIOR: Final = 0.25  # of a win, to both sides: half a virtual draw for each bot
RESAMPLES: Final = 200
STEPS: Final = 1_000_001  # of scores from 0 to 1, so that 1 - ⅓ is ⅔
AT_ONCE: Final = 2_000_000  # numbers in a matrix of resamples


class Field(NamedTuple):
    """How many groups of each kind, and who scored what in one of them."""

    bots: int
    counts: "Indices"
    scores: "csc_array"  # kinds × bots²: what the row's bot scored against the column's, flat
    played: "Indices"  # in how many groups each bot was compared
    seed: int  # of the bootstrap: the field seeds its own

    def wins(self, counts: "Indices | None" = None) -> "Matrix":
        """What each bot scored against each in so many groups of each kind, or in those there were."""
        drawn = self.counts if counts is None else counts
        found: Matrix = (drawn @ self.scores).reshape(*drawn.shape[:-1], self.bots, self.bots)
        return found

    def prior(self) -> "Matrix":
        """Half a virtual draw for each bot, shared out by how much it was compared with each.

        As in Coulom's BayesElo. A fixed part of a draw for each pair would pull the ratings of a large field,
        where a pair has few boards, far together.
        """
        wins = self.wins()
        met = wins + wins.T
        shares = met / met.sum(axis=1, keepdims=True).clip(min=PRIOR**9)
        found: Matrix = PRIOR * (shares + shares.T) / 2
        return found

    def resamples(self) -> "Iterator[Matrix]":
        """Such matrices for groups drawn again, several in a block, RESAMPLES in all."""
        import numpy as np

        draw = np.random.default_rng(self.seed)
        total = self.counts.sum()
        most = max(1, AT_ONCE // max(len(self.counts), self.bots**2))
        for start in range(0, RESAMPLES, most):
            size = min(most, RESAMPLES - start)
            yield self.wins(draw.multinomial(total, self.counts / total, size))


class _Rows(NamedTuple):
    """The comparisons of all kinds, one a row, each a number that says everything about it."""

    kinds: "Indices"
    keys: "Indices"
    counts: "Indices"  # of each kind


def field(groups: Mapping[Kind, int], number: Mapping[int, int]) -> Field | None:
    """So many groups of each kind between bots that have these numbers from 0. None if nobody was compared.

    A bot is not compared with itself. Neither the order of the groups nor that of the bots in them changes
    anything.
    """
    import numpy as np
    from scipy.sparse import csc_array

    bots = len(number)
    weights = sorted({pair.weight for kind in groups for pair in kind})
    kinds, keys, counts = _distinct(_rows(groups, number, weights))
    if not len(kinds):
        return None
    pairs, rest = np.divmod(keys, len(weights) * STEPS)
    first, second = np.divmod(pairs, bots)
    weight, score = np.array(weights)[rest // STEPS], rest % STEPS / (STEPS - 1)
    shape = (len(counts), bots**2)
    won = csc_array((weight * score, (kinds, pairs)), shape)
    lost = csc_array((weight * (1 - score), (kinds, second * bots + first)), shape)
    seats = np.unique(np.concatenate((kinds * bots + first, kinds * bots + second)))
    played = np.bincount(seats % bots, counts[seats // bots], minlength=bots).astype(np.intp)
    seed = sha256(b"".join(part.tobytes() for part in (kinds, pairs, score, weight, counts))).digest()
    return Field(bots, counts, won + lost, played, int.from_bytes(seed))


def _rows(groups: Mapping[Kind, int], number: Mapping[int, int], weights: Sequence[float]) -> _Rows:
    """Every comparison as seen from the bot of the lower number."""
    import numpy as np

    place = {weight: index for index, weight in enumerate(weights)}
    table = [
        (kind, number[pair.first], number[pair.second], pair.score, place[pair.weight])
        for kind, (compared, count) in enumerate(groups.items())
        for pair in compared
        if count and pair.first != pair.second
    ]
    kinds, first, second, score, weight = np.array(table, float).reshape(-1, 5).T
    steps = np.rint(np.where(first < second, score, 1 - score) * (STEPS - 1))
    pairs = np.minimum(first, second) * len(number) + np.maximum(first, second)
    keys = (pairs * len(weights) + weight) * STEPS + steps
    return _Rows(kinds.astype(np.intp), keys.astype(np.intp), np.array([*groups.values()], np.intp))


def _distinct(rows: _Rows) -> _Rows:
    """Equal kinds put together, in an order that depends on nothing else."""
    import numpy as np

    order = np.lexsort((rows.keys, rows.kinds))
    keys = rows.keys[order]
    kinds, starts, lengths = np.unique(rows.kinds[order], return_index=True, return_counts=True)
    found = [_Rows(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.intp))]
    known = 0
    for length in sorted({*lengths.tolist()}):
        alike = lengths == length
        tables, which = np.unique(
            keys[starts[alike][:, None] + np.arange(length)], axis=0, return_inverse=True
        )
        counts = np.bincount(which.ravel(), rows.counts[kinds[alike]]).astype(np.intp)
        found.append(_Rows(np.repeat(np.arange(len(tables)) + known, length), tables.ravel(), counts))
        known += len(tables)
    return _Rows(*map(np.concatenate, zip(*found, strict=True)))
