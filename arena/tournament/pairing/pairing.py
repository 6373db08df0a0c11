"""Who meets whom: a table of a round, and the canonical order of its bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

MAX_BOARDS: Final = 512

Ordered = TypeVar("Ordered")


class PairingImpossible(ValueError):
    """A field or a round that this format cannot pair; the text says why and what one can do."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table of a round. `bots` are numbers of entrants, from 1, in the order of the pairing rules."""

    round: int  # from 1
    number: int  # of the table in its round, from 1
    bots: tuple[int, ...]


def seated(bots: Sequence[Ordered], names: Sequence[str]) -> tuple[Ordered, ...]:
    """The bots in their order around the table, starting with the one whose name comes first.

    A match plays every rotation, so that where the count starts makes no difference to it; starting it at
    the same bot each time keeps a table the same whoever else is in the field.

    >>> seated((5, 3, 9), ("c", "a", "b"))
    (3, 9, 5)
    """
    first = min(range(len(bots)), key=lambda index: names[index])
    return (*bots[first:], *bots[:first])


def pieces(boards: int, most: int = MAX_BOARDS) -> tuple[tuple[int, int], ...]:
    """How a long match is cut: the first board and the number of boards of each piece.

    >>> pieces(1000, 512)
    ((0, 512), (512, 488))
    """
    return tuple((first, min(most, boards - first)) for first in range(0, boards, most))
