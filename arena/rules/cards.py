"""Cards and packs: numbers inside the engine, faces and names outside.

- A *card* is a number from 0, in the pack's order: ♣ ♦ ♥ ♠, each from the lowest rank to the Ace, then Jokers
  (X-PACK-ORDER).
- The *face* of a card is its rank and suit as a number: ``card % pack.faces``.
- A *set of cards* is a bit mask, with bit ``1 << card`` for each card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress
from typing import Final, NewType, TypeVar

Card = NewType("Card", int)
Face = NewType("Face", int)
CardSet = int
T = TypeVar("T")

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
JOKER: Final = "X"

NO_SUIT: Final = 4

CARDS: Final = tuple(map(Card, range(256)))  # every number that a byte can hold, NO_CARD among them
BITS: Final[tuple[CardSet, ...]] = tuple(1 << card for card in CARDS)  # a lookup is faster than a shift


class BadNotation(ValueError):
    """The text does not name a card of the pack, or is not an action."""


@dataclass(frozen=True)
class Pack:
    """The cards of a deal: one pack, or several equal ones.

    >>> Pack("789TJQKA").size
    32
    >>> Pack("789TJQKA").name(Card(0))
    '7C'
    """

    ranks: str  # one character per rank, lowest first; each in four suits
    jokers: int = 0  # in each pack
    copies: int = 1  # how many equal packs
    style: str = "french"  # the pictures that a viewer draws: "french" or "german"

    @cached_property
    def faces(self) -> int:
        """Return the number of cards in one copy of the pack."""
        return len(self.ranks) * 4 + self.jokers

    @cached_property
    def size(self) -> int:
        return self.faces * self.copies

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the name of every face, indexed by face number: rank and suit letter, such as "7H". Every
        Joker is ``XX`` (X-JOKERS).
        """
        return _names(self.ranks, self.jokers)

    @cached_property
    def _faces_by_name(self) -> dict[str, Face]:
        return _faces_by_name(self.ranks, self.jokers)

    def face(self, card: Card) -> Face:
        """Return the face printed on a card; all Jokers share the first Joker's face (X-JOKERS)."""
        face = card % self.faces
        return Face(min(face, len(self.ranks) * 4))

    def name(self, card: Card) -> str:
        return self.names[card % self.faces]

    def face_named(self, name: str) -> Face:
        """Return the face with this name, such as "7H". Raise BadNotation for an unknown name."""
        try:
            return self._faces_by_name[name]
        except KeyError:
            raise BadNotation(f"{name!r} is not a card of this pack") from None

    def rank(self, card: Card) -> str:
        return self.names[card % self.faces][0]

    def suit(self, card: Card) -> int:
        """Return the number of a card's suit: 0 … 3 for ♣ ♦ ♥ ♠, NO_SUIT for a Joker."""
        face = card % self.faces
        return face // len(self.ranks) if face < len(self.ranks) * 4 else NO_SUIT

    def copies_of(self, face: Face) -> CardSet:
        """Return the set of all cards with this face, one for each copy of the pack."""
        return sum(1 << card for card in range(self.size) if self.face(Card(card)) == face)

    def cards(self) -> range:
        return range(self.size)


# In compiled code a cached property is computed at every access, so slow results are cached here.
@lru_cache(maxsize=64)
def _names(ranks: str, jokers: int) -> tuple[str, ...]:
    return tuple(rank + suit for suit in SUITS for rank in ranks) + (JOKER * 2,) * jokers


@lru_cache(maxsize=64)
def _faces_by_name(ranks: str, jokers: int) -> dict[str, Face]:
    return {name: Face(face) for face, name in reversed(tuple(enumerate(_names(ranks, jokers))))}


_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")


def members(cards: CardSet) -> Iterator[Card]:
    """Yield the cards of a set, in ascending order of their numbers.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    while cards:
        lowest = cards & -cards
        yield CARDS[lowest.bit_length() - 1]
        cards ^= lowest


def pick(things: Sequence[T], cards: CardSet) -> Iterator[T]:
    """Yield `things[card]` for each card of the set, in ascending order of card numbers. It is faster than
    `members`.

    >>> list(pick("abcdefgh", 0b1011))
    ['a', 'b', 'd']
    """
    return compress(things, bin(cards)[:1:-1].encode().translate(_DIGITS))


def lowest(cards: CardSet) -> Card:
    """Return the card with the lowest number; the set must not be empty."""
    return CARDS[(cards & -cards).bit_length() - 1]
