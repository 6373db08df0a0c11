"""Fitted ratings: maximum likelihood over all board groups at once, in whatever order they were played.

The model is Bradley and Terry's on Elo's scale: a bot rated d higher scores 1 / (1 + 10^(-d / 400)). A group
at a table of k compares every two of its bots, with weight 1 each. One drawn game is added for each bot; that
steadies the fit and never makes a bound finite.

Bots are rated within strongly connected components: each has scored against the others, directly or through
others. Each component is a scale of its own. Any other bot has a bound against the largest scale, as one that
lost everything to it. Intervals are 95 % intervals against the mean of the scale.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.ratings.bradley_terry import ELO
from arena.ratings.components import components
from arena.ratings.intervals import Ends, Maximum, bound, maximum
from arena.ratings.margins import FEW_GROUPS, Unsure
from arena.ratings.ranks import UNBOUNDED, Rank, ranks
from arena.ratings.result_matrix import Field, Kind
from arena.ratings.result_matrix import field as field_of

if TYPE_CHECKING:
    from arena.ratings.result_matrix import Indices, Matrix

DIGITS: Final = 6  # of ratings, so that equal bots are equal


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating, or a bound of it. Bots of different scales cannot be compared."""

    elo: float | None  # None: outside every scale
    low: float | None  # the interval's lower end; alone: the bot is above it
    high: float | None  # the interval's upper end; alone: the bot is below it
    scale: int  # from 0: what it is measured on
    groups: int  # in which it was compared
    unsure: Unsure | None = None  # why it has neither an interval nor a bound

    @property
    def margin(self) -> float | None:
        """Half the interval's width."""
        return None if self.low is None or self.high is None else round((self.high - self.low) / 2, DIGITS)

    @property
    def value(self) -> float | None:
        """Its Elo, or its bound."""
        if self.elo is not None:
            return self.elo
        return self.high if self.low is None else self.low

    @property
    def is_bound(self) -> bool:
        return self.elo is None and self.value is not None

    @property
    def is_sure(self) -> bool:
        """Whether it has an interval or a bound."""
        return self.low is not None or self.high is not None


@dataclass(frozen=True, slots=True)
class Fitted:
    """The ratings and ranks of bots, and for each scale the bot at 0; None: the scale's mean is 0."""

    ratings: Mapping[int, Rating]
    anchors: tuple[int | None, ...]
    ranks: Mapping[int, Rank] = field(default_factory=dict)


class _Scale(NamedTuple):
    """Bots that are rated together."""

    members: "Indices"
    anchor: int | None
    best: Maximum
    ends: Ends | None  # None: too few groups

    @property
    def zero(self) -> float:
        """The strength that is shown as 0."""
        if self.anchor is None:
            return 0.0
        return float(self.best.strengths[self.members.searchsorted(self.anchor)])


def fit(groups: Mapping[Kind, int], bots: Sequence[int], anchors: Sequence[int] = ()) -> Fitted:
    """Rate the bots by these numbers of groups of each kind.

    `anchors` may be at 0; the first one in each scale is. Scales are ordered by size, the one with an anchor
    first.
    """
    number = {bot: place for place, bot in enumerate(bots)}
    played = field_of(groups, number)
    scales = _scales(played, [number[bot] for bot in anchors if bot in number])
    seen = played.group_counts()
    found = {bot: rating for place, scale in enumerate(scales) for bot, rating in _rated(scale, place, seen)}
    outside = [bot for bot in range(len(bots)) if seen[bot] and bot not in found]
    found |= {bot: _outside(bot, scales, played, int(seen[bot])) for bot in outside}
    places = {bot: rank for at, scale in enumerate(scales) for bot, rank in _ranked(scale, at, found).items()}
    return Fitted(
        {bots[bot]: found[bot] for bot in sorted(found)},
        tuple(None if scale.anchor is None else bots[scale.anchor] for scale in scales),
        {bots[bot]: rank for bot, rank in places.items()},
    )


def _scales(played: Field, anchors: Sequence[int]) -> list[_Scale]:
    found = []
    for members in components(played.wins() > 0):
        inside = played.within(members)
        best = maximum(inside)
        enough = best.groups >= FEW_GROUPS and best.groups > best.bots
        anchor = next((one for one in anchors if one in members), None)
        found.append(_Scale(members, anchor, best, best.intervals() if enough else None))
    return sorted(found, key=lambda one: (-len(one.members), one.anchor is None, one.members[0]))


def _rated(scale: _Scale, place: int, played: "Indices") -> "list[tuple[int, Rating]]":
    found = []
    for at, bot in enumerate(map(int, scale.members)):
        groups = int(played[bot])
        elo = _elo(scale.best.strengths[at] - scale.zero)
        if scale.ends is None or groups < FEW_GROUPS:
            found.append((bot, Rating(elo, None, None, place, groups, Unsure.FEW)))
            continue
        low, high = elo - _elo(scale.ends.below[at]), elo + _elo(scale.ends.above[at])
        found.append((bot, Rating(elo, round(low, DIGITS), round(high, DIGITS), place, groups)))
    return found


def _outside(bot: int, scales: Sequence[_Scale], played: Field, groups: int) -> Rating:
    """The bound of a bot that only lost to, or only won from, the bots of the largest scale."""
    if not scales:
        return Rating(None, None, None, 0, groups, Unsure.ONE_SIDED)
    wins, scale = played.wins(), scales[0]
    won, lost = wins[bot, scale.members], wins[scale.members, bot]
    if not won.any() and not lost.any():
        return Rating(None, None, None, 0, groups, Unsure.UNMET)
    if scale.ends is None or groups < FEW_GROUPS:
        return Rating(None, None, None, 0, groups, Unsure.FEW)
    at = _elo(bound(scale.best.strengths, won, lost, scale.best.bound_limit()) - scale.zero)
    return Rating(None, at if won.any() else None, at if lost.any() else None, 0, groups)


def _ranked(scale: _Scale, place: int, ratings: Mapping[int, Rating]) -> dict[int, Rank]:
    """The ranks of the bots of a scale that have an interval, and of those with a bound against it."""
    import numpy as np

    sure = {bot: one for bot, one in ratings.items() if one.scale == place and one.is_sure}
    at = {int(bot): index for index, bot in enumerate(scale.members)}
    order = sorted(sure, key=lambda bot: at.get(bot, len(at)))
    where = [at[bot] for bot in order if bot in at]
    alike = np.eye(len(order))
    alike[: len(where), : len(where)] = scale.best.correlation()[np.ix_(where, where)]
    return _ranks({bot: sure[bot] for bot in order}, alike)


def independent_ranks(sure: Mapping[int, Rating]) -> dict[int, Rank]:
    """Return the ranks of bots whose errors have nothing to do with each other."""
    import numpy as np

    return _ranks(sure, np.eye(len(sure)))


def _ranks(sure: Mapping[int, Rating], correlation: "Matrix") -> dict[int, Rank]:
    found = ranks(
        [one.value or 0.0 for one in sure.values()],
        [half_width(one, one.low) for one in sure.values()],
        [half_width(one, one.high) for one in sure.values()],
        [one.groups for one in sure.values()],
        correlation,
    )
    return dict(zip(sure, found, strict=False))


def half_width(rating: Rating, end: float | None) -> float:
    """Return how far the interval reaches to this end; a bound is its own end on one side."""
    if end is None:
        return UNBOUNDED
    return 0.0 if rating.elo is None else abs(end - rating.elo)


def _elo(strength: float) -> float:
    return round(ELO * float(strength), DIGITS)
