"""±: the half-width of a 95 % interval, or why there is none; and how many boards make it small."""

from enum import Enum
from math import ceil, sqrt
from typing import Final

FEW_GROUPS: Final = 30
TWO_SIDED: Final = 0.975
NORMAL: Final = 1.959963984540054  # the normal distribution's quantile at TWO_SIDED
MOST_TIMES: Final = 100
DIGITS: Final = 6


class Unsure(Enum):
    """Why a number has no ±."""

    FEW = "too few boards"
    ONE_SIDED = "won or lost everything"  # only the prior keeps a rating from infinity
    ALIKE = "every board came to the same score"  # there is no luck to measure in
    NEARLY = "won or lost nearly everything"  # the interval has no end


def half_width(error: float, groups: int) -> float:
    """± of a standard error that was bootstrapped over so many groups, 2 or more.

    The bootstrap divides by G where an unbiased variance needs G − 1; and the error is itself estimated,
    which Student's distribution allows for.
    """
    return round(quantile(groups - 1) * error * sqrt(groups / (groups - 1)), DIGITS)


def quantile(freedom: int) -> float:
    """How many standard errors ± is: Student's distribution with so many degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, TWO_SIDED))


def groups_to_settle(difference: float, margin: float, groups: int) -> int | None:
    """How many more groups would bring ± down to this difference, if that stays what it is.

    An error falls as 1 / √G. None where it would take over a hundred times the groups there are: the two may
    well be equal.

    >>> groups_to_settle(difference=10, margin=20, groups=50)
    150
    """
    if margin <= abs(difference):
        return 0
    if margin**2 > MOST_TIMES * difference**2:
        return None
    return ceil(groups * ((margin / difference) ** 2 - 1))
