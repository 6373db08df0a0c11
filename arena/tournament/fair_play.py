"""Find pairs of bots with unlikely results: one may lose to the other on purpose (collusion).

The expected score of a pair comes from a Bradley-Terry model, fitted to the results of all other pairs. A
pair is reported if its score differs too much from the expected score. The search then goes on without this
pair, because its results make other pairs look suspicious.

A report does not prove intent. Bots that secretly exchange signals but have even results are not found.
"""

# The difference is divided by its standard error, which has three parts: the spread of the scores of boards,
# the uncertainty of the expected score, and the usual difference of pairs from the model, because a bot's
# style suits it against some opponents better than against others.
#
# A pair is reported if the probability of its difference (Student's distribution) is below `alarm` of
# `unlikely_pairs`, divided by the number of pairs (Bonferroni). So at most about the share `alarm` of honest
# tournaments get a report.
#
# The method was tested on simulated round robins of 6 to 20 bots whose strengths spread by at least 50 Elo.
# At most about 1 % of the round robins with only honest bots got a report. In further simulations, one of
# eight bots lost a share of its boards against another bot on purpose. This pair was found:
#
# - with a share of 80 %: in 96 % of the round robins with 60 boards per pair, and in all with 300;
# - with a share of 40 %: in 30 % of the round robins with 60 boards per pair, and in 96 % with 300.
#
# If styles change the scores of pairs by 5 % or more (standard deviation), fewer cases are found.

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import exp, log1p, sqrt
from statistics import NormalDist, fmean, median, variance
from typing import Final

MIN_BOARDS: Final = 30  # that a pair needs to be judged
MIN_SPARE_PAIRS: Final = 6  # pairs minus bots; fewer do not show how pairs differ from the model
PRIOR: Final = 1.0  # drawn virtual boards of every pair that met, so that a bot without a win has a strength
TOLERANCE: Final = 1e-9
MAX_STEPS: Final = 50
MEDIAN_OF_SQUARE: Final = 0.4549  # of a standard normal variable
FREEDOM: Final = 0.6  # degrees of freedom per spare pair, of the variance between pairs; by simulation
CAUTION: Final = 2.0  # standard errors added to that variance; by simulation
MIN_UNCERTAINTY: Final = 0.5  # of an expectation: p (1 - p) of a board of two independent games
MAX_LEVERAGE: Final = 0.99  # of a pair; with more, the model cannot be fitted without the pair
SMALL: Final = 1e-6

Pair = tuple[int, int]
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class PairScores:
    """The scores of one bot against another in one or more matches."""

    first: int
    second: int
    # of `first`, one per board: the mean of its games (better place 1, same place ½)
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class UnlikelyPair:
    """A pair of bots with an unlikely result: `first` scored more than expected."""

    first: int
    second: int
    boards: int
    score: float  # mean board score of the first
    expected: float
    error: float  # standard error of the difference
    chance: float  # probability of such a difference on either side, for an honest pair


@dataclass(frozen=True, slots=True)
class _Mean:
    boards: int
    score: float
    spread: float  # variance of a board's score; 0 if unknown


@dataclass(frozen=True, slots=True)
class _PairDifference:
    expected: float
    difference: float
    error: float  # variance of the difference if pairs followed the model

    @property
    def ratio(self) -> float:
        return abs(self.difference) / sqrt(self.error)


def unlikely_pairs(meetings: Iterable[PairScores], alarm: float = 0.01) -> tuple[UnlikelyPair, ...]:
    """Return the pairs of bots with unlikely results, the least likely first.

    `meetings`: the results of all pairs. `alarm`: the accepted share of honest tournaments with a report.

    A pair is judged only if it has at least 30 boards. The number of other pairs must also exceed the number
    of bots by at least 6. A round robin of six bots is large enough.
    """
    means = _means(meetings)
    pairs = _count_judged(means)
    reported: list[UnlikelyPair] = []
    while worst := _worst(means):
        rest = {pair: mean for pair, mean in means.items() if pair != worst}
        if _spare_pairs(rest) < MIN_SPARE_PAIRS:
            break
        unlikely = _judge_pair(worst, means[worst], rest)
        if unlikely.chance * pairs >= alarm:
            break
        reported.append(unlikely)
        means = rest
    return tuple(reported)


