"""Is one bot better than another? Wald's sequential probability ratio test on board groups.

Two hypotheses are compared after every group: H0, the difference is elo0, and H1, it is elo1. The test ends
when the log-likelihood ratio LLR leaves the bounds ln(β / (1 − α)) … ln((1 − β) / α); then H1 is accepted at
elo0 with a probability of about α, and H0 at elo1 with one of about β (Wald, Sequential Analysis, 1947). In
simulations it errs in 6.0 and 5.9 % where 5 % are meant: the ratio is a normal approximation.

Each hypothesis gets the likeliest normal distribution of group scores that fulfils it (Michel Van den Bergh,
A practical introduction to the GSPRT, and Comments on Normalized Elo, cantate.be/Fishtest):

- logistic: the mean is the score expected of that difference;
- normalised: the mean lies so many standard deviations of a group from ½, in units of one game:
  nElo / 800 · ln 10 · √m with m games a group.
"""

from dataclasses import dataclass
from enum import Enum
from math import log, sqrt
from typing import Final

from arena.ratings.live import expected
from arena.ratings.match_statistics import NELO
from arena.ratings.pair_results import EVEN, Duel, Sample, sample

# Before, the variance of well paired results is often far too small, and the test would stop at random.
MIN_GROUPS: Final = 50
MIN_VARIANCE: Final = 1e-9
FURTHEST: Final = 1000
MIN_APART: Final = 1e-6  # below, nothing is left of the difference in a number
MIN_ERRORS: Final = 1e-300  # below, a bound is infinite
MAX_ERRORS: Final = 0.5


class Model(Enum):
    """What the differences of the hypotheses are measured in."""

    LOGISTIC = "logistic"  # Elo: by expected score
    NORMALISED = "normalised"  # nElo: by score over the luck of a game


class Decision(Enum):
    """What the test says so far."""

    H0 = "H0"
    H1 = "H1"
    CONTINUE = "continue"


class BadTest(ValueError):
    """Hypotheses or error rates that make no test; says why."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """What is tested. Raises BadTest."""

    elo0: float = 0
    elo1: float = 20
    alpha: float = 0.05  # how often elo0 may be taken for elo1
    beta: float = 0.05  # how often elo1 may be taken for elo0
    model: Model = Model.LOGISTIC

    def __post_init__(self) -> None:
        if not -FURTHEST <= self.elo0 < self.elo1 <= FURTHEST:
            raise BadTest(f"elo0 must be below elo1, both within ±{FURTHEST}: {self.elo0:g}, {self.elo1:g}")
        if self.elo1 - self.elo0 < MIN_APART:
            raise BadTest(f"elo0 must be below elo1 by {MIN_APART:g} or more: {self.elo0:g}, {self.elo1:g}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not MIN_ERRORS <= rate < MAX_ERRORS:
                raise BadTest(f"{name} must be above 0 and below {MAX_ERRORS}: {rate:g}")

    @property
    def lower(self) -> float:
        """LLR at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """LLR at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class SprtState:
    """How far a test is."""

    decision: Decision
    llr: float
    lower: float
    upper: float
    groups: int
    groups_to_go: int  # before it may decide


def sprt(duel: Duel, test: Sprt) -> SprtState:
    """The test after these groups. Every group counts, also those after a decision."""
    found = sample(duel)
    ratio = log_likelihood_ratio(duel, test)
    decision = Decision.CONTINUE
    if found.groups >= MIN_GROUPS and not test.lower < ratio < test.upper:
        decision = Decision.H1 if ratio > 0 else Decision.H0
    to_go = max(0, MIN_GROUPS - found.groups)
    return SprtState(decision, ratio, test.lower, test.upper, found.groups, to_go)


def log_likelihood_ratio(duel: Duel, test: Sprt) -> float:
    """How much likelier the groups are at elo1 than at elo0: LLR, 0 without a group."""
    found = sample(duel)
    if not found.groups:
        return 0.0
    found = found._replace(variance=max(found.variance, MIN_VARIANCE))
    if test.model is Model.LOGISTIC:
        return found.groups * (_at_mean(found, expected(test.elo1)) - _at_mean(found, expected(test.elo0)))
    games = sum(len(scores) * count for scores, count in duel.items()) / found.groups
    effect0, effect1 = (elo / NELO * sqrt(games) for elo in (test.elo0, test.elo1))
    return found.groups * (_at_effect(found, effect1) - _at_effect(found, effect0))


def _at_mean(found: Sample, mean: float) -> float:
    """Log-likelihood of a group if the mean is this, up to a constant."""
    return -log(found.variance + (found.mean - mean) ** 2) / 2


def _at_effect(found: Sample, effect: float) -> float:
    """The same if the mean is ½ + effect · deviation, with the deviation that makes it greatest."""
    distance = found.mean - EVEN
    around_half = found.variance + distance**2
    deviation = (sqrt((effect * distance) ** 2 + 4 * around_half) - effect * distance) / 2
    return -log(deviation) + (effect * distance / deviation - effect**2) / 2
