"""Words for rule cards: numbers, and lists of ranks and cards."""

from collections.abc import Iterable
from typing import Final

from arena.rules.cards import JOKER, RANKS
from arena.viewer.cards.glyphs import card_name, rank_name
from arena.viewer.text import join_names

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
    """Return ranks sorted from low to high, the Joker last."""
    return sorted(ranks, key=_ORDER.index)


def any_of(ranks: Iterable[str], style: str, joint: str = "or") -> str:
    """Return ranks as a choice in words, such as "a 7 or a King". `joint`: the word before the last choice.

    >>> any_of("K7", "french")
    'a 7 or a King'
    """
    return join_names([a(rank_name(rank, style)) for rank in in_order(ranks)], joint)


def any_card_of(ranks: Iterable[str], style: str) -> str:
    """Return words for any card of these ranks, such as "any 7 or King".

    >>> any_card_of("K7", "french")
    'any 7 or King'
    """
    return "any " + join_names([rank_name(rank, style) for rank in in_order(ranks)], "or")


def plural_names(ranks: Iterable[str], style: str) -> str:
    """Return ranks in the plural, such as "7s and Kings".

    >>> plural_names("K7", "french")
    '7s and Kings'
    """
    return join_names([f"{rank_name(rank, style)}s" for rank in in_order(ranks)])


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
