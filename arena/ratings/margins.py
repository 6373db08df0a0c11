"""Quantiles of 95 % intervals, why a number has none, and how many boards make one small."""

from enum import Enum
from math import ceil
from typing import Final

FEW_GROUPS: Final = 30
TWO_SIDED: Final = 0.975
NORMAL: Final = 1.959963984540054  # the normal distribution's quantile at TWO_SIDED
MAX_TIMES: Final = 100


class Unsure(Enum):
    """Why a number has no interval."""

    FEW = "too few boards"
    ONE_SIDED = "won or lost everything"
    UNMET = "met no rated bot"  # its results are only with bots that are themselves not on a scale
    ALIKE = "every board came to the same score"  # there is no luck to measure in
    NEARLY = "won or lost nearly everything"  # the interval has no end


def quantile(freedom: int) -> float:
    """Return how many standard errors ± is: Student's distribution with these degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, TWO_SIDED))


def groups_to_settle(difference: float, margin: float, groups: int) -> int | None:
    """Return how many more groups would bring ± of a difference down to it, if it stays what it is.

    An error falls as 1 / √G. None where that takes over a hundred times the groups there are: the two may
    well be equal.

    >>> groups_to_settle(difference=10, margin=20, groups=50)
    150
    """
    if margin <= abs(difference):
        return 0
    if margin**2 > MAX_TIMES * difference**2:
        return None
    return ceil(groups * ((margin / difference) ** 2 - 1))
