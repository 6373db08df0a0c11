"""The results of two bots against each other, the basis of all match statistics.

A duel counts, for two bots, how many boards had each list of game scores.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from arena.ratings.live import RatedBoard, RatedGame, score_by_place

GameScores = tuple[float, ...]  # scores of the first bot in the games of one board, ascending
Duel = Mapping[GameScores, int]

EVEN: Final = 0.5
DIGITS: Final = 9  # of boards' scores; rounding makes three thirds one


class Sample(NamedTuple):
    """The number of boards, and the mean and variance of the boards' scores."""

    boards: int
    mean: float
    variance: float  # of one score: the sum of squares divided by `boards`


def duel(boards: Iterable[RatedBoard], first: int, second: int) -> Counter[GameScores]:
    """Return how many boards had each list of game scores. A game score is the first bot's score against the
    second.
    """
    counts = Counter(game_scores(board, first, second) for board in boards)
    del counts[()]
    return counts


def game_scores(board: RatedBoard, first: int, second: int) -> GameScores:
    """Return the first bot's scores against the second in the games of a board, sorted.

    A score is 1, ½ or 0 by place; if a bot has several seats, the mean over all pairs of seats. Only games
    that both bots started count. Return an empty tuple if `first` and `second` are the same bot.
    """
    if first == second:
        return ()
    scores = (_game_score(board.bots, game, first, second) for game in board.games)
    return tuple(sorted(score for score in scores if score is not None))


def score_counts(duel: Duel) -> dict[float, int]:
    """Return how many boards ended with each possible score, in ascending order of the score.

    With two games per board, the scores are 0, ¼, ½, ¾ and 1.
    """
    games = max(map(len, duel), default=0)
    counts = {_rounded(step / (2 * games)): 0 for step in range(2 * games + 1)} if games else {}
    for scores, count in duel.items():
        score = _rounded(sum(scores) / len(scores))
        counts[score] = counts.get(score, 0) + count
    return dict(sorted(counts.items()))


def sample(duel: Duel) -> Sample:
    """Return the number of boards, and the mean and variance of their scores; without boards 0, ½ and 0."""
    counts = score_counts(duel)
    boards = sum(counts.values())
    if not boards:
        return Sample(0, EVEN, 0.0)
    mean = _rounded(sum(score * count for score, count in counts.items()) / boards)
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / boards
    return Sample(boards, mean, variance)


def _rounded(score: float) -> float:
    return round(score, DIGITS)


def _game_score(bots: tuple[int, ...], game: RatedGame, first: int, second: int) -> float | None:
    places = [(bot, place) for bot, place in zip(bots, game.places, strict=True) if place is not None]
    ours = [place for bot, place in places if bot == first]
    theirs = [place for bot, place in places if bot == second]
    if not ours or not theirs:
        return None
    return sum(score_by_place(one, other) for one in ours for other in theirs) / (len(ours) * len(theirs))
