"""The likeliest strengths in Bradley and Terry's model, natural logarithms: ELO turns them into Elo.

A bot d stronger than another scores 1 / (1 + e^-d) against it (Bradley and Terry, Rank Analysis of Incomplete
Block Designs, 1952).
"""

from math import log
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from arena.ratings.result_matrix import Matrix

ELO: Final = 400 / log(10)
MAX_STEPS: Final = 10_000
TOLERANCE: Final = 1e-10
TINY: Final = 1e-300  # instead of nothing, to divide nothing by
EXACT: Final = 1e-8  # a step below which the rest is rounding


def likeliest(wins: "Matrix") -> "Matrix":
    """Return the strengths of all bots, with mean 0, for these scores of the row's bot against the column's.

    They need to be connected, and each needs to have won something from somebody. Newton's method, its steps
    shortened so that it cannot overshoot: Sun and Tran-Dinh, Generalized Self-Concordant Functions, 2019.
    """
    import numpy as np

    found = np.zeros(len(wins))
    met = wins + wins.T
    for _ in range(MAX_STEPS):
        expected = expected_scores(found)
        step = np.linalg.solve(
            information(met, expected) + 1 / len(wins), (wins - met * expected).sum(axis=1)
        )
        longest = 2 * np.abs(step).max()
        found += step * np.log1p(longest) / max(longest, TOLERANCE)
        if longest < EXACT:
            break
    found -= found.mean()
    return found


def likeliest_against(known: "Matrix", won: "Matrix", met: "Matrix") -> float:
    """Return the strength of one bot that won so much of what it met from opponents of known strengths."""
    import numpy as np

    found = float((known * met).sum() / met.sum())
    for _ in range(MAX_STEPS):
        expected = 1 / (1 + np.exp(known - found))
        step = float((won - met * expected).sum() / max((met * expected * (1 - expected)).sum(), TINY))
        found += float(np.copysign(np.log1p(2 * abs(step)) / 2, step))
        if abs(step) < EXACT:
            break
    return found


def expected_scores(strengths: "Matrix") -> "Matrix":
    """Return the expected score of each row's bot against each column's; of many fields at once if given."""
    import numpy as np

    found: Matrix = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
    return found


def information(met: "Matrix", expected: "Matrix") -> "Matrix":
    """Return Fisher's information of one group: minus the second derivatives of the log-likelihood."""
    import numpy as np

    bend = met * expected * (1 - expected)
    found: Matrix = -bend
    bots = np.arange(bend.shape[-1])
    found[..., bots, bots] += bend.sum(axis=-1)
    return found