def count_judged_pairs(meetings: Iterable[PairScores]) -> int:
    """Return the number of pairs with enough boards to be judged; 0 if there are too few pairs."""
    means = _means(meetings)
    return _count_judged(means) if _spare_pairs(means) > MIN_SPARE_PAIRS else 0


def _count_judged(means: Mapping[Pair, _Mean]) -> int:
    return sum(mean.boards >= MIN_BOARDS for mean in means.values())


def _means(meetings: Iterable[PairScores]) -> dict[Pair, _Mean]:
    scores: dict[Pair, list[float]] = {}
    for meeting in meetings:
        turned = meeting.first > meeting.second
        pair = (meeting.second, meeting.first) if turned else (meeting.first, meeting.second)
        own = (1 - score for score in meeting.scores) if turned else meeting.scores
        scores.setdefault(pair, []).extend(own)
    return {
        pair: _Mean(len(own), fmean(own), variance(own) if len(own) > 1 else 0.0)
        for pair, own in sorted(scores.items())
        if own
    }


def _spare_pairs(means: Mapping[Pair, _Mean]) -> int:
    """Return the number of pairs minus the number of bots.

    If this number is too small, the results do not show how far honest pairs differ from the model.
    """
    return len(means) - len({bot for pair in means for bot in pair})


def _worst(means: Mapping[Pair, _Mean]) -> Pair | None:
    """Return the pair with the largest difference from its expected score, in standard errors.

    Return None if no pair can be judged.
    """
    differences = _differences(means)
    enough = {pair: each for pair, each in differences.items() if means[pair].boards >= MIN_BOARDS}
    return max(enough, key=lambda pair: enough[pair].ratio, default=None)


def _differences(means: Mapping[Pair, _Mean]) -> dict[Pair, _PairDifference]:
    """Return the difference between each pair's mean score and its expected score.

    Pairs whose difference cannot be computed are left out.
    """
    index = {bot: number for number, bot in enumerate(sorted({bot for pair in means for bot in pair}))}
    if not index:
        return {}
    strength, inverse = _fit(means, index)
    pooled = _pooled_variance(means)
    found = {}
    for (first, second), mean in means.items():
        a, b = index[first], index[second]
        variance = inverse[a][a] + inverse[b][b] - 2 * inverse[a][b]
        without = _expected_without_pair(strength[a] - strength[b], mean, variance)
        if without is not None:
            found[first, second] = _difference(mean, *without, pooled)
    return found


def _difference(mean: _Mean, expected: float, uncertain: float, pooled: float) -> _PairDifference:
    """Return the difference between a pair's mean and expected score, and the variance of the difference.

    `uncertain`: the variance of the expected score, in log odds. `pooled`: the result of `_pooled_variance`.
    """
    shape = expected * (1 - expected)
    spread = max(mean.spread, pooled * shape) / mean.boards
    error = spread + shape * shape * uncertain * max(pooled, MIN_UNCERTAINTY)
    return _PairDifference(expected, mean.score - expected, error)


def _pooled_variance(means: Mapping[Pair, _Mean]) -> float:
    """Return the variance of board scores divided by p (1 - p), pooled over all pairs.

    p (1 - p) is the variance of a single won or lost game with the mean score p.
    """
    known = [mean for mean in means.values() if mean.boards > 1]
    freedom = sum(mean.boards - 1 for mean in known)
    if not freedom:
        return 1.0
    spread = sum((mean.boards - 1) * mean.spread for mean in known) / freedom
    shape = sum((mean.boards - 1) * mean.score * (1 - mean.score) for mean in known) / freedom
    return max(spread / max(shape, SMALL), SMALL)


