"""Two bots against each other over board groups: what every statistic of a match is made of.

The unit is the group, not the game: the games of one board are not independent. Groups with the same scores
differ in nothing that counts, so a duel says how often each kind of group occurred.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from arena.ratings.live import Group, RatedGame, versus

GameScores = tuple[float, ...]  # of the first bot in the games of one group, lowest first
Duel = Mapping[GameScores, int]

EVEN: Final = 0.5
DIGITS: Final = 9  # of group scores, so that three thirds are one


class Sample(NamedTuple):
    """The group scores as a statistician sees them."""

    groups: int
    mean: float
    variance: float  # of one group score, divided by the number of groups


def duel(groups: Iterable[Group], first: int, second: int) -> Counter[GameScores]:
    """What the first bot scored against the second in these groups; groups without both count nothing."""
    found = Counter(game_scores(group, first, second) for group in groups)
    del found[()]
    return found


def game_scores(group: Group, first: int, second: int) -> GameScores:
    """1, ½ or 0 by place for each game of the group that both started.

    Where a bot has several seats: the mean over every two seats of the two. A bot is not compared with
    itself.
    """
    if first == second:
        return ()
    scores = (_game_score(group.bots, game, first, second) for game in group.games)
    return tuple(sorted(score for score in scores if score is not None))


def score_counts(duel: Duel) -> dict[float, int]:
    """How many groups came to each score, from 0 to 1.

    Scores that none came to stand there too: with two games a group 0, ¼, ½, ¾ and 1.
    """
    games = max(map(len, duel), default=0)
    counts = {_rounded(step / (2 * games)): 0 for step in range(2 * games + 1)} if games else {}
    for scores, count in duel.items():
        score = _rounded(sum(scores) / len(scores))
        counts[score] = counts.get(score, 0) + count
    return dict(sorted(counts.items()))


def sample(duel: Duel) -> Sample:
    """Number, mean and variance of the group scores; without a group half and no variance."""
    counts = score_counts(duel)
    groups = sum(counts.values())
    if not groups:
        return Sample(0, EVEN, 0.0)
    mean = _rounded(sum(score * count for score, count in counts.items()) / groups)
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / groups
    return Sample(groups, mean, variance)


def _rounded(score: float) -> float:
    return round(score, DIGITS)


def _game_score(bots: tuple[int, ...], game: RatedGame, first: int, second: int) -> float | None:
    places = [(bot, place) for bot, place in zip(bots, game.places, strict=True) if place is not None]
    ours = [place for bot, place in places if bot == first]
    theirs = [place for bot, place in places if bot == second]
    if not ours or not theirs:
        return None
    return sum(versus(one, other) for one in ours for other in theirs) / (len(ours) * len(theirs))
