"""Run a sequential test board group by board group, in schedule order, until it decides.

The result depends on the groups alone, not on how many are played at once or which finishes first. Groups
after the decision do not count. (A group is all games of one board.)
"""

from collections import Counter
from dataclasses import dataclass, field
from math import exp, inf
from typing import Final

from arena.ratings.live import expected
from arena.ratings.match_statistics import NELO
from arena.ratings.pair_results import GameScores, sample
from arena.ratings.sprt import MIN_VARIANCE, Decision, Model, Sprt, SprtState, sprt

NO_DRIFT: Final = 1e-6  # of the LLR, relative to the corridor's width
MAX_EXPONENT: Final = 500.0  # e^x overflows above


@dataclass(slots=True)
class SequentialTest:
    """A running sequential test. `state`: its state after the last group that counts."""

    test: Sprt
    played: Counter[GameScores] = field(default_factory=Counter)
    state: SprtState = field(init=False)

    def __post_init__(self) -> None:
        self.state = sprt(self.played, self.test)

    @property
    def decided(self) -> bool:
        return self.state.decision is not Decision.CONTINUE

    def add(self, scores: GameScores) -> bool:
        """Add the next group; return True if it counts: a game was played and the test is undecided."""
        if self.decided or not scores:
            return False
        self.played[scores] += 1
        self.state = sprt(self.played, self.test)
        return True


def groups_left(test: SequentialTest) -> float:
    """Return the expected number of further groups until the decision, if the estimated difference is true.

    It is 0 once the test is decided. The log-likelihood ratio is modelled as a Brownian motion between the
    bounds (Wald, Sequential Analysis, 1947, chapter 3 and appendix A.4): with drift μ and variance σ² a
    group, from y above the lower bound of a corridor of width w it leaves after (p · w − y) / μ, where p = (1
    − e^(−2μy/σ²)) / (1 − e^(−2μw/σ²)).
    """
    state = test.state
    if test.decided or not state.groups:
        return 0.0 if test.decided else inf
    width, above = state.upper - state.lower, state.llr - state.lower
    above = min(max(above, 0.0), width)
    drift, variance = state.llr / state.groups, _variance(test)
    bend = 2 * drift / variance
    if abs(bend) * width < NO_DRIFT:
        left = above * (width - above) / variance
    else:
        left = (_upper_probability(bend, above, width) * width - above) / drift
    return max(left, float(state.groups_to_go))


def _upper_probability(bend: float, above: float, width: float) -> float:
    """Return the probability that the Brownian motion leaves the corridor at the upper bound."""
    if bend * width < -MAX_EXPONENT:
        return 0.0
    return (1 - exp(-bend * above)) / (1 - exp(-bend * width))


def _variance(test: SequentialTest) -> float:
    """Return the variance of the LLR's change by one group, in its short form (s₁ − s₀)² / v."""
    found = sample(test.played)
    variance = max(found.variance, MIN_VARIANCE)
    if test.test.model is Model.LOGISTIC:
        return (expected(test.test.elo1) - expected(test.test.elo0)) ** 2 / variance
    games = sum(len(scores) * count for scores, count in test.played.items()) / found.groups
    return (test.test.elo1 - test.test.elo0) ** 2 / NELO**2 * games
