"""A sequential test (SPRT, Wald 1947): is one bot better than another?

After every board two hypotheses are compared: the difference is elo0 (H0) or elo1 (H1). The test ends when
the log-likelihood ratio (LLR) leaves its bounds.
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from math import exp, inf, log, sqrt
from typing import Final

from arena.ratings.live import expected
from arena.ratings.match_statistics import NELO
from arena.ratings.pair_results import EVEN, Duel, GameScores, Sample, sample

# The bounds are ln(β / (1 − α)) … ln((1 − β) / α) (Wald, Sequential Analysis, 1947).
#
# The error rates are about α and β: if the difference is elo0, H1 is accepted with probability α; if it is
# elo1, H0 is accepted with probability β. In simulations with α = β = 5 %, they were 6.0 and 5.9 %, because
# the ratio is a normal approximation.
#
# Each hypothesis uses the most likely normal distribution of the boards' scores that fulfils it (Michel Van
# den Bergh, A practical introduction to the GSPRT, and Comments on Normalized Elo, cantate.be/Fishtest):
#
# - logistic: the mean is the expected score of the difference;
# - normalised: the mean is nElo / 800 · ln 10 · √m standard deviations of a board's score from ½, with m
#   games a board.

# With fewer boards the variance is often far too small, and the test would stop at random.
MIN_BOARDS: Final = 50
MIN_VARIANCE: Final = 1e-9
MAX_ELO: Final = 1000
MIN_DIFFERENCE: Final = 1e-6  # smaller differences vanish in rounding
MIN_ERROR: Final = 1e-300  # smaller errors make a bound infinite
MAX_ERROR: Final = 0.5
NO_DRIFT: Final = 1e-6  # of the LLR, relative to the corridor's width
MAX_EXPONENT: Final = 500.0  # e^x overflows above


class Model(StrEnum):
    """The unit of the hypotheses elo0 and elo1 of a sequential test (SPRT).

    elo0 and elo1 are the two differences in strength between which the test decides.
    """

    LOGISTIC = "logistic"  # Elo: by expected score
    NORMALISED = "normalised"  # nElo: by score over the luck of a game


class Decision(Enum):
    """The decision of a sequential test (SPRT): H0 accepted, H1 accepted, or undecided."""

    H0 = "H0"  # the first hypothesis is accepted
    H1 = "H1"  # the second hypothesis is accepted
    CONTINUE = "continue"  # undecided: the test goes on


class BadTest(ValueError):
    """The hypotheses or error rates of a sequential test (SPRT) are invalid; the text says why."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The hypotheses and error rates of a sequential test (SPRT). Raise BadTest if they are invalid.

    H0: the first bot is stronger by elo0. H1: it is stronger by elo1. `model`: the unit of elo0 and elo1.
    """

    elo0: float = 0
    elo1: float = 20
    alpha: float = 0.05  # probability of accepting H1 at elo0
    beta: float = 0.05  # probability of accepting H0 at elo1
    model: Model = Model.LOGISTIC

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise BadTest(f"elo0 must be below elo1, both within ±{MAX_ELO}: {self.elo0:g}, {self.elo1:g}")
        if self.elo1 - self.elo0 < MIN_DIFFERENCE:
            raise BadTest(
                f"elo0 must be below elo1 by {MIN_DIFFERENCE:g} or more: {self.elo0:g}, {self.elo1:g}"
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not MIN_ERROR <= rate < MAX_ERROR:
                raise BadTest(f"{name} must be above 0 and below {MAX_ERROR}: {rate:g}")

    @property
    def lower(self) -> float:
        """Return the log-likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the log-likelihood ratio at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a sequential test (SPRT): its decision, log-likelihood ratio and number of boards."""

    decision: Decision
    llr: float  # the log-likelihood ratio
    lower: float  # the ratio at which H0 is accepted
    upper: float  # the ratio at which H1 is accepted
    boards: int
    boards_to_go: int  # until it may decide


def sprt(duel: Duel, test: Sprt) -> SprtState:
    """Return the state of a sequential test after all boards of two bots.

    `duel`: how many boards had each list of game scores. Boards after a decision count too.
    """
    found = sample(duel)
    ratio = log_likelihood_ratio(duel, test)
    decision = Decision.CONTINUE
    if found.boards >= MIN_BOARDS and not test.lower < ratio < test.upper:
        decision = Decision.H1 if ratio > 0 else Decision.H0
    to_go = max(0, MIN_BOARDS - found.boards)
    return SprtState(decision, ratio, test.lower, test.upper, found.boards, to_go)


def log_likelihood_ratio(duel: Duel, test: Sprt) -> float:
    """Return the log-likelihood ratio of H1 (elo1) to H0 (elo0); 0 if there are no boards."""
    found = sample(duel)
    if not found.boards:
        return 0.0
    found = found._replace(variance=max(found.variance, MIN_VARIANCE))
    if test.model is Model.LOGISTIC:
        return found.boards * (_at_mean(found, expected(test.elo1)) - _at_mean(found, expected(test.elo0)))
    games = sum(len(scores) * count for scores, count in duel.items()) / found.boards
    effect0, effect1 = (elo / NELO * sqrt(games) for elo in (test.elo0, test.elo1))
    return found.boards * (_at_effect(found, effect1) - _at_effect(found, effect0))


def _at_mean(found: Sample, mean: float) -> float:
    """Return the log-likelihood per board of a hypothesis, up to a constant.

    The hypothesis is that the expected score of a board is `mean`. `found`: the scores so far.
    """
    return -log(found.variance + (found.mean - mean) ** 2) / 2


def _at_effect(found: Sample, effect: float) -> float:
    """Return the log-likelihood per board of a hypothesis, up to a constant.

    The hypothesis is that the expected score of a board is `effect` standard deviations above ½.
    `found`: the scores so far.
    """
    distance = found.mean - EVEN
    around_half = found.variance + distance**2
    deviation = (sqrt((effect * distance) ** 2 + 4 * around_half) - effect * distance) / 2
    return -log(deviation) + (effect * distance / deviation - effect**2) / 2


# A sequential test gets the boards in schedule order. So its result does not depend on how many boards are
# played at once or which finishes first.


@dataclass(slots=True)
class SequentialTest:
    """A sequential test (SPRT) to which boards are added one by one."""

    test: Sprt  # its hypotheses and error rates
    # boards up to the decision, by the scores of their games
    played: Counter[GameScores] = field(default_factory=Counter)
    state: SprtState = field(init=False)  # after the last of these boards

    def __post_init__(self) -> None:
        self.state = sprt(self.played, self.test)

    @property
    def decided(self) -> bool:
        return self.state.decision is not Decision.CONTINUE

    def add(self, scores: GameScores) -> bool:
        """Add the next board. `scores`: the first bot's score in each game of the board.

        Return True if the board counts: it has scores, and the test had not decided before.
        """
        if self.decided or not scores:
            return False
        self.played[scores] += 1
        self.state = sprt(self.played, self.test)
        return True


def boards_left(test: SequentialTest) -> float:
    """Return the expected number of further boards until the test decides, if scores continue as before.

    Return 0 once the test is decided, infinity before the first board.
    """
    state = test.state
    if test.decided or not state.boards:
        return 0.0 if test.decided else inf
    # The log-likelihood ratio is modelled as a Brownian motion between the bounds, with drift μ and variance
    # σ² per board (Wald, Sequential Analysis, 1947, chapter 3 and appendix A.4). With w the distance between
    # the bounds and y the present height above the lower one, the mean number of boards to a bound is (p · w
    # − y) / μ. Here p = (1 − e^(−2μy/σ²)) / (1 − e^(−2μw/σ²)) is the probability of the upper bound.
    width, above = state.upper - state.lower, state.llr - state.lower
    above = min(max(above, 0.0), width)
    drift, variance = state.llr / state.boards, _variance(test)
    bend = 2 * drift / variance
    if abs(bend) * width < NO_DRIFT:
        left = above * (width - above) / variance
    else:
        left = (_upper_probability(bend, above, width) * width - above) / drift
    return max(left, float(state.boards_to_go))


def _upper_probability(bend: float, above: float, width: float) -> float:
    """Return the probability that the log-likelihood ratio (LLR) reaches its upper bound first.

    `bend`: 2 · drift / variance of the LLR. `above`: the distance of the LLR from its lower bound. `width`:
    the distance between the bounds.
    """
    if bend * width < -MAX_EXPONENT:
        return 0.0
    return (1 - exp(-bend * above)) / (1 - exp(-bend * width))


def _variance(test: SequentialTest) -> float:
    """Estimate the variance of the log-likelihood ratio's change by one board."""
    # (s₁ − s₀)² / v, for expected scores s of the hypotheses and the variance v of the boards' scores.
    found = sample(test.played)
    variance = max(found.variance, MIN_VARIANCE)
    if test.test.model is Model.LOGISTIC:
        return (expected(test.test.elo1) - expected(test.test.elo0)) ** 2 / variance
    games = sum(len(scores) * count for scores, count in test.played.items()) / found.boards
    return (test.test.elo1 - test.test.elo0) ** 2 / NELO**2 * games
