"""Live ratings: Elo, moved a step after every board group, in schedule order.

R ← R + K · w · (score − E) with E = 1 / (1 + 10^((R_other − R) / 400)) (Elo, The Rating of Chessplayers,
1978; FIDE Handbook B.02). K is 32 for a bot's first 30 groups, then 8. At a table of k a group compares
every two of its bots by place, with weight w = 1 / (k − 1). Everybody starts at 0; what is shown is the
difference to the anchor.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log10
from typing import Final, NamedTuple

K_NEW: Final = 32
K: Final = 8
NEW_GROUPS: Final = 30


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game of a group: the place of each bot, None for one that did not start."""

    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A board group that counts: its bots, and its games with the places in the same order."""

    bots: tuple[int, ...]
    games: tuple[RatedGame, ...]

    @property
    def all_started(self) -> bool:
        """Whether every bot played in every game of it."""
        return all(None not in game.places for game in self.games)


class Comparison(NamedTuple):
    """Two bots of a group: the score of the first, 0 … 1."""

    first: int
    second: int
    score: float
    weight: float


@dataclass(slots=True)
class LiveRatings:
    """The ratings while groups are added. `raw` is not yet anchored."""

    raw: dict[int, float] = field(default_factory=dict)
    groups: dict[int, int] = field(default_factory=dict)

    def step(self, bot: int) -> int:
        """K of this bot's next group."""
        return K_NEW if self.groups.get(bot, 0) < NEW_GROUPS else K

    def add(self, group: Group) -> None:
        """Move the ratings of the group's bots, all from where they stood before it."""
        changes: dict[int, float] = {}
        for pair in comparisons(group):
            surprise = pair.weight * (pair.score - self._expected(pair))
            changes[pair.first] = changes.get(pair.first, 0.0) + self.step(pair.first) * surprise
            changes[pair.second] = changes.get(pair.second, 0.0) - self.step(pair.second) * surprise
        for bot, change in changes.items():
            self.raw[bot] = self.raw.get(bot, 0.0) + change
            self.groups[bot] = self.groups.get(bot, 0) + 1

    def anchored(self, anchor: int | None) -> Mapping[int, float]:
        """The ratings with the anchor at 0, or with mean 0 where it has none."""
        if not self.raw:
            return {}
        zero = self.zero(anchor)
        return {bot: rating - zero for bot, rating in self.raw.items()}

    def zero(self, anchor: int | None) -> float:
        """The raw rating that is shown as 0."""
        if anchor in self.raw:
            return self.raw[anchor]
        return sum(self.raw.values()) / len(self.raw) if self.raw else 0.0

    def _expected(self, pair: Comparison) -> float:
        return expected(self.raw.get(pair.first, 0.0) - self.raw.get(pair.second, 0.0))


def expected(difference: float) -> float:
    """The score expected of a bot rated higher by this much.

    >>> round(expected(400), 4)
    0.9091
    """
    return 1 / (1 + 10 ** (-difference / 400))


def difference(score: float) -> float:
    """By how much a bot is rated higher that scores this; the inverse of `expected`. 0 < score < 1.

    >>> round(difference(0.75), 1)
    190.8
    """
    return 400 * log10(score / (1 - score))


def versus(place: int, other: int) -> float:
    """1, ½ or 0 for the one in the first of these places."""
    return ((place < other) - (place > other) + 1) / 2


def live_ratings(groups: Iterable[Group]) -> LiveRatings:
    """The ratings after these groups, in this order."""
    ratings = LiveRatings()
    for group in groups:
        ratings.add(group)
    return ratings


def comparisons(group: Group) -> tuple[Comparison, ...]:
    """Every two bots of the group that both started in some game of it."""
    weight = 1 / (len(group.bots) - 1)
    found = []
    for first, second in combinations(range(len(group.bots)), 2):
        scores = _scores(group.games, first, second)
        if scores:
            score = sum(scores) / len(scores)
            found.append(Comparison(group.bots[first], group.bots[second], score, weight))
    return tuple(found)


def _scores(games: Sequence[RatedGame], first: int, second: int) -> list[float]:
    """1, ½ or 0 for the first bot in each game that both started."""
    places = [(game.places[first], game.places[second]) for game in games]
    return [versus(a, b) for a, b in places if a is not None and b is not None]
