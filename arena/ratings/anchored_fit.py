"""Rate a newcomer against a frozen pool of rated bots: only the newcomer's rating is fitted.

Model, prior and intervals are those of `fitted`. The interval does not include the errors of the pool's
ratings.
"""

from collections.abc import Mapping

import numpy as np

from arena.ratings.bradley_terry import ELO, expected_scores, fit_strength_against
from arena.ratings.intervals import INDEPENDENT, bound, ends_on_curves, least_dispersion
from arena.ratings.live import GroupKind
from arena.ratings.margins import FEW_GROUPS, NoIntervalReason, quantile
from arena.ratings.rating import DIGITS, Rating
from arena.ratings.result_matrix import Matrix, ResultMatrix, result_matrix


def fit_newcomer(groups: Mapping[GroupKind, int], newcomer: int, pool: Mapping[int, float]) -> Rating | None:
    """Return the newcomer's rating, fitted to its games against the pool; None if there are no such games.

    `groups`: how many board groups (all games of one board) had each combination of pair scores. `pool`: the
    Elo of each bot in the pool. Only pairs of the newcomer and a bot of the pool count.
    """
    bots = [newcomer, *sorted(pool.keys() - {newcomer})]
    played = result_matrix(_against(groups, newcomer, pool), {bot: place for place, bot in enumerate(bots)})
    if not played.groups:
        return None
    known = np.array([pool[bot] / ELO for bot in bots[1:]])
    wins = played.wins()
    if wins[0].any() and wins[:, 0].any():
        return _between(played, known)
    if played.groups < FEW_GROUPS:
        return Rating(None, None, None, 0, played.groups, NoIntervalReason.FEW)
    limit = quantile(played.groups - 1) ** 2 * INDEPENDENT
    at = round(ELO * bound(known, wins[0, 1:], wins[1:, 0], limit), DIGITS)
    only_won = bool(wins[0].any())
    return Rating(None, at if only_won else None, None if only_won else at, 0, played.groups)


def _between(played: ResultMatrix, known: Matrix) -> Rating:
    """Return the rating, with its interval, of a newcomer that has won and lost against the pool."""
    groups, won, lost = played.groups, played.wins()[0, 1:], played.wins()[1:, 0]
    draws = played.draws()[0, 1:]
    met = won + lost + draws
    strength = fit_strength_against(known, won + draws / 2, met)
    elo = round(ELO * strength, DIGITS)
    if groups < FEW_GROUPS:
        return Rating(elo, None, None, 0, groups, NoIntervalReason.FEW)
    expected = expected_scores(np.concatenate(([strength], known)))
    bend = float((met * expected[0, 1:] * expected[1:, 0]).sum())
    own = float(played.spread(expected)[0, 0]) / bend * groups / (groups - 1)
    dispersion = np.maximum(own, least_dispersion(won.sum() / (won + lost).sum()))
    limit = quantile(groups - 1) ** 2 * dispersion.reshape(1)
    ends = (
        ends_on_curves(
            (strength - known)[None], met[None], np.ones((1, 1)), 0.0, limit, side * np.sqrt(limit / bend)
        )
        for side in (-1, 1)
    )
    low, high = (round(elo + ELO * float(end[0]), DIGITS) for end in ends)
    return Rating(elo, low, high, 0, groups)


def _against(
    groups: Mapping[GroupKind, int], newcomer: int, pool: Mapping[int, float]
) -> dict[GroupKind, int]:
    """Return the board groups, reduced to the pairs of the newcomer with a bot of the pool."""
    reduced: dict[GroupKind, int] = {}
    for kind, count in groups.items():
        pairs = tuple(
            pair
            for pair in kind
            if (pair.first == newcomer and pair.second in pool)
            or (pair.second == newcomer and pair.first in pool)
        )
        reduced[pairs] = reduced.get(pairs, 0) + count
    return reduced
