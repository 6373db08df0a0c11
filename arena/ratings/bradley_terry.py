"""Fit the strengths of bots by Bradley and Terry's model.

A bot that is stronger by d scores 1 / (1 + e^-d) on average. A strength times `ELO` is an Elo rating.
"""

from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.ratings.result_matrix import Indices, Matrix

# Bradley and Terry, Rank Analysis of Incomplete Block Designs, 1952.
#
# In a strongly connected component, each bot scored against each other bot, directly or through a chain of
# bots. Only within such a component does the likelihood have a finite maximum (Ford, Solution of a Ranking
# Problem from Binary Comparisons, 1957). So bots of different components cannot be compared.

Edges = NDArray[np.bool_]

ELO: Final = 400 / log(10)
MAX_STEPS: Final = 10_000
TOLERANCE: Final = 1e-10
TINY: Final = 1e-300  # avoids division by zero
EXACT: Final = 1e-8  # a smaller step is rounding error


def fit_strengths(wins: Matrix) -> Matrix:
    """Return the fitted strength of each bot, with mean 0.

    Each bot must have scored against each other bot, directly or through a chain of bots (one strongly
    connected component). `wins`: the score of each row's bot against each column's bot.
    """
    strengths = np.zeros(len(wins))
    met = wins + wins.T
    for _ in range(MAX_STEPS):
        expected = expected_scores(strengths)
        step = np.linalg.solve(
            information(met, expected) + 1 / len(wins), (wins - met * expected).sum(axis=1)
        )
        # Shortened steps cannot overshoot (Sun and Tran-Dinh, Generalized Self-Concordant Functions, 2019).
        longest = 2 * np.abs(step).max()
        strengths += step * np.log1p(longest) / max(longest, TOLERANCE)
        if longest < EXACT:
            break
    strengths -= strengths.mean()
    return strengths


def fit_strength_against(known: Matrix, won: Matrix, met: Matrix) -> float:
    """Return the fitted strength of one bot against opponents of known strengths.

    `won`: the bot's score against each opponent; `met`: how often they met.
    """
    strength = float((known * met).sum() / met.sum())
    for _ in range(MAX_STEPS):
        expected = 1 / (1 + np.exp(known - strength))
        step = float((won - met * expected).sum() / max((met * expected * (1 - expected)).sum(), TINY))
        strength += float(np.copysign(np.log1p(2 * abs(step)) / 2, step))
        if abs(step) < EXACT:
            break
    return strength


def expected_scores(strengths: Matrix) -> Matrix:
    """Return a matrix with the expected score of each row's bot against each column's bot.

    If `strengths` has several rows, return one matrix for each row.
    """
    found: Matrix = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
    return found


def information(met: Matrix, expected: Matrix) -> Matrix:
    """Return Fisher's information matrix of the strengths: the curvature of the log-likelihood.

    `met`: how often each pair of bots met. `expected`: the expected score of each row's bot against each
    column's bot.
    """
    bend = met * expected * (1 - expected)
    found: Matrix = -bend
    bots = np.arange(bend.shape[-1])
    found[..., bots, bots] += bend.sum(axis=-1)
    return found


def components(beat: Edges) -> list[Indices]:
    """Return the strongly connected components of the bots, as arrays of bot numbers.

    Components of a single bot are left out. The order is by the lowest bot number. `beat[i, j]`: true if bot
    i scored against bot j.
    """
    left = np.ones(len(beat), bool)
    result = []
    while left.any():
        start = int(left.argmax())
        component = _reachable(beat, start, left) & _reachable(beat.T, start, left)
        left &= ~component
        if component.sum() > 1:
            result.append(np.flatnonzero(component))
    return result


def _reachable(beat: Edges, start: int, among: Edges) -> Edges:
    reached = np.zeros(len(beat), bool)
    reached[start] = True
    front = reached
    while front.any():
        front = beat[front].any(axis=0) & among & ~reached
        reached = reached | front
    return reached
