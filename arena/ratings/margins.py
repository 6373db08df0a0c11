"""Helpers for 95 % intervals: their width, why they are missing, and how many boards make them narrower.

This module does not import numpy.
"""

from enum import StrEnum
from math import ceil
from typing import Final

FEW_BOARDS: Final = 30
TWO_SIDED: Final = 0.975
NORMAL: Final = 1.959963984540054  # the normal distribution's quantile at TWO_SIDED
MAX_GROWTH: Final = 100


class NoIntervalReason(StrEnum):
    """The reason why a rating or another estimate has no interval."""

    FEW = "too few boards"
    ONE_SIDED = "won or lost everything"
    UNMET = "met no rated bot"  # it has only met bots outside the scale
    ALIKE = "every board came to the same score"  # nElo needs some luck as its unit
    NEARLY = "won or lost nearly everything"  # the interval is infinite


def quantile(freedom: int) -> float:
    """Return half the width of a 95 % interval, in standard errors, by Student's distribution.

    `freedom`: the degrees of freedom of this distribution.
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, TWO_SIDED))


def boards_to_settle(difference: float, margin: float, boards: int) -> int | None:
    """Return how many more boards are needed to make the margin as small as the difference.

    `boards`: the number of boards so far. Return 0 if no more are needed, None if the total would be more
    than a hundred times `boards`.

    >>> boards_to_settle(difference=10, margin=20, boards=50)
    150
    """
    if margin <= abs(difference):
        return 0
    if margin**2 > MAX_GROWTH * difference**2:
        return None
    # The margin falls as 1 / √G with the number of boards G.
    return ceil(boards * ((margin / difference) ** 2 - 1))
