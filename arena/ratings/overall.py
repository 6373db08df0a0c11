"""Overall ratings: a bot's mean rating over the rulesets in which all compared bots are rated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from statistics import fmean

from arena.ratings.rating import DIGITS, Fitted, Rating


@dataclass(frozen=True, slots=True)
class Overall:
    """The mean ratings of bots over several rulesets.

    Their intervals ignore that a bot may be stronger in some rulesets than in others.
    """

    ratings: Mapping[int, Rating] = field(default_factory=dict)  # empty if there is no common ruleset
    rulesets: tuple[str, ...] = ()
    counted: Mapping[int, tuple[float, ...]] = field(default_factory=dict)  # Elo in each ruleset
    bounded: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # rulesets with a bound
    anchor: int | None = None  # the bot at 0 in all rulesets; None: the mean of bots without a bound is 0

    @property
    def order(self) -> tuple[int, ...]:
        """Return the bots, best first."""
        return tuple(sorted(self.ratings, key=lambda bot: (-self._elo(bot), bot)))

    def rank(self, bot: int) -> int:
        return 1 + sum(self._elo(other) > self._elo(bot) for other in self.ratings)

    def _elo(self, bot: int) -> float:
        return self.ratings[bot].elo or 0.0


def overall(by_ruleset: Mapping[str, Fitted], bots: Sequence[int]) -> Overall:
    """Return each bot's mean rating over the rulesets that rate all bots; empty if there is no such ruleset.

    A bot that won or lost everything in a ruleset has only a bound there. Its bound counts as its rating: a
    lower bound as at least the ruleset's highest rating, an upper bound as at most the lowest.
    """
    common = tuple(sorted(key for key, one in by_ruleset.items() if all(is_rated(one, bot) for bot in bots)))
    if not common or not bots:
        return Overall()
    fits = [by_ruleset[key] for key in common]
    counted = {bot: tuple(_contribution(fit, fit.ratings[bot]) for fit in fits) for bot in bots}
    bounded = {
        bot: tuple(key for key, fit in zip(common, fits, strict=True) if fit.ratings[bot].is_bound)
        for bot in bots
    }
    anchors = {fit.anchors[0] for fit in fits}
    anchor = anchors.pop() if len(anchors) == 1 else None
    means = [fmean(counted[bot]) for bot in bots if not bounded[bot]] or [0.0]
    zero = fmean(means) if anchor is None else 0.0
    ratings = {bot: _mean(fmean(counted[bot]) - zero, [fit.ratings[bot] for fit in fits]) for bot in bots}
    return Overall(ratings, common, counted, bounded, anchor)


def is_rated(fitted: Fitted, bot: int) -> bool:
    """True if the bot has an interval or a bound on the first scale (largest set of connected bots)."""
    rating = fitted.ratings.get(bot)
    return rating is not None and rating.scale == 0 and rating.is_sure


def _contribution(fitted: Fitted, rating: Rating) -> float:
    if rating.elo is not None:
        return rating.elo
    rated = [one.elo for one in fitted.ratings.values() if one.elo is not None and one.scale == 0]
    return min(rating.high, *rated) if rating.high is not None else max(rating.low or 0.0, *rated)


def _mean(elo: float, row: Sequence[Rating]) -> Rating:
    """Return a bot's rating over several rulesets. It has no interval if a rating in `row` is only a bound.

    `elo`: the bot's mean Elo as displayed. `row`: the bot's rating in each ruleset.
    """
    boards = sum(one.boards for one in row)
    if any(one.is_bound for one in row):
        return Rating(round(elo, DIGITS), None, None, 0, boards)
    below = hypot(*((one.elo or 0.0) - (one.low or 0.0) for one in row)) / len(row)
    above = hypot(*((one.high or 0.0) - (one.elo or 0.0) for one in row)) / len(row)
    return Rating(round(elo, DIGITS), round(elo - below, DIGITS), round(elo + above, DIGITS), 0, boards)
