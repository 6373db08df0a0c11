"""Pairings: which bots meet at a table in a round, and the canonical order of a table's bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

MAX_BOARDS: Final = 512

Ordered = TypeVar("Ordered")


class PairingImpossible(ValueError):
    """The format cannot pair these bots or this round; the text gives the cause and a cure."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The bots at one table in a round. Bots are numbered from 1; the pairing rules set their order."""

    round: int  # from 1
    number: int  # of the table in its round, from 1
    bots: tuple[int, ...]


def canonical_order(bots: Sequence[Ordered], names: Sequence[str]) -> tuple[Ordered, ...]:
    """Rotate the bots of a table until the bot whose name is first in the alphabet comes first.

    Otherwise one more bot in the tournament could change a pairing of A and B from (A, B) to (B, A). The
    rotation does not change which games are played, because every board is played once per seating.

    >>> canonical_order((5, 3, 9), ("c", "a", "b"))
    (3, 9, 5)
    """
    first = min(range(len(bots)), key=lambda index: names[index])
    return (*bots[first:], *bots[:first])


def split_boards(boards: int, max_boards: int = MAX_BOARDS) -> tuple[tuple[int, int], ...]:
    """Split a long match into pieces: batches of boards that are played and stored together.

    Return the first board and the number of boards of each piece.

    >>> split_boards(1000, 512)
    ((0, 512), (512, 488))
    """
    return tuple((first, min(max_boards, boards - first)) for first in range(0, boards, max_boards))
