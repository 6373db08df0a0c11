"""The likeliest strengths in Bradley and Terry's model, natural logarithms: ELO turns them into Elo.

A bot d stronger than another scores 1 / (1 + e^-d) against it (Bradley and Terry, Rank Analysis of Incomplete
Block Designs, 1952).
"""

from math import log
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from arena.ratings.field import Indices, Matrix

ELO: Final = 400 / log(10)
MOST_STEPS: Final = 10_000
TOLERANCE: Final = 1e-10
EXACT: Final = 1e-8  # a step below which the rest is rounding
TINY: Final = 1e-300  # instead of nothing, to divide nothing by
CLOSE: Final = 1e-3  # a step of the order of its square is left


def likeliest(wins: "Matrix") -> "Matrix":
    """The strengths of all bots, with mean 0, if these were the scores of the row's against the column's.

    They need to be connected, and every one needs to have won something from somebody.
    """
    import numpy as np

    bots = len(wins)
    found: Matrix = likeliest_near(np.zeros(bots), wins[None], np.arange(1, bots), EXACT)[0]
    found -= found.mean()
    return found


def likeliest_near(start: "Matrix", wins: "Matrix", free: "Indices", close: float = CLOSE) -> "Matrix":
    """The strengths for each of many such matrices, searched from the same start; only `free` bots move.

    Newton's method, its steps shortened so that it cannot overshoot: Sun and Tran-Dinh, Generalized
    Self-Concordant Functions, 2019. It ends with a step shorter than `close`.
    """
    import numpy as np

    found = np.tile(start, (len(wins), 1))
    met = wins + wins.transpose(0, 2, 1)
    moves = np.isin(np.arange(len(start)), free)
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp(found[:, None, :] - found[:, :, None]))
        uphill = (wins - met * expected).sum(axis=2) * moves
        step = _newton_step(met * expected * (1 - expected), uphill, moves)
        longest = 2 * np.abs(step).max(axis=1, initial=0.0)[:, None]
        found += step * np.log1p(longest) / np.maximum(longest, TOLERANCE)
        if longest.max() < close:
            break
    return found


def _newton_step(bend: "Matrix", uphill: "Matrix", moves: "NDArray[np.bool_]") -> "Matrix":
    """The step with (row sums of bend − bend) · step = uphill, for each matrix, by conjugate gradients.

    Not by LAPACK: its threads wait for each other at every one of these small matrices, which takes ten times
    as long where all processors are busy.
    """
    import numpy as np

    diagonal = bend.sum(axis=2)
    scale = np.divide(1, diagonal, out=np.zeros_like(diagonal), where=diagonal > 0)
    step, left = np.zeros_like(uphill), uphill.copy()
    along = scale * left
    height = aim = (left * along).sum(axis=1)
    for _ in range(MOST_STEPS):
        if (height <= CLOSE**2 * aim).all():
            break
        turned = (diagonal * along - np.einsum("ijk,ik->ij", bend, along)) * moves
        far = (height / np.maximum((along * turned).sum(axis=1), TINY))[:, None]
        step += far * along
        left -= far * turned
        before, height = height, (left * scale * left).sum(axis=1)
        along = scale * left + (height / np.maximum(before, TINY))[:, None] * along
    return step
