"""Live ratings: Elo updated after every board, in schedule order.

Every bot starts at 0. Displayed ratings are differences to the anchor, a bot that is displayed as 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log10
from typing import Final, NamedTuple

# R ← R + K · w · (score − E) with E = 1 / (1 + 10^((R_other − R) / 400)) (Elo, The Rating of Chessplayers,
# 1978; FIDE Handbook B.02). K is 32 for a bot's first 30 boards, then 8. At a table of k bots, every pair of
# them is compared by place, with weight w = 1 / (k − 1).

K_NEW: Final = 32
K: Final = 8
NEW_BOARDS: Final = 30


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game of a board: the place of each bot, None if the bot did not start."""

    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RatedBoard:
    """The rated games of one board. Places are in the order of `bots`."""

    bots: tuple[int, ...]
    games: tuple[RatedGame, ...]

    @property
    def all_started(self) -> bool:
        """True if every bot started in every game of the board."""
        return all(None not in game.places for game in self.games)


class PairScore(NamedTuple):
    """The mean score of one bot against another on a board."""

    first: int
    second: int
    score: float  # of `first`, 0 … 1
    weight: float  # in the ratings, 1 / (k − 1) at a table of k bots


BoardScores = tuple[PairScore, ...]  # the pair scores of one board


@dataclass(slots=True)
class LiveRatings:
    """Elo ratings that are updated after each board. Display the result of `anchored`, not `raw`."""

    raw: dict[int, float] = field(default_factory=dict)  # by bot; a new bot has 0
    boards: dict[int, int] = field(default_factory=dict)  # played, by bot

    def step(self, bot: int) -> int:
        """Return K: the next board changes this bot's rating by at most K."""
        return K_NEW if self.boards.get(bot, 0) < NEW_BOARDS else K

    def add(self, board: RatedBoard) -> None:
        """Update the ratings of the bots that played a board. All changes are computed from the ratings
        before the board.
        """
        changes: dict[int, float] = {}
        for pair in pair_scores(board):
            surprise = pair.weight * (pair.score - self._expected(pair))
            changes[pair.first] = changes.get(pair.first, 0.0) + self.step(pair.first) * surprise
            changes[pair.second] = changes.get(pair.second, 0.0) - self.step(pair.second) * surprise
        for bot, change in changes.items():
            self.raw[bot] = self.raw.get(bot, 0.0) + change
            self.boards[bot] = self.boards.get(bot, 0) + 1

    def anchored(self, anchor: int | None) -> Mapping[int, float]:
        """Return the ratings to display, keyed by bot. They are shifted so that the anchor has 0.

        If the anchor is not rated, the mean is 0.
        """
        if not self.raw:
            return {}
        zero = self.zero(anchor)
        return {bot: rating - zero for bot, rating in self.raw.items()}

    def zero(self, anchor: int | None) -> float:
        """Return the raw rating that is displayed as 0: the anchor's, or the mean if the anchor has none."""
        if anchor in self.raw:
            return self.raw[anchor]
        return sum(self.raw.values()) / len(self.raw) if self.raw else 0.0

    def _expected(self, pair: PairScore) -> float:
        return expected(self.raw.get(pair.first, 0.0) - self.raw.get(pair.second, 0.0))


def expected(difference: float) -> float:
    """Return the expected score of a bot that is rated higher by `difference` Elo.

    >>> round(expected(400), 4)
    0.9091
    """
    return 1 / (1 + 10 ** (-difference / 400))


def difference(score: float) -> float:
    """Return the Elo difference at which the expected score is `score`, with 0 < `score` < 1.

    >>> round(difference(0.75), 1)
    190.8
    """
    return 400 * log10(score / (1 - score))


def score_by_place(place: int, other: int) -> float:
    """Return 1 if `place` is better than `other`, ½ if it is equal, else 0."""
    return ((place < other) - (place > other) + 1) / 2


def pair_scores(board: RatedBoard) -> BoardScores:
    """Return the mean score of each pair of bots on a board. A pair is left out if there is no game that both
    of them started.
    """
    weight = 1 / (len(board.bots) - 1)
    pairs = []
    for first, second in combinations(range(len(board.bots)), 2):
        scores = _scores(board.games, first, second)
        if scores:
            score = sum(scores) / len(scores)
            pairs.append(PairScore(board.bots[first], board.bots[second], score, weight))
    return tuple(pairs)


def _scores(games: Sequence[RatedGame], first: int, second: int) -> list[float]:
    """Return the first bot's score in each game that both bots started."""
    places = [(game.places[first], game.places[second]) for game in games]
    return [score_by_place(a, b) for a, b in places if a is not None and b is not None]
