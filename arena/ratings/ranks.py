"""Ranks that say what they do not know: "2–4" where intervals overlap, and how many boards settle it."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.ratings.fitted import Fitted, Rating
from arena.ratings.margins import Unsure, groups_to_settle


@dataclass(frozen=True, slots=True)
class Rank:
    """A bot's rank among those of its scale that have a ±: 1 is the highest rating."""

    best: int  # one more than there are bots whose interval lies wholly above
    worst: int  # the bots whose interval does not lie wholly below
    more_groups: int | None  # about so many more of this bot's would settle it; None: hardly ever

    def __str__(self) -> str:
        return str(self.best) if self.best == self.worst else f"{self.best}–{self.worst}"


def ranks(fitted: Fitted) -> dict[int, Rank]:
    """The rank of each bot with a ±, and of the anchor. The others have none and take nobody's."""
    sure = {bot: rating for bot, rating in fitted.ratings.items() if not isinstance(rating.margin, Unsure)}
    return {
        bot: _rank(rating, [other for other in sure.values() if other.scale == rating.scale])
        for bot, rating in sure.items()
    }


def _rank(one: Rating, others: Sequence[Rating]) -> Rank:
    above = sum(_low(other) > _high(one) for other in others)
    near = [other for other in others if _low(other) <= _high(one) and _low(one) <= _high(other)]
    needed = [_to_settle(one, other) for other in near if other is not one]
    more = None if None in needed else max((groups for groups in needed if groups), default=0)
    return Rank(best=above + 1, worst=above + len(near), more_groups=more)


def _to_settle(one: Rating, other: Rating) -> int | None:
    """How many more groups of the one, if both play on alike, would part these overlapping intervals."""
    return groups_to_settle(one.elo - other.elo, _margin(one) + _margin(other), one.groups)


def _margin(rating: Rating) -> float:
    """± of a rating that has one; the anchor is where it is."""
    return rating.margin if isinstance(rating.margin, float) else 0.0


def _low(rating: Rating) -> float:
    return rating.elo - _margin(rating)


def _high(rating: Rating) -> float:
    return rating.elo + _margin(rating)
