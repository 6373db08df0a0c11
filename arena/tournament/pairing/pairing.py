"""Pairings: which bots meet in a round, and in which order they are listed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

MAX_BOARDS: Final = 512

Ordered = TypeVar("Ordered")


class PairingImpossible(ValueError):
    """The format cannot pair these bots or this round; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The bots that meet in one match of a round. Bots are numbered from 1."""

    round: int  # from 1
    number: int  # of the table in its round, from 1
    bots: tuple[int, ...]


def canonical_order(bots: Sequence[Ordered], names: Sequence[str]) -> tuple[Ordered, ...]:
    """Rotate the bots of a match until the bot whose name is first in the alphabet comes first.

    So all rotations of the same bots give the same order. The games stay the same, because every board is
    played once per seating.

    >>> canonical_order((5, 3, 9), ("c", "a", "b"))
    (3, 9, 5)
    """
    first = min(range(len(bots)), key=lambda index: names[index])
    return (*bots[first:], *bots[:first])


def split_boards(boards: int, max_boards: int = MAX_BOARDS) -> tuple[tuple[int, int], ...]:
    """Split a long match into pieces (batches of boards). Return each piece's first board and number of
    boards.

    >>> split_boards(1000, 512)
    ((0, 512), (512, 488))
    """
    return tuple((first, min(max_boards, boards - first)) for first in range(0, boards, max_boards))
