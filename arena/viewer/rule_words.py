"""The words that the card of rules is made of: numbers, names of ranks and cards, lists of them."""

from collections.abc import Iterable, Sequence
from typing import Final

from arena.rules.cards import JOKER, RANKS
from arena.viewer.glyphs import rank_glyph, suit_name

_NUMBERS: Final = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
_NAMES: Final = {
    "french": {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace", JOKER: "Joker"},
    "german": {"J": "Unter", "Q": "Ober", "K": "King", "A": "Ace", JOKER: "Joker"},
}
_ORDER: Final = RANKS + JOKER


def number(count: int) -> str:
    return _NUMBERS.get(count, str(count))


def cards(count: int) -> str:
    """A number of cards.

    >>> cards(1), cards(9)
    ('one card', '9 cards')
    """
    return f"{number(count)} card{'' if count == 1 else 's'}"


def rank_name(rank: str, style: str = "french") -> str:
    """What a rank is called.

    >>> rank_name("J"), rank_name("J", "german"), rank_name("T")
    ('Jack', 'Unter', '10')
    """
    return _NAMES[style].get(rank) or rank_glyph(rank, style)


def card_name(card: str, style: str = "french") -> str:
    """What a card, or a rank, is called.

    >>> card_name("KS"), card_name("JS", "german"), card_name("8")
    ('King of spades', 'Unter of leaves', '8')
    """
    rank, suit = card[0], card[1:]
    if not suit or rank == JOKER:
        return rank_name(rank, style)
    return f"{rank_name(rank, style)} of {suit_name(suit, style)}"


def a(name: str) -> str:
    """A name with its article.

    >>> a("Ace"), a("8"), a("Jack")
    ('an Ace', 'an 8', 'a Jack')
    """
    return f"{'an' if name[0] in 'AEOU8' else 'a'} {name}"


def in_order(ranks: Iterable[str]) -> list[str]:
    """Ranks from the lowest to the Joker."""
    return sorted(ranks, key=_ORDER.index)


def any_of(ranks: Iterable[str], style: str, joint: str = "or") -> str:
    """One of these ranks.

    >>> any_of("K7", "french")
    'a 7 or a King'
    """
    return joined([a(rank_name(rank, style)) for rank in in_order(ranks)], joint)


def whichever(ranks: Iterable[str], style: str) -> str:
    """A card of one of these ranks, whatever its suit.

    >>> whichever("K7", "french")
    'any 7 or King'
    """
    return "any " + joined([rank_name(rank, style) for rank in in_order(ranks)], "or")


def all_of(ranks: Iterable[str], style: str) -> str:
    """All cards of these ranks.

    >>> all_of("K7", "french")
    '7s and Kings'
    """
    return joined([f"{rank_name(rank, style)}s" for rank in in_order(ranks)], "and")


def joined(names: Sequence[str], joint: str) -> str:
    """Names as one says them: commas, and a word before the last."""
    *first, last = names
    return f"{', '.join(first)} {joint} {last}" if first else last


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
