"""Cards and suits."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, NamedTuple


class Suit(IntEnum):
    """A suit, named as in a French pack. `str(suit)` is its letter in the notation of cards."""

    CLUBS = 0  # acorns
    DIAMONDS = 1  # bells
    HEARTS = 2
    SPADES = 3  # leaves

    def __str__(self) -> str:
        return self.name[0]


class Card(NamedTuple):
    """A card. Cards are ordered as in the pack. Cards with the same rank and suit are equal.

    >>> str(Card(0, "7", Suit.HEARTS))
    '7H'
    """

    code: int  # the card's number in messages
    rank: str  # "2" … "9", "T", "J", "Q", "K", "A", "X" for a Joker
    suit: Suit | None  # None for a Joker

    def __str__(self) -> str:
        return f"{self.rank}{'X' if self.suit is None else self.suit}"

    def __repr__(self) -> str:
        return str(self)


NO_SUIT: Final = 4
_SUITS: Final = {str(suit): suit for suit in Suit}


def pack_of(names: Iterable[str]) -> tuple[Card | None, ...]:
    """Return the card of each code 0 … 255; None for unused codes.

    `names`: the name of each card, in the order of the codes.

    >>> pack_of(["7H", "XX", "XX"])[:4]
    (7H, XX, XX, None)
    """
    codes: dict[str, int] = {}
    cards = [
        Card(codes.setdefault(name, code), name[0], _SUITS.get(name[1])) for code, name in enumerate(names)
    ]
    return (*cards, *[None] * (256 - len(cards)))
