"""A newcomer against a frozen pool: one number is fitted, the ratings of the pool stay what they are.

Model, prior and bootstrap are those of the fitted ratings. ± is that of the newcomer alone: the error of the
pool's own ratings is not in it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arena.ratings.field import PRIOR, Field, Kind, field
from arena.ratings.fitted import DIGITS, Rating
from arena.ratings.margins import FEW_GROUPS, Unsure, half_width
from arena.ratings.strengths import ELO, likeliest_near

if TYPE_CHECKING:
    from arena.ratings.field import Matrix


def fit_newcomer(groups: Mapping[Kind, int], newcomer: int, pool: Mapping[int, float]) -> Rating | None:
    """The newcomer's rating by its games against the pool, whose Elo is given. None if it met nobody there.

    Only what these groups say of the newcomer and one of the pool counts.
    """
    import numpy as np

    bots = [newcomer, *sorted(pool.keys() - {newcomer})]
    played = field(_against(groups, newcomer, pool), {bot: place for place, bot in enumerate(bots)})
    if played is None:
        return None
    free = np.zeros(1, np.intp)
    wins, prior = played.wins(), _prior(played)
    known = np.array([0.0] + [pool[bot] / ELO for bot in bots[1:]])
    start = likeliest_near(known, wins[None] + prior, free)[0]
    groups_played = int(played.played[0])
    margin: float | Unsure
    if groups_played < FEW_GROUPS:
        margin = Unsure.FEW
    elif not wins[0].any() or not wins[:, 0].any():
        margin = Unsure.ONE_SIDED
    else:
        drawn = [likeliest_near(start, wins + prior, free)[:, 0] for wins in played.resamples()]
        margin = half_width(ELO * float(np.concatenate(drawn).std(ddof=1)), groups_played)
    return Rating(round(ELO * float(start[0]), DIGITS), margin, 0, groups_played)


def _prior(played: Field) -> "Matrix":
    """Half a virtual draw, shared out over the pool by how much the newcomer met each."""
    import numpy as np

    wins = played.wins()
    met = wins[0] + wins[:, 0]
    found = np.zeros_like(wins)
    found[0] = found[:, 0] = PRIOR * met / met.sum()
    return found


def _against(groups: Mapping[Kind, int], newcomer: int, pool: Mapping[int, float]) -> dict[Kind, int]:
    """What the groups say of the newcomer and the pool."""
    found: dict[Kind, int] = {}
    for kind, count in groups.items():
        left = tuple(
            pair
            for pair in kind
            if (pair.first == newcomer and pair.second in pool)
            or (pair.second == newcomer and pair.first in pool)
        )
        found[left] = found.get(left, 0) + count
    return found
