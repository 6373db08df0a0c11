"""All-play-all at tables of three to five: every two bots meet equally often, each bot in each seat equally.

A base block is k different numbers mod n in the order of the seats. With it all its translates are played:
B + t for t = 0 … n - 1, n tables. Seat i of B + t holds b_i + t, so n translates put everybody into every
seat once. Two bots meet as often as their difference occurs among the differences of the blocks: where each
difference occurs λ times, all meet λ times.
"""

from dataclasses import dataclass
from typing import Final

from arena.tournament.design_blocks import BLOCKS
from arena.tournament.pairing import Pairing, PairingImpossible

MANY_TABLES: Final = 60
DIGITS: Final = 36


@dataclass(frozen=True, slots=True)
class Design:
    """The base blocks for so many bots at tables of so many seats."""

    bots: int
    seats: int
    blocks: tuple[tuple[int, ...], ...]

    @property
    def tables(self) -> int:
        """How many tables are played in all."""
        return self.bots * len(self.blocks)

    @property
    def meetings(self) -> int:
        """How often every two bots sit at one table (λ)."""
        return len(self.blocks) * self.seats * (self.seats - 1) // (self.bots - 1)

    @property
    def advice(self) -> str:
        """What to do instead where the tables are many; else empty."""
        if self.tables <= MANY_TABLES:
            return ""
        return (
            f"{self.bots} bots at tables of {self.seats} need {self.tables} tables until every two have met "
            f"equally often; a Swiss at tables plays {-(-self.bots // self.seats)} a round"
        )


def design(bots: int, seats: int) -> Design:
    """The stored design. Raises PairingImpossible where there is none: 3 to 5 seats, up to 20 bots."""
    if (bots, seats) not in BLOCKS:
        raise PairingImpossible(
            f"no design for {bots} bots at tables of {seats}: there are those for 3, 4 and 5 seats and at "
            "most 20 bots; a Swiss at tables takes any field"
        )
    words = BLOCKS[bots, seats].split()
    return Design(bots, seats, tuple(tuple(int(digit, DIGITS) for digit in word) for word in words))


def design_tables(bots: int, seats: int) -> tuple[Pairing, ...]:
    """All tables of the design for bots 1 … n. A round is all translates of one block.

    After every round everybody has played as often as the others and in every seat once, so a field that
    stops early is still fair in seats and nearly so in meetings. In a round a bot sits at several tables.

    >>> [pairing.bots for pairing in design_tables(4, 3)]
    [(1, 2, 4), (2, 3, 1), (3, 4, 2), (4, 1, 3)]
    """
    return tuple(
        Pairing(number, shift + 1, tuple((place + shift) % bots + 1 for place in block))
        for number, block in enumerate(design(bots, seats).blocks, 1)
        for shift in range(bots)
    )
