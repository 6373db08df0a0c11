"""Pairings: the bots that meet at a table in a round, and their canonical order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

MAX_BOARDS: Final = 512

Ordered = TypeVar("Ordered")


class PairingImpossible(ValueError):
    """A field or round that the format cannot pair; the text gives the cause and a cure."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table of a round. `bots` are numbers of entrants, from 1, in the order of the pairing rules."""

    round: int  # from 1
    number: int  # of the table in its round, from 1
    bots: tuple[int, ...]


def canonical_order(bots: Sequence[Ordered], names: Sequence[str]) -> tuple[Ordered, ...]:
    """Rotate the bots around the table until the first name in the alphabet comes first.

    A match plays every rotation, so the start does not matter to it. A canonical start makes a table
    independent of the rest of the field.

    >>> canonical_order((5, 3, 9), ("c", "a", "b"))
    (3, 9, 5)
    """
    first = min(range(len(bots)), key=lambda index: names[index])
    return (*bots[first:], *bots[:first])


def split_boards(boards: int, max_boards: int = MAX_BOARDS) -> tuple[tuple[int, int], ...]:
    """Split a long match into pieces; return first board and number of boards of each.

    >>> split_boards(1000, 512)
    ((0, 512), (512, 488))
    """
    return tuple((first, min(max_boards, boards - first)) for first in range(0, boards, max_boards))
