"""A newcomer against a frozen pool: one number is fitted, the ratings of the pool stay what they are.

Model, prior and bootstrap are those of the fitted ratings. ± is that of the newcomer alone: the error of the
pool's own ratings is not in it.
"""

from collections.abc import Mapping

from arena.ratings.field import Kind, field
from arena.ratings.fitted import DIGITS, Rating
from arena.ratings.margins import FEW_GROUPS, Unsure, half_width
from arena.ratings.strengths import ELO, likeliest_near


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
    start = np.array([0.0] + [pool[bot] / ELO for bot in bots[1:]])
    wins = played.wins()
    start = likeliest_near(start, wins[None] + played.prior, free)[0]
    groups_played = int(played.played[0])
    margin: float | Unsure
    if groups_played < FEW_GROUPS:
        margin = Unsure.FEW
    elif not wins[0].any() or not wins[:, 0].any():
        margin = Unsure.ONE_SIDED
    else:
        drawn = [likeliest_near(start, wins + played.prior, free)[:, 0] for wins in played.resamples()]
        margin = half_width(ELO * float(np.concatenate(drawn).std(ddof=1)), groups_played)
    return Rating(round(ELO * float(start[0]), DIGITS), margin, 0, groups_played)


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
