"""Fitted ratings: the Elo ratings that make the results of all boards most likely.

Each set of bots that are connected by results has its own scale; ratings of different scales cannot be
compared.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from arena.ratings.bradley_terry import ELO, components
from arena.ratings.intervals import IntervalEnds, StrengthFit, bound, maximise
from arena.ratings.live import BoardScores
from arena.ratings.margins import FEW_BOARDS, NoIntervalReason
from arena.ratings.ranks import UNBOUNDED, ranks
from arena.ratings.rating import DIGITS, Fitted, Rank, Rating
from arena.ratings.result_matrix import Indices, Matrix, ResultMatrix, result_matrix

# The model is Bradley and Terry's on Elo's scale: a bot rated d higher scores 1 / (1 + 10^(-d / 400)). A
# board at a table of k bots compares every pair of them, with weight 1 each. One drawn game per bot is added
# to stabilise the fit; it does not connect bots and does not affect bounds.
#
# Connected sets are strongly connected components (see `bradley_terry`). A bot outside every component has a
# bound instead of a rating, if it only lost to the bots of the largest scale or only won against them.
# Intervals are 95 % intervals of a bot's difference to the mean of its scale.


class _Scale(NamedTuple):
    """A set of bots that are connected by results, and rated together."""

    members: Indices
    anchor: int | None
    best: StrengthFit
    ends: IntervalEnds | None  # None: too few boards

    @property
    def zero(self) -> float:
        """Return the strength that is displayed as 0: the anchor bot's, or the mean if there is no anchor."""
        if self.anchor is None:
            return 0.0
        return float(self.best.strengths[self.members.searchsorted(self.anchor)])


def fit(boards: Mapping[BoardScores, int], bots: Sequence[int], anchors: Sequence[int] = ()) -> Fitted:
    """Return the ratings of `bots`, fitted to the results of all boards.

    Bots that played no game against another bot are left out. Each set of bots that are connected by results
    gets its own scale. The largest scale comes first.

    `boards`: the number of boards with each result. A result is the mean score of each pair of bots.
    `anchors`: bots to be rated 0. If a scale has several anchors, only the first is used.
    """
    number = {bot: place for place, bot in enumerate(bots)}
    played = result_matrix(boards, number)
    scales = _scales(played, [number[bot] for bot in anchors if bot in number])
    seen = played.board_counts()
    found = {bot: rating for place, scale in enumerate(scales) for bot, rating in _rated(scale, place, seen)}
    outside = [bot for bot in range(len(bots)) if seen[bot] and bot not in found]
    found |= {bot: _outside(bot, scales, played, int(seen[bot])) for bot in outside}
    places = {bot: rank for at, scale in enumerate(scales) for bot, rank in _ranked(scale, at, found).items()}
    return Fitted(
        {bots[bot]: found[bot] for bot in sorted(found)},
        tuple(None if scale.anchor is None else bots[scale.anchor] for scale in scales),
        {bots[bot]: rank for bot, rank in places.items()},
    )


def _scales(played: ResultMatrix, anchors: Sequence[int]) -> list[_Scale]:
    found = []
    for members in components(played.wins() > 0):
        inside = played.within(members)
        best = maximise(inside)
        enough = best.boards >= FEW_BOARDS and best.boards > best.bots
        anchor = next((one for one in anchors if one in members), None)
        found.append(_Scale(members, anchor, best, best.intervals() if enough else None))
    return sorted(found, key=lambda one: (-len(one.members), one.anchor is None, one.members[0]))


def _rated(scale: _Scale, place: int, played: Indices) -> list[tuple[int, Rating]]:
    found = []
    for at, bot in enumerate(map(int, scale.members)):
        boards = int(played[bot])
        elo = _elo(scale.best.strengths[at] - scale.zero)
        if scale.ends is None or boards < FEW_BOARDS:
            found.append((bot, Rating(elo, None, None, place, boards, NoIntervalReason.FEW)))
            continue
        low, high = elo - _elo(scale.ends.below[at]), elo + _elo(scale.ends.above[at])
        found.append((bot, Rating(elo, round(low, DIGITS), round(high, DIGITS), place, boards)))
    return found


def _outside(bot: int, scales: Sequence[_Scale], played: ResultMatrix, boards: int) -> Rating:
    """Return the rating of a bot outside every scale: a bound, or the reason why there is no bound.

    The bot has a bound if it only won or only lost against bots of the largest scale.
    """
    if not scales:
        return Rating(None, None, None, 0, boards, NoIntervalReason.ONE_SIDED)
    wins, scale = played.wins(), scales[0]
    won, lost = wins[bot, scale.members], wins[scale.members, bot]
    if not won.any() and not lost.any():
        return Rating(None, None, None, 0, boards, NoIntervalReason.UNMET)
    if scale.ends is None or boards < FEW_BOARDS:
        return Rating(None, None, None, 0, boards, NoIntervalReason.FEW)
    at = _elo(bound(scale.best.strengths, won, lost, scale.best.bound_limit()) - scale.zero)
    return Rating(None, at if won.any() else None, at if lost.any() else None, 0, boards)


def _ranked(scale: _Scale, place: int, ratings: Mapping[int, Rating]) -> dict[int, Rank]:
    """Return the ranks of a scale's bots. Bots without an interval or a bound are left out.

    `place`: the scale's number, from 0. `ratings`: the ratings of all bots.
    """
    sure = {bot: one for bot, one in ratings.items() if one.scale == place and one.is_sure}
    at = {int(bot): index for index, bot in enumerate(scale.members)}
    order = sorted(sure, key=lambda bot: at.get(bot, len(at)))
    where = [at[bot] for bot in order if bot in at]
    alike = np.eye(len(order))
    alike[: len(where), : len(where)] = scale.best.correlation()[np.ix_(where, where)]
    return _ranks({bot: sure[bot] for bot in order}, alike)


def independent_ranks(sure: Mapping[int, Rating]) -> dict[int, Rank]:
    """Return the ranks of these bots, as if the errors of their ratings were independent.

    `sure`: the bots' ratings, each with an interval or a bound.
    """
    return _ranks(sure, np.eye(len(sure)))


def _ranks(sure: Mapping[int, Rating], correlation: Matrix) -> dict[int, Rank]:
    found = ranks(
        [one.value or 0.0 for one in sure.values()],
        [half_width(one, one.low) for one in sure.values()],
        [half_width(one, one.high) for one in sure.values()],
        [one.boards for one in sure.values()],
        correlation,
    )
    return dict(zip(sure, found, strict=False))


def half_width(rating: Rating, end: float | None) -> float:
    """Return the distance in Elo from a rating to one end of its interval; UNBOUNDED if `end` is None."""
    if end is None:
        return UNBOUNDED
    return 0.0 if rating.elo is None else abs(end - rating.elo)


def _elo(strength: float) -> float:
    return round(ELO * float(strength), DIGITS)
