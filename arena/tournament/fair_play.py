"""Pairs of bots whose results are unlikely: one may lose to the other on purpose (dumping, collusion).

What a bot scores against another is expected from what both score against all the rest: a Bradley-Terry model
is fitted to the mean group scores, and each pair is compared with what the model says without that pair. The
difference is divided by its standard error, which has three parts:

* the spread of the pair's own groups, or that of all pairs if it is larger (who always loses has no spread);
* the uncertainty of the expectation;
* how far pairs of this field differ from the model anyway, because styles suit each other or do not:
  estimated from the median of all differences, which a few dishonest pairs do not move.

The worst pair is judged by the rest of the field alone and reported where a Student variable is beyond that
with a chance below `alarm` divided by the number of pairs (Bonferroni), so that a field of honest bots gives
any report in at most about `alarm` of the cases. It is then left out and the next one judged: it must not
throw suspicion on others.

Measured on simulated round robins of 6 to 20 bots whose strengths spread by 50 Elo and more, with and without
styles: about 1 % of the honest fields or less gave a report. Of eight bots one threw 80 % of its groups to
another: found in 96 % of the fields at 60 groups a pair, in all at 300; at 40 % of its groups 30 % and 96 %.
Where styles make pairs differ by 5 % of the score or more (standard deviation), fewer are found.

It finds a bot that plays worse against one than against the rest. It does not prove intent, does not find
signals that both sides hide in even results, and a bot that can play one style only may be reported.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import exp, log1p, sqrt
from statistics import NormalDist, fmean, median, variance
from typing import Final

MIN_GROUPS: Final = 30  # of a pair that is judged
MIN_SPARE: Final = 6  # pairs beyond the bots; with fewer the field does not say how pairs differ
PRIOR: Final = 1.0  # virtual groups drawn by every pair that met: a bot without a win has a strength
CLOSE: Final = 1e-9
ROUNDS: Final = 50
MEDIAN_OF_SQUARE: Final = 0.4549  # of a standard normal variable
FREEDOM: Final = 0.6  # degrees of it for each spare pair, in the variance between pairs; by simulation
CAUTION: Final = 2.0  # standard errors by which that variance is taken larger; by simulation
UNCERTAIN: Final = 0.5  # p (1 - p) of a group of two independent games: an expectation is no surer
BRIDGE: Final = 0.99  # leverage of a pair without which the field falls apart
SMALL: Final = 1e-6

Pair = tuple[int, int]
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two bots and the scores of the first against the second, one for each board group, from 0 to 1.

    At tables of more: 1, ½, 0 by place, averaged over the games of the group. Several of one pair add up.
    """

    first: int
    second: int
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class UnlikelyPair:
    """A pair that does not fit. `first` scored more than expected."""

    first: int
    second: int
    groups: int
    score: float  # mean group score of the first
    expected: float
    error: float  # standard error of the difference
    chance: float  # of a difference this large on either side, for one honest pair


@dataclass(frozen=True, slots=True)
class _Mean:
    groups: int
    score: float
    spread: float  # variance of a group score; 0 where it is not known


@dataclass(frozen=True, slots=True)
class _PairDifference:
    expected: float
    difference: float
    error: float  # variance of the difference, if pairs followed the model

    @property
    def ratio(self) -> float:
        return abs(self.difference) / sqrt(self.error)


def unlikely_pairs(meetings: Iterable[Meeting], alarm: float = 0.01) -> tuple[UnlikelyPair, ...]:
    """The pairs whose results do not fit the rest of the field, the least likely first.

    `alarm`: about how often a field of honest bots may give any report. Only pairs of 30 groups and more are
    judged, and these while 6 more other pairs than bots are left: in a round robin of six bots and more.
    """
    means = _means(meetings)
    number = _judged(means)
    found: list[UnlikelyPair] = []
    while worst := _worst(means):
        rest = {pair: mean for pair, mean in means.items() if pair != worst}
        if _spare(rest) < MIN_SPARE:
            break
        unlikely = _unlikely(worst, means[worst], rest)
        if unlikely.chance * number >= alarm:
            break
        found.append(unlikely)
        means = rest
    return tuple(found)


def judged(meetings: Iterable[Meeting]) -> int:
    """How many pairs have groups enough; 0 where the field is too small to judge any."""
    means = _means(meetings)
    return _judged(means) if _spare(means) > MIN_SPARE else 0


def _judged(means: Mapping[Pair, _Mean]) -> int:
    return sum(mean.groups >= MIN_GROUPS for mean in means.values())


def _means(meetings: Iterable[Meeting]) -> dict[Pair, _Mean]:
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


def _spare(means: Mapping[Pair, _Mean]) -> int:
    """How many pairs there are beyond the bots: what is left to see how pairs differ from the model."""
    return len(means) - len({bot for pair in means for bot in pair})


def _worst(means: Mapping[Pair, _Mean]) -> Pair | None:
    """The pair of enough groups that is furthest from what the others say of it, in standard errors."""
    differences = _differences(means)
    enough = {pair: each for pair, each in differences.items() if means[pair].groups >= MIN_GROUPS}
    return max(enough, key=lambda pair: enough[pair].ratio, default=None)


