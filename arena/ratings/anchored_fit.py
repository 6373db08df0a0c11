"""Rate a newcomer against a pool of bots whose ratings stay fixed."""

from collections.abc import Mapping

import numpy as np

from arena.ratings.bradley_terry import ELO, expected_scores, fit_strength_against
from arena.ratings.intervals import INDEPENDENT, bound, ends_on_curves, least_dispersion
from arena.ratings.live import BoardScores
from arena.ratings.margins import FEW_BOARDS, NoIntervalReason, quantile
from arena.ratings.rating import DIGITS, Rating
from arena.ratings.result_matrix import Matrix, ResultMatrix, result_matrix

# The model, the prior and the kind of interval are those of the module `fitted`. The interval treats the
# pool's ratings as exact.


def fit_newcomer(
    boards: Mapping[BoardScores, int], newcomer: int, pool: Mapping[int, float]
) -> Rating | None:
    """Return the newcomer's rating, fitted to its games against the pool; None if there are no such games.

    `boards`: the number of boards for each result (the mean score of each pair of bots). `pool`: the Elo of
    each bot in the pool.
    """
    bots = [newcomer, *sorted(pool.keys() - {newcomer})]
    played = result_matrix(_against(boards, newcomer, pool), {bot: place for place, bot in enumerate(bots)})
    if not played.boards:
        return None
    known = np.array([pool[bot] / ELO for bot in bots[1:]])
    wins = played.wins()
    if wins[0].any() and wins[:, 0].any():
        return _between(played, known)
    if played.boards < FEW_BOARDS:
        return Rating(None, None, None, 0, played.boards, NoIntervalReason.FEW)
    limit = quantile(played.boards - 1) ** 2 * INDEPENDENT
    at = round(ELO * bound(known, wins[0, 1:], wins[1:, 0], limit), DIGITS)
    only_won = bool(wins[0].any())
    return Rating(None, at if only_won else None, None if only_won else at, 0, played.boards)


def _between(played: ResultMatrix, known: Matrix) -> Rating:
    """Return the rating, with its interval, of a newcomer that both won and lost.

    `played`: the results; the newcomer is bot 0. `known`: the fixed strengths of the other bots.
    """
    boards, won, lost = played.boards, played.wins()[0, 1:], played.wins()[1:, 0]
    draws = played.draws()[0, 1:]
    met = won + lost + draws
    strength = fit_strength_against(known, won + draws / 2, met)
    elo = round(ELO * strength, DIGITS)
    if boards < FEW_BOARDS:
        return Rating(elo, None, None, 0, boards, NoIntervalReason.FEW)
    expected = expected_scores(np.concatenate(([strength], known)))
    bend = float((met * expected[0, 1:] * expected[1:, 0]).sum())
    own = float(played.spread(expected)[0, 0]) / bend * boards / (boards - 1)
    dispersion = np.maximum(own, least_dispersion(won.sum() / (won + lost).sum()))
    limit = quantile(boards - 1) ** 2 * dispersion.reshape(1)
    ends = (
        ends_on_curves(
            (strength - known)[None], met[None], np.ones((1, 1)), 0.0, limit, side * np.sqrt(limit / bend)
        )
        for side in (-1, 1)
    )
    low, high = (round(elo + ELO * float(end[0]), DIGITS) for end in ends)
    return Rating(elo, low, high, 0, boards)


def _against(
    boards: Mapping[BoardScores, int], newcomer: int, pool: Mapping[int, float]
) -> dict[BoardScores, int]:
    """Return the boards, reduced to the scores between the newcomer and the bots of the pool."""
    reduced: dict[BoardScores, int] = {}
    for kind, count in boards.items():
        pairs = tuple(
            pair
            for pair in kind
            if (pair.first == newcomer and pair.second in pool)
            or (pair.second == newcomer and pair.first in pool)
        )
        reduced[pairs] = reduced.get(pairs, 0) + count
    return reduced
