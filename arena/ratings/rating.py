"""Ratings and ranks of bots, the results of a fit. This module does not import numpy, which takes 0.1 s."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from arena.ratings.margins import NoIntervalReason

DIGITS: Final = 6  # of ratings; rounding makes equal bots equal


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating, or only a bound of it.

    Compare only ratings of the same scale (set of bots that are connected by results).
    """

    elo: float | None  # None: outside every scale
    low: float | None  # lower end of the interval; a lower bound if `high` is None
    high: float | None  # upper end of the interval; an upper bound if `low` is None
    scale: int  # number of the scale, from 0
    boards: int  # number of boards that compare the bot with others
    unsure: NoIntervalReason | None = None  # the reason for neither interval nor bound

    @property
    def margin(self) -> float | None:
        """Return half the width of the interval; None if there is no interval."""
        return None if self.low is None or self.high is None else round((self.high - self.low) / 2, DIGITS)

    @property
    def value(self) -> float | None:
        """Return the Elo rating, or the bound if there is no rating; None if there is neither."""
        if self.elo is not None:
            return self.elo
        return self.high if self.low is None else self.low

    @property
    def is_bound(self) -> bool:
        return self.elo is None and self.value is not None

    @property
    def is_sure(self) -> bool:
        """True if the rating has an interval or is a bound."""
        return self.low is not None or self.high is not None


@dataclass(frozen=True, slots=True)
class Rank:
    """The rank of a bot in its scale (set of connected bots); 1 is best.

    It is a range if differences to other bots are not significant.
    """

    best: int  # 1 + the number of bots significantly above it
    worst: int  # the number of bots not significantly below it
    more_boards: int | None  # about how many more boards of this bot settle the rank; None: too many

    def __str__(self) -> str:
        return str(self.best) if self.best == self.worst else f"{self.best}–{self.worst}"


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fitted ratings and ranks of bots, and each scale's anchor (the bot rated 0).

    A scale is a set of bots that are connected by results. Bots without such a connection get separate
    scales, because their ratings cannot be compared.
    """

    ratings: Mapping[int, Rating]  # by bot
    # of each scale (set of connected bots): the bot displayed as 0; None: the scale's mean is 0
    anchors: tuple[int | None, ...]
    ranks: Mapping[int, Rank] = field(default_factory=dict)  # by bot