def _differences(means: Mapping[Pair, _Mean]) -> dict[Pair, _PairDifference]:
    """Every pair against its expectation from all the others; without those that hold the field together."""
    index = {bot: number for number, bot in enumerate(sorted({bot for pair in means for bot in pair}))}
    if not index:
        return {}
    strength, inverse = _fit(means, index)
    pooled = _pooled(means)
    found = {}
    for (first, second), mean in means.items():
        a, b = index[first], index[second]
        covariance = inverse[a][a] + inverse[b][b] - 2 * inverse[a][b]
        without = _without(strength[a] - strength[b], mean, covariance)
        if without is not None:
            found[first, second] = _difference(mean, *without, pooled)
    return found


def _difference(mean: _Mean, expected: float, uncertain: float, pooled: float) -> _PairDifference:
    """`uncertain`: the variance of the expectation in log odds, if every group were a single game."""
    shape = expected * (1 - expected)
    spread = max(mean.spread, pooled * shape) / mean.groups
    error = spread + shape * shape * uncertain * max(pooled, UNCERTAIN)
    return _PairDifference(expected, mean.score - expected, error)


def _pooled(means: Mapping[Pair, _Mean]) -> float:
    """The variance of a group score over p (1 - p), all pairs together: 1 for single games without draws."""
    known = [mean for mean in means.values() if mean.groups > 1]
    freedom = sum(mean.groups - 1 for mean in known)
    if not freedom:
        return 1.0
    spread = sum((mean.groups - 1) * mean.spread for mean in known) / freedom
    shape = sum((mean.groups - 1) * mean.score * (1 - mean.score) for mean in known) / freedom
    return max(spread / max(shape, SMALL), SMALL)


def _without(apart: float, mean: _Mean, covariance: float) -> tuple[float, float] | None:
    """The expectation if the pair had not met, by one Newton step, and its variance in units of log odds."""
    expected = _chance(apart)
    weight = (mean.groups + PRIOR) * expected * (1 - expected)
    leverage = weight * covariance
    if leverage > BRIDGE:
        return None
    pull = mean.groups * (mean.score - expected) + PRIOR * (0.5 - expected)
    return _chance(apart - covariance * pull / (1 - leverage)), covariance / (1 - leverage)


def _between(differences: Collection[_PairDifference], freedom: float) -> float:
    """The variance of pairs around the model beyond their errors, from medians, taken cautiously."""
    squares = median(each.difference**2 for each in differences) / MEDIAN_OF_SQUARE
    return max(0.0, squares * (1 + CAUTION * sqrt(2 / freedom)) - median(each.error for each in differences))


def _unlikely(pair: Pair, mean: _Mean, rest: Mapping[Pair, _Mean]) -> UnlikelyPair:
    """A pair as the rest of the field alone sees it."""
    index = {bot: number for number, bot in enumerate(sorted({bot for each in rest for bot in each}))}
    strength, inverse = _fit(rest, index)
    a, b = (index[bot] for bot in pair)
    covariance = inverse[a][a] + inverse[b][b] - 2 * inverse[a][b]
    own = _difference(mean, _chance(strength[a] - strength[b]), covariance, _pooled(rest))
    freedom = FREEDOM * _spare(rest)
    between = _between([own, *_differences(rest).values()], freedom)
    total = own.error + between
    freedom *= (total / max(between, SMALL * total)) ** 2
    chance = _two_sided(abs(own.difference) / sqrt(total), freedom)
    if own.difference >= 0:
        return UnlikelyPair(*pair, mean.groups, mean.score, own.expected, sqrt(total), chance)
    turned = (pair[1], pair[0])
    return UnlikelyPair(*turned, mean.groups, 1 - mean.score, 1 - own.expected, sqrt(total), chance)


def _two_sided(t: float, freedom: float) -> float:
    """The chance of a Student variable beyond t on either side, by Wallace's normal approximation (1959)."""
    z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))
    return 2 * NormalDist().cdf(-z)


def _fit(means: Mapping[Pair, _Mean], index: Mapping[int, int]) -> tuple[list[float], Matrix]:
    """Bradley-Terry strengths in log odds by Newton's method, and the inverse of the information."""
    strength = [0.0] * len(index)
    for _ in range(ROUNDS):
        gradient = [0.0] * len(index)
        information = [[SMALL * (row == column) for column in range(len(index))] for row in range(len(index))]
        for (first, second), mean in means.items():
            a, b = index[first], index[second]
            expected = _chance(strength[a] - strength[b])
            pull = mean.groups * (mean.score - expected) + PRIOR * (0.5 - expected)
            weight = (mean.groups + PRIOR) * expected * (1 - expected)
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
        if longest < CLOSE:
            break
    return strength, inverse


def _chance(apart: float) -> float:
    return 1 / (1 + exp(-max(-50.0, min(50.0, apart))))


def _inverse(matrix: Matrix) -> Matrix:
    import numpy as np

    found: Matrix = np.linalg.inv(np.array(matrix)).tolist()
    return found
