"""Pair all-play-all tournaments at tables of three to five bots.

Each pair of bots meets equally often, and each bot gets each seat equally often.

A design is the plan of such a tournament for n bots and k seats. It is stored as base blocks. A base block is
a list of k different numbers below n, in seat order. Adding t = 0 … n - 1 to its numbers (mod n) gives n
tables, at which every bot has every seat once.

Every pair of bots meets λ times if each nonzero difference (mod n) occurs λ times within the blocks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.tournament.pairing.pairing import Pairing, PairingImpossible

MAX_TABLES: Final = 60
BASE: Final = 36  # of the digits in BLOCKS

# Base blocks by bots and seats: tables at which every two of n bots meet equally often. Each word is a block,
# each letter a bot from 0 to 19 (0 … 9, a … j), in the order of the seats. The differences of the numbers
# of all blocks of a line, mod n, take every value but 0 equally often. They were found by random restarts and
# annealing, starting from the smallest number of blocks that counting allows.
BLOCKS: Final[Mapping[tuple[int, int], str]] = {
    (3, 3): "021",
    (4, 3): "013",
    (5, 3): "031 034",
    (6, 3): "013 015 015 032 035 035 042 052 053 054",
    (7, 3): "031",
    (8, 3): "032 041 043 057 061 064 072",
    (9, 3): "016 028 057 083",
    (10, 3): "018 065 074 086 087 094",
    (11, 3): "023 037 059 065 08a",
    (12, 3): "013 014 026 031 057 059 061 065 07a 084 09b",
    (13, 3): "028 043",
    (14, 3): (
        "012 017 01a 01c 025 029 031 047 04c 053 056 071 074 082 083 084 095 0a6 0a8 0a9 0ab 0b6 "
        "0b6 0bd 0bd 0c7"
    ),
    (15, 3): "085 093 0a8 0cb 0db 0e4 0e8",
    (16, 3): "031 045 06c 085 092",
    (17, 3): "023 037 052 065 06a 06f 094 0a9",
    (18, 3): (
        "017 01a 03h 047 04f 04g 05h 05h 065 069 069 06b 075 086 089 089 08a 0a3 0bf 0bf 0d5 0db "
        "0db 0dc 0e3 0e6 0e9 0ea 0eg 0fc 0g8 0gb 0h1 0h2"
    ),
    (19, 3): "01c 0a6 0eg",
    (20, 3): "015 01b 03f 03h 04e 04f 04g 057 06c 072 097 0bj 0cb 0ci 0d2 0ef 0h4 0ha 0j2",
    (4, 4): "0123",
    (5, 4): "0341",
    (6, 4): "0213 0251 0254 0325 0342",
    (7, 4): "0653",
    (8, 4): "0157 0245 0512 0615 0635 0654 0715",
    (9, 4): "0276 0617",
    (10, 4): "0382 0649 0932",
    (11, 4): "02a9 0398 0591 0731 0a57",
    (12, 4): "013b 01b5 01b5 0319 0327 038a 0851 0913 0937 09b4 0b53",
    (13, 4): "0625",
    (14, 4): "0164 01b8 02dc 0315 06bc 06dc 07ad 0846 0947 095c 09a1 0a5b 0a83",
    (15, 4): "0713 0941 0a2d 0a8e 0ab2 0be6 0c9e",
    (16, 4): "053f 098a 09c2 0a57 0dc8",
    (17, 4): "0876 08cb 0e48 0fca",
    (18, 4): "02d9 03ae 03dg 0452 04h5 0631 07gd 07gh 085c 08e7 0a94 0ac4 0b7h 0da4 0ga7 0gaf 0hf1",
    (19, 4): "05gi 0749 098f",
    (20, 4): (
        "029b 02de 0315 0371 04fj 054f 083f 08ie 0a3d 0b4c 0bef 0e3b 0egb 0f78 0fic 0g6e 0ja6 0jh4 0jic"
    ),
    (5, 5): "04231",
    (6, 5): "02354",
    (7, 5): "01345 01645 06142",
    (8, 5): "02417 02561 03465 04621 07163 07263 07265",
    (9, 5): "03841 05367",
    (10, 5): "01976 02398 02759 04925 05923 06432 07468 07615 09672",
    (11, 5): "02741",
    (12, 5): "01b84 056b9 0742a 08526 0915b 09542 0a347 0a871 0ab97 0b95a 0ba67",
    (13, 5): "01a58 01c62 031b7",
    (14, 5): "02c7d 0594c 05c69 0628d 068d9 089a6 09ad2 0a543 0abd8 0ba53 0c285 0c5d9 0da2c",
    (15, 5): "02519 0278c 05d2e 063e1 07d93 0a4bc 0ec95",
    (16, 5): "02c91 06c19 0ac9e",
    (17, 5): "027g6 046dc 0c9ae 0e5bf",
    (18, 5): (
        "02ade 051b6 05c3d 09g51 0b179 0bc2a 0c3f6 0dfab 0ea2f 0f13b 0f2g6 0fb4d 0fgd1 0g5fc "
        "0ghb4 0h8c5 0h9g5"
    ),
    (19, 5): "034fg 06c5b 08b25 0c2bg 0chae 0e4g8 0ha1b 0hed2 0iae1",
    (20, 5): (
        "0139e 02g8j 061jh 084ba 08b7g 09h6c 0a519 0a59b 0d1f3 0dg6j 0dg8f 0ed6i 0hd13 0hef4 "
        "0ib29 0ibjd 0if5a 0ih2e 0j59d"
    ),
}


@dataclass(frozen=True, slots=True)
class Design:
    """The plan of an all-play-all tournament, as base blocks (see the module)."""

    bots: int
    seats: int
    blocks: tuple[tuple[int, ...], ...]

    @property
    def tables(self) -> int:
        """The number of tables in the whole tournament."""
        return self.bots * len(self.blocks)

    @property
    def meetings(self) -> int:
        """How often each pair of bots meets."""
        return len(self.blocks) * self.seats * (self.seats - 1) // (self.bots - 1)

    @property
    def advice(self) -> str:
        """Advice for the user if the tournament has more than MAX_TABLES tables; otherwise ""."""
        if self.tables <= MAX_TABLES:
            return ""
        return (
            f"{self.bots} bots at tables of {self.seats} need {self.tables} tables until all pairs have met "
            f"equally often; a Swiss at tables needs {-(-self.bots // self.seats)} a round"
        )


def find_design(bots: int, seats: int) -> Design:
    """Return the stored plan of an all-play-all tournament, for 3 to 5 seats and up to 20 bots.

    Raise PairingImpossible if no plan is stored for these numbers.
    """
    if (bots, seats) not in BLOCKS:
        raise PairingImpossible(
            f"no design for {bots} bots at tables of {seats}: designs have 3 to 5 seats and at most 20 bots; "
            "play a Swiss at tables instead"
        )
    words = BLOCKS[bots, seats].split()
    return Design(bots, seats, tuple(tuple(int(digit, BASE) for digit in word) for word in words))


def design_tables(bots: int, seats: int) -> tuple[Pairing, ...]:
    """Return the pairings of a whole all-play-all tournament for bots 1 … `bots`.

    In each round, each bot plays once in every seat. So seats are fair after every round.

    Raise PairingImpossible if no design (plan) is stored for these numbers.

    >>> [pairing.bots for pairing in design_tables(4, 3)]
    [(1, 2, 4), (2, 3, 1), (3, 4, 2), (4, 1, 3)]
    """
    return tuple(
        Pairing(number, shift + 1, tuple((place + shift) % bots + 1 for place in block))
        for number, block in enumerate(find_design(bots, seats).blocks, 1)
        for shift in range(bots)
    )