def _expected_without_pair(apart: float, mean: _Mean, variance: float) -> tuple[float, float] | None:
    """Return a pair's expected score in a model without this pair, and the score's variance in log odds.

    Return None if the other pairs do not determine the expected score. `apart`: the difference of the bots'
    strengths in the model of all pairs, in log odds. `variance`: the variance of `apart`.
    """
    expected = _chance(apart)
    weight = (mean.boards + PRIOR) * expected * (1 - expected)
    leverage = weight * variance
    if leverage > MAX_LEVERAGE:
        return None
    pull = mean.boards * (mean.score - expected) + PRIOR * (0.5 - expected)
    # One Newton step away from the model with all pairs.
    return _chance(apart - variance * pull / (1 - leverage)), variance / (1 - leverage)


def _variance_between_pairs(differences: Collection[_PairDifference], freedom: float) -> float:
    """Estimate the variance between pairs: how much they differ from the model beyond chance.

    Estimate the variance of all differences, then subtract the variance that chance explains. For caution,
    the first variance is raised by two standard errors. `freedom`: the degrees of freedom of the estimate.
    """
    squares = median(each.difference**2 for each in differences) / MEDIAN_OF_SQUARE
    return max(0.0, squares * (1 + CAUTION * sqrt(2 / freedom)) - median(each.error for each in differences))


def _judge_pair(pair: Pair, mean: _Mean, rest: Mapping[Pair, _Mean]) -> UnlikelyPair:
    """Return a pair's result, with the probability that an honest pair differs as much from the model.

    `rest`: the mean scores of the other pairs, to which the model is fitted.
    """
    index = {bot: number for number, bot in enumerate(sorted({bot for each in rest for bot in each}))}
    strength, inverse = _fit(rest, index)
    a, b = (index[bot] for bot in pair)
    variance = inverse[a][a] + inverse[b][b] - 2 * inverse[a][b]
    own = _difference(mean, _chance(strength[a] - strength[b]), variance, _pooled_variance(rest))
    freedom = FREEDOM * _spare_pairs(rest)
    between = _variance_between_pairs([own, *_differences(rest).values()], freedom)
    total = own.error + between
    freedom *= (total / max(between, SMALL * total)) ** 2
    chance = _two_sided(abs(own.difference) / sqrt(total), freedom)
    if own.difference >= 0:
        return UnlikelyPair(*pair, mean.boards, mean.score, own.expected, sqrt(total), chance)
    turned = (pair[1], pair[0])
    return UnlikelyPair(*turned, mean.boards, 1 - mean.score, 1 - own.expected, sqrt(total), chance)


def _two_sided(t: float, freedom: float) -> float:
    """Return the probability that a variable with Student's t-distribution is outside ±t.

    This is Wallace's approximation of 1959. `freedom`: the degrees of freedom.
    """
    z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))
    return 2 * NormalDist().cdf(-z)


def _fit(means: Mapping[Pair, _Mean], index: Mapping[int, int]) -> tuple[list[float], Matrix]:
    """Fit a Bradley-Terry model. Return the bots' strengths in log odds and the inverse information matrix.

    `index`: the row of each bot in both results.
    """
    strength = [0.0] * len(index)
    for _ in range(MAX_STEPS):
        gradient = [0.0] * len(index)
        information = [[SMALL * (row == column) for column in range(len(index))] for row in range(len(index))]
        for (first, second), mean in means.items():
            a, b = index[first], index[second]
            expected = _chance(strength[a] - strength[b])
            pull = mean.boards * (mean.score - expected) + PRIOR * (0.5 - expected)
            weight = (mean.boards + PRIOR) * expected * (1 - expected)
            gradient[a] += pull
            gradient[b] -= pull
            information[a][a] += weight
            information[b][b] += weight
            information[a][b] -= weight
            information[b][a] -= weight
        inverse = _inverse(information)
        step = [sum(x * y for x, y in zip(row, gradient, strict=True)) for row in inverse]
        longest = max(abs(part) for part in step)
        shorter = min(1.0, 2.0 / longest) if longest else 1.0
        strength = [now + shorter * part for now, part in zip(strength, step, strict=True)]
        if longest < TOLERANCE:
            break
    return strength, inverse


def _chance(apart: float) -> float:
    return 1 / (1 + exp(-max(-50.0, min(50.0, apart))))


def _inverse(matrix: Matrix) -> Matrix:
    import numpy as np

    found: Matrix = np.linalg.inv(np.array(matrix)).tolist()
    return found
