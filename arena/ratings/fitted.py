"""Fitted ratings: maximum likelihood over all board groups at once, in whatever order they were played.

The model is Bradley and Terry's on Elo's scale: a bot rated d higher scores 1 / (1 + 10^(-d / 400)). What a
group compares is what moves the live ratings. A small prior, half a virtual draw for each bot, keeps one that
always won finite.

± is the 95 % half-width of the difference to the anchor, by bootstrap over board groups: games of one board
are not independent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.ratings.field import Field, Kind, field
from arena.ratings.margins import FEW_GROUPS, Unsure, half_width
from arena.ratings.strengths import ELO, likeliest, likeliest_near

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from arena.ratings.field import Indices, Matrix

DIGITS: Final = 6  # of ratings, so that equal bots are equal


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating. Bots of different scales have not met, not even through others."""

    elo: float
    margin: float | Unsure | None  # ±, None for the anchor itself
    scale: int  # from 0
    groups: int  # in which it was compared


@dataclass(frozen=True, slots=True)
class Fitted:
    """The rated bots, and for each scale the bot at 0; None: the scale's mean is 0."""

    ratings: Mapping[int, Rating]
    anchors: tuple[int | None, ...]


class _Scale(NamedTuple):
    """Bots that are connected by games."""

    members: "Indices"
    anchor: int | None

    @property
    def reference(self) -> int:
        """Whom the others' strengths are searched from."""
        return int(self.members[0]) if self.anchor is None else self.anchor

    def elo(self, strengths: "Matrix") -> "Matrix":
        """The members' ratings, with the anchor or the mean at 0, for each row of strengths."""
        inside = strengths[..., self.members]
        zero = inside.mean(axis=-1) if self.anchor is None else strengths[..., self.anchor]
        found: Matrix = ELO * (inside - zero[..., None])
        return found


def fit(groups: Mapping[Kind, int], bots: Sequence[int], anchors: Sequence[int] = ()) -> Fitted:
    """Rate the bots by so many groups of each kind.

    `bots` is a defined order of all of them, which the bootstrap goes by: the same order and scores give the
    same ±. `anchors` may be at 0, the first one in each scale is; scales are ordered by this, then by size.
    """
    number = {bot: place for place, bot in enumerate(bots)}
    played = field(groups, number)
    if played is None:
        return Fitted({}, ())
    prior = played.prior()
    scales = _scales(prior, [number[bot] for bot in anchors if bot in number])
    strengths = _strengths(played.wins() + prior, scales)
    margins = _margins(played, scales, strengths)
    ratings = {
        bots[member]: Rating(round(float(elo), DIGITS), margins[member], place, int(played.played[member]))
        for place, scale in enumerate(scales)
        for member, elo in zip(map(int, scale.members), scale.elo(strengths), strict=True)
    }
    return Fitted(ratings, tuple(None if one.anchor is None else bots[one.anchor] for one in scales))


def _scales(met: "Matrix", anchors: Sequence[int]) -> tuple[_Scale, ...]:
    import numpy as np
    from scipy.sparse.csgraph import connected_components

    number, labels = connected_components(met, directed=False)
    parts = [np.flatnonzero(labels == label) for label in range(number)]
    found = [
        _Scale(part, next((one for one in anchors if one in part), None)) for part in parts if len(part) > 1
    ]
    return tuple(sorted(found, key=lambda one: (one.anchor is None, -len(one.members), one.members[0])))


def _strengths(wins: "Matrix", scales: Sequence[_Scale]) -> "Matrix":
    import numpy as np

    found = np.zeros(len(wins))
    for scale in scales:
        found[scale.members] = likeliest(wins[np.ix_(scale.members, scale.members)])
    return found


def _margins(played: Field, scales: Sequence[_Scale], strengths: "Matrix") -> list[float | Unsure | None]:
    """± of each bot. Both a bot and the anchor that it is measured from need enough groups."""
    groups, sided = played.played.copy(), _one_sided(played.wins(), scales)
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
        errors = _errors(played, scales, strengths)
        for bot in sure:
            found[bot] = half_width(float(errors[bot]), int(groups[bot]))
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


def _errors(played: Field, scales: Sequence[_Scale], strengths: "Matrix") -> "Matrix":
    """Standard errors in Elo: how ratings scatter when as many groups are drawn out of those there are."""
    import numpy as np

    prior = played.prior()
    free = np.concatenate([scale.members[scale.members != scale.reference] for scale in scales])
    drawn = np.concatenate([likeliest_near(strengths, wins + prior, free) for wins in played.resamples()])
    found = np.zeros(played.bots)
    for scale in scales:
        found[scale.members] = scale.elo(drawn).std(axis=0, ddof=1)
    return found
