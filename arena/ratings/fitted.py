"""Fitted ratings: maximum likelihood over all board groups at once, in whatever order they were played.

The model is Bradley and Terry's on Elo's scale: a bot rated d higher scores 1 / (1 + 10^(-d / 400)) (Bradley
and Terry, Rank Analysis of Incomplete Block Designs, 1952), solved by `choix`. What a group compares is what
moves the live ratings. A small prior, half a virtual draw between each pair that met, keeps a bot that always
won finite (after Coulom's BayesElo).

± is the 95 % half-width of the difference to the anchor, by bootstrap over board groups: games of one board
are not independent. Groups with equal scores are exchangeable, so that drawing them with replacement is a
multinomial draw of how often each kind of group occurs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from math import log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.ratings.live import Comparison

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csc_array

    Matrix = NDArray[np.float64]
    Indices = NDArray[np.intp]

Kind = tuple[Comparison, ...]  # what a group came to: groups of one kind differ in nothing that counts

PRIOR: Final = 0.25  # of a win, to both of a pair that met: half a virtual draw
FEW_GROUPS: Final = 30
RESAMPLES: Final = 200
TWO_SIDED: Final = 0.975
ELO: Final = 400 / log(10)
DIGITS: Final = 6  # of ratings and scores, so that 1 - ⅓ is ⅔ and equal bots are equal
MOST_STEPS: Final = 10_000
TOLERANCE: Final = 1e-10


class Unsure(Enum):
    """Why a rating has no ±."""

    FEW = "too few boards"
    ONE_SIDED = "won or lost everything"  # only the prior keeps it from infinity


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating. Bots of different scales have not met, not even through others."""

    elo: float
    margin: float | Unsure | None  # ±, None for the anchor itself
    scale: int  # from 0


@dataclass(frozen=True, slots=True)
class Fitted:
    """The rated bots, and for each scale the bot at 0; None: the scale's mean is 0."""

    ratings: Mapping[int, Rating]
    anchors: tuple[int | None, ...]


class _Scale(NamedTuple):
    """Bots that are connected by games."""

    members: "Indices"
    anchor: int | None

    def elo(self, wins: "Matrix") -> "Matrix":
        """The members' ratings if these were the scores, with the anchor or the mean at 0."""
        import choix

        inside = wins[self.members[:, None], self.members]
        strengths = choix.ilsr_pairwise_dense(inside, max_iter=MOST_STEPS, tol=TOLERANCE)
        zero = strengths.mean() if self.anchor is None else strengths[self.members == self.anchor]
        found: Matrix = ELO * (strengths - zero)
        return found


class _Field(NamedTuple):
    """All that was played: how many groups of each kind, and who scored what in one of them."""

    bots: int
    counts: "Indices"
    scores: "csc_array"  # kinds × bots²: what the row's bot scored against the column's, flat
    played: "Matrix"  # in how many groups each bot was compared

    def wins(self, counts: "Indices") -> "Matrix":
        """What each bot scored against each, in so many groups of each kind."""
        found: Matrix = (counts @ self.scores).reshape(self.bots, self.bots)
        return found


def fit(groups: Mapping[Kind, int], bots: Sequence[int], anchors: Sequence[int] = ()) -> Fitted:
    """Rate the bots by so many groups of each kind.

    `bots` is a defined order of all of them, which the bootstrap goes by: the same order and scores give the
    same ±. `anchors` may be at 0, the first one in each scale is; scales are ordered by this, then by size.
    """
    number = {bot: place for place, bot in enumerate(bots)}
    merged = _merged(groups, number)
    if not merged:
        return Fitted({}, ())
    field = _field(merged, len(bots))
    wins = field.wins(field.counts)
    met = (wins + wins.T > 0).astype(float)
    scales = _scales(met, [number[bot] for bot in anchors if bot in number])
    margins = _margins(field, scales, wins, PRIOR * met, _seed(merged))
    ratings = {
        bots[member]: Rating(round(float(elo), DIGITS), margins[member], place)
        for place, scale in enumerate(scales)
        for member, elo in zip(map(int, scale.members), scale.elo(wins + PRIOR * met), strict=True)
    }
    return Fitted(ratings, tuple(None if one.anchor is None else bots[one.anchor] for one in scales))


def _merged(groups: Mapping[Kind, int], number: Mapping[int, int]) -> list[tuple[Kind, int]]:
    """The kinds in an order of their own; a bot is not compared with itself."""
    counts: Counter[Kind] = Counter()
    for kind, count in groups.items():
        if ordered := tuple(sorted(_ordered(kind, number))):
            counts[ordered] += count
    return sorted(counts.items())


