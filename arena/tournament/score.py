"""From places to points: game, board group, match. Exact fractions, so that no order of adding matters."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

HALF: Final = Fraction(1, 2)
PAIR: Final = 2


def game_scores(places: Sequence[int]) -> tuple[Fraction, ...]:
    """(k - place) / (k - 1) of each seat, shared places averaged.

    >>> [str(score) for score in game_scores((1, 2, 2, 4))]
    ['1', '1/2', '1/2', '0']
    """
    seats = len(places)
    return tuple(
        Fraction(2 * sum(other > place for other in places) + places.count(place) - 1, 2 * (seats - 1))
        for place in places
    )


def mean(scores: Iterable[Fraction]) -> Fraction:
    """The mean of a board group's games, or of a match's board groups; ½ where there are none."""
    values = tuple(scores)
    return sum(values, Fraction()) / len(values) if values else HALF


def point(score: Fraction, seats: int) -> Fraction:
    """What a match counts in the standings: two seats 1, ½, 0 above, at, below ½; larger tables its score."""
    if seats > PAIR:
        return score
    return Fraction((score > HALF) - (score < HALF) + 1, 2)
