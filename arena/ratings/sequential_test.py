"""A sequential test while it goes on: group after group, in the order of the schedule, up to the decision.

Which group decides is a function of the groups alone: however many are played at once, and whichever of them
is over first, the same groups count. Those after the decision do not.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import exp, inf
from typing import Final

from arena.ratings.live import expected
from arena.ratings.match_statistics import NELO
from arena.ratings.pair_results import GameScores, sample
from arena.ratings.sprt import MIN_VARIANCE, Decision, Model, Sprt, SprtState, sprt

NO_DRIFT: Final = 1e-6  # of the LLR, in bounds' widths a step of its own size
STEEP: Final = 500.0  # beyond, e^x has no place in a number


@dataclass(slots=True)
class SequentialTest:
    """What counts so far. `state` is that after the last group that counts."""

    test: Sprt
    played: Counter[GameScores] = field(default_factory=Counter)
    state: SprtState = field(init=False)

    def __post_init__(self) -> None:
        self.state = sprt(self.played, self.test)

    @property
    def decided(self) -> bool:
        return self.state.decision is not Decision.CONTINUE

    def add(self, scores: GameScores) -> bool:
        """The next group of the schedule; whether it counts. One that compares nothing (no game) does not."""
        if self.decided or not scores:
            return False
        self.played[scores] += 1
        self.state = sprt(self.played, self.test)
        return True


def groups_left(test: SequentialTest) -> float:
    """How many groups more it takes on average, if the difference is what it seems to be. 0 when decided.

    The LLR is taken for a Brownian motion between the bounds (Wald, Sequential Analysis, 1947, chapter 3 and
    appendix A.4): with drift μ and variance σ² a group, from y above the lower bound of a corridor of width w
    it leaves after (p · w − y) / μ, where p = (1 − e^(−2μy/σ²)) / (1 − e^(−2μw/σ²)).
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
        left = (_up(bend, above, width) * width - above) / drift
    return max(left, float(state.groups_to_go))


def _up(bend: float, above: float, width: float) -> float:
    """How likely the upper bound is reached."""
    if bend * width < -STEEP:
        return 0.0
    return (1 - exp(-bend * above)) / (1 - exp(-bend * width))


def _variance(test: SequentialTest) -> float:
    """Of what one group adds to the LLR, in its short form (s₁ − s₀)² / v."""
    found = sample(test.played)
    variance = max(found.variance, MIN_VARIANCE)
    if test.test.model is Model.LOGISTIC:
        return (expected(test.test.elo1) - expected(test.test.elo0)) ** 2 / variance
    games = sum(len(scores) * count for scores, count in test.played.items()) / found.groups
    return (test.test.elo1 - test.test.elo0) ** 2 / NELO**2 * games