def _ordered(kind: Kind, number: Mapping[int, int]) -> Iterator[Comparison]:
    for pair in kind:
        first, second = number[pair.first], number[pair.second]
        if first < second:
            yield Comparison(first, second, round(pair.score, DIGITS), pair.weight)
        elif second < first:
            yield Comparison(second, first, round(1 - pair.score, DIGITS), pair.weight)


def _seed(merged: Sequence[tuple[Kind, int]]) -> int:
    """The event seeds its own bootstrap."""
    return int.from_bytes(sha256(repr(merged).encode()).digest())


def _field(merged: Sequence[tuple[Kind, int]], bots: int) -> _Field:
    import numpy as np
    from scipy.sparse import csc_array

    pairs = [(kind, *pair) for kind, (compared, _) in enumerate(merged) for pair in compared]
    kinds, first, second, score, weight = map(np.array, zip(*pairs, strict=True))
    counts = np.array([count for _, count in merged], np.intp)
    shape = (len(merged), bots**2)
    won = csc_array((weight * score, (kinds, first * bots + second)), shape)
    lost = csc_array((weight * (1 - score), (kinds, second * bots + first)), shape)
    met = np.unique(np.concatenate((kinds * bots + first, kinds * bots + second)))
    played = np.bincount(met % bots, counts[met // bots], minlength=bots).astype(float)
    return _Field(bots, counts, won + lost, played)


def _scales(met: "Matrix", anchors: Sequence[int]) -> tuple[_Scale, ...]:
    import numpy as np
    from scipy.sparse.csgraph import connected_components

    number, labels = connected_components(met, directed=False)
    parts = [np.flatnonzero(labels == label) for label in range(number)]
    found = [
        _Scale(part, next((one for one in anchors if one in part), None)) for part in parts if len(part) > 1
    ]
    return tuple(sorted(found, key=lambda one: (one.anchor is None, -len(one.members), one.members[0])))


def _margins(
    field: _Field, scales: Sequence[_Scale], wins: "Matrix", prior: "Matrix", seed: int
) -> list[float | Unsure | None]:
    """± of each bot. Both a bot and the anchor that it is measured from need enough groups."""
    groups, sided = field.played.copy(), _one_sided(wins, scales)
    for scale in scales:
        if scale.anchor is not None:
            groups[scale.members] = groups[scale.members].clip(max=groups[scale.anchor])
    found: list[float | Unsure | None] = [
        Unsure.FEW if few else Unsure.ONE_SIDED if one_sided else None
        for few, one_sided in zip(groups < FEW_GROUPS, sided, strict=True)
    ]
    anchors = [scale.anchor for scale in scales if scale.anchor is not None]
    sure = [bot for bot, unsure in enumerate(found) if unsure is None and bot not in anchors]
    for bot in anchors:
        found[bot] = None
    if sure:
        errors = _errors(field, scales, prior, seed)
        for bot in sure:
            found[bot] = _half_width(float(errors[bot]), int(groups[bot]))
    return found


def _one_sided(wins: "Matrix", scales: Sequence[_Scale]) -> "NDArray[np.bool_]":
    """Which bots only the prior keeps at a finite distance from what is 0.

    A finite maximum of the likelihood needs a chain of scores from each bot to each (Ford, Solution of a
    Ranking Problem from Binary Comparisons, 1957).
    """
    import numpy as np
    from scipy.sparse.csgraph import connected_components

    _, labels = connected_components(wins > 0, directed=True, connection="strong")
    found = np.zeros(len(wins), bool)
    for scale in scales:
        inside = labels[scale.members]
        found[scale.members] = len({*inside}) > 1 if scale.anchor is None else inside != labels[scale.anchor]
    return found


def _errors(field: _Field, scales: Sequence[_Scale], prior: "Matrix", seed: int) -> "Matrix":
    """Standard errors: how the ratings scatter when as many groups are drawn out of those there are."""
    import numpy as np

    total = field.counts.sum()
    draw = np.random.default_rng(seed)
    drawn = np.zeros((RESAMPLES, field.bots))
    for resample in drawn:
        wins = field.wins(draw.multinomial(total, field.counts / total)) + prior
        for scale in scales:
            resample[scale.members] = scale.elo(wins)
    errors: Matrix = drawn.std(axis=0, ddof=1)
    return errors


def _half_width(error: float, groups: int) -> float:
    from scipy.special import stdtrit

    return round(float(stdtrit(groups - 1, TWO_SIDED)) * error * sqrt(groups / (groups - 1)), DIGITS)
