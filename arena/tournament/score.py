"""Scores of games, board groups and matches, as exact fractions, so that they can be added in any order."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

HALF: Final = Fraction(1, 2)
PAIR: Final = 2


def game_scores(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the score of each seat in a game: (k - place) / (k - 1) for k seats, shared places averaged.

    >>> [str(score) for score in game_scores((1, 2, 2, 4))]
    ['1', '1/2', '1/2', '0']
    """
    seats = len(places)
    return tuple(
        Fraction(2 * sum(other > place for other in places) + places.count(place) - 1, 2 * (seats - 1))
        for place in places
    )


def mean(scores: Iterable[Fraction]) -> Fraction:
    """Return the mean of scores; ½ if there are none."""
    values = tuple(scores)
    return sum(values, Fraction()) / len(values) if values else HALF


def point(score: Fraction, seats: int) -> Fraction:
    """Return the points for a match in which a bot has this score.

    With two seats: 1, ½ or 0 for a score above, at or below ½. With more seats: the score.
    """
    if seats > PAIR:
        return score
    return Fraction((score > HALF) - (score < HALF) + 1, 2)
