"""Words for rule cards: numbers, and lists of ranks and cards."""

from collections.abc import Iterable, Sequence
from typing import Final

from arena.rules.cards import JOKER, RANKS
from arena.viewer.cards.glyphs import card_name, rank_name

_NUMBERS: Final = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
_ORDER: Final = RANKS + JOKER


def number(count: int) -> str:
    return _NUMBERS.get(count, str(count))


def cards(count: int) -> str:
    """Return a number of cards in words.

    >>> cards(1), cards(9)
    ('one card', '9 cards')
    """
    return f"{number(count)} {'card' if count == 1 else 'cards'}"


def special(card: str, style: str) -> str:
    """Return the name of a card or of a rank.

    >>> special("KS", "french"), special("J", "german")
    ('King of spades', 'Unter')
    """
    return rank_name(card, style) if len(card) == 1 else card_name(card, style)


def a(name: str) -> str:
    """Return a name with its indefinite article.

    >>> a("Ace"), a("8"), a("Jack")
    ('an Ace', 'an 8', 'a Jack')
    """
    return f"{'an' if name[0] in 'AEOU8' else 'a'} {name}"


def in_order(ranks: Iterable[str]) -> list[str]:
    """Return ranks sorted from the lowest to the Joker."""
    return sorted(ranks, key=_ORDER.index)


def any_of(ranks: Iterable[str], style: str, joint: str = "or") -> str:
    """Return the phrase "one card of these ranks" in words.

    >>> any_of("K7", "french")
    'a 7 or a King'
    """
    return joined([a(rank_name(rank, style)) for rank in in_order(ranks)], joint)


def any_card_of(ranks: Iterable[str], style: str) -> str:
    """Return the phrase "any card of these ranks" in words.

    >>> whichever("K7", "french")
    'any 7 or King'
    """
    return "any " + joined([rank_name(rank, style) for rank in in_order(ranks)], "or")


def plural_names(ranks: Iterable[str], style: str) -> str:
    """Return the phrase "all cards of these ranks" in words.

    >>> all_of("K7", "french")
    '7s and Kings'
    """
    return joined([f"{rank_name(rank, style)}s" for rank in in_order(ranks)], "and")


def joined(names: Sequence[str], joint: str) -> str:
    """Join names with commas, and with the word `joint` before the last name."""
    *first, last = names
    return f"{', '.join(first)} {joint} {last}" if first else last


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
