"""What playing a board in all seatings saved: variance of the mean score, against as many independent games.

The mean of m games with correlation ρ between them has the variance v / m · (1 + (m − 1) · ρ), where v is the
variance of one game. Seatings cancel the luck of cards and seats, so that ρ is below 0 and the ratio below 1:
with a ratio of 0.6, 600 games tell as much as 1,000 that are each on a board of its own.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from arena.ratings.duel import Duel
from arena.ratings.margins import FEW_GROUPS, NORMAL, Unsure

LEAST_GROUPS: Final = 2
LEAST_VARIANCE: Final = 1e-9  # below are games all alike


@dataclass(frozen=True, slots=True)
class Saving:
    """The variance of the mean score by that of as many independent games."""

    ratio: float  # 0 … m; 1: nothing was saved
    margin: float | Unsure  # ± of the ratio
    correlation: float  # between two games of a board, −1 / (m − 1) … 1


class _Kind(NamedTuple):
    """So many groups of equal scores."""

    groups: int
    games: int
    score: float  # mean of the games
    square: float  # mean of their squares


def saving(duel: Duel) -> Saving | None:
    """None where there is nothing to compare: under two groups, one game a group, or games all alike."""
    kinds = [_kind(scores, count) for scores, count in duel.items() if count]
    groups = sum(kind.groups for kind in kinds)
    if groups < LEAST_GROUPS:
        return None
    share = sum(kind.groups / kind.games for kind in kinds) / groups  # 1 / m
    mean = sum(kind.groups * kind.score for kind in kinds) / groups
    variance = sum(kind.groups * (kind.score - mean) ** 2 for kind in kinds) / (groups - 1)
    one_game = sum(kind.groups * kind.square for kind in kinds) / groups - mean**2 + variance / groups
    if share > 1 - LEAST_VARIANCE or one_game < LEAST_VARIANCE:
        return None
    ratio = variance / (one_game * share)
    margin = _margin(kinds, mean, ratio, one_game, share) if groups >= FEW_GROUPS else Unsure.FEW
    return Saving(ratio, margin, (ratio - 1) / (1 / share - 1))


def _kind(scores: tuple[float, ...], count: int) -> _Kind:
    games = len(scores)
    return _Kind(count, games, sum(scores) / games, sum(score**2 for score in scores) / games)


def _margin(kinds: list[_Kind], mean: float, ratio: float, one_game: float, share: float) -> float:
    """± by the delta method: how each group moves the quotient of the two variances."""
    groups = sum(kind.groups for kind in kinds)
    moves = 0.0
    for kind in kinds:
        between = (kind.score - mean) ** 2 / share
        within = kind.square - 2 * kind.score * mean + mean**2
        moves += kind.groups * ((between - ratio * within) / one_game) ** 2
    return NORMAL * sqrt(moves) / groups
