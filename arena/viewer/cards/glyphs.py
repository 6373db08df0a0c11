"""Cards, ranks and suits as people write them, and cards drawn with text characters."""

import re
from typing import Final

from arena.rules.cards import JOKER, SUITS

SUIT_NAMES: Final = {
    "french": ("clubs", "diamonds", "hearts", "spades"),
    "german": ("acorns", "bells", "hearts", "leaves"),
}
COLOURS: Final = {
    "french": {"C": "green", "D": "blue", "H": "red", "S": "black", JOKER: "magenta"},
    "german": {"C": "black", "D": "yellow", "H": "red", "S": "green", JOKER: "magenta"},
}
RANK_NAMES: Final = {
    "french": {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace", JOKER: "Joker"},
    "german": {"T": "10", "J": "Unter", "Q": "Ober", "K": "King", "A": "Ace", JOKER: "Joker"},
}

_RANKS: Final = {
    "french": {"T": "10"},
    "german": {"T": "10", "J": "U", "Q": "O"},
}


_FRENCH_SYMBOLS: Final = "♣♦♥♠"
_ON_CARDS: Final = {"french": _FRENCH_SYMBOLS, "german": ("acorn", "bell", "heart", "leaf")}
_CODE: Final = re.compile(
    r"\b([2-9TJQKA])([CDHS])(?::([CDHS]))?\b"
)  # a card in the log's notation, and a suit named


def suit_mark(suit: str, style: str = "french") -> str:
    """Return a suit as written after a rank: its symbol; for German suits, "·" and the suit's name.

    >>> suit_mark("H"), suit_mark("S", "german")
    ('♥', '·leaves')
    """
    return _FRENCH_SYMBOLS[SUITS.index(suit)] if style == "french" else f"·{suit_name(suit, style)}"


def suit_label(suit: str, style: str = "french") -> str:
    """Return the name of a suit, and its symbol if it has one.

    >>> suit_label("H"), suit_label("S", "german")
    ('♥ hearts', 'leaves')
    """
    symbol = f"{suit_mark(suit, style)} " if style == "french" else ""
    return symbol + suit_name(suit, style)


def suit_name(suit: str, style: str = "french") -> str:
    return SUIT_NAMES[style][SUITS.index(suit)]


def card_glyph(card: str, style: str = "french") -> str:
    """Return a card as people write it, such as "10♣". `card`: in the log's notation, such as "TC".

    >>> card_glyph("TC"), card_glyph("JS", "german"), card_glyph("XX")
    ('10♣', 'U·leaves', 'Joker')
    """
    if card[0] == JOKER:
        return "Joker"
    return rank_glyph(card[0], style) + suit_mark(card[1], style)


def translate_codes(text: str, style: str = "french") -> str:
    """Return a bot's text, with cards ("TC") as people write them ("10♣").

    >>> translate_codes("JS:C 0.64, 7H 0.5", "german")
    'U·leaves:acorns 0.64, 7·hearts 0.5'
    """

    def replace_code(code: re.Match[str]) -> str:
        rank, suit, named = code.groups()
        return card_glyph(rank + suit, style) + (f":{suit_mark(named, style).lstrip('·')}" if named else "")

    return _CODE.sub(replace_code, text)


def rank_glyph(rank: str, style: str = "french") -> str:
    return _RANKS[style].get(rank, rank)


def rank_name(rank: str, style: str = "french") -> str:
    """Return the name of a rank, such as "Jack"; for a number, its digits.

    >>> rank_name("J"), rank_name("J", "german"), rank_name("T")
    ('Jack', 'Unter', '10')
    """
    return RANK_NAMES[style].get(rank, rank)


def card_name(card: str, style: str = "french") -> str:
    """Return the full name of a card.

    >>> card_name("KS"), card_name("JS", "german"), card_name("XX")
    ('King of spades', 'Unter of leaves', 'Joker')
    """
    if card[0] == JOKER:
        return rank_name(JOKER, style)
    return f"{rank_name(card[0], style)} of {suit_name(card[1], style)}"


def ink(suit: str, style: str = "french") -> str:
    """Return the terminal colour for a suit; "default" for black, because the background may be black."""
    colour = COLOURS[style][suit]
    return "default" if colour == "black" else colour


def picture(card: str, style: str = "french", *, face_down: bool = False) -> tuple[str, ...]:
    """Return a card drawn with text characters, in five lines of seven columns.

    `face_down`: the card lies face down, and `card` is only the player's claim; it is drawn with question
    marks.
    """
    joker = card[0] == JOKER
    rank = "JOKER" if joker else rank_glyph(card[0], style)
    suit = "★" if joker else _ON_CARDS[style][SUITS.index(card[1])]
    edge = "╌╌╌╌╌" if face_down else "─────"
    doubt = "?" if face_down else " "
    if len(suit) == 1:
        middle, top, bottom = f"{doubt} {suit} {doubt}", f"{rank:<5}", f"{rank:>5}"
    else:
        middle, top, bottom = f"{suit:^5}", f"{rank:<4}{doubt}", f"{doubt}{rank:>4}"
    return (f"╭{edge}╮", f"│{top}│", f"│{middle}│", f"│{bottom}│", f"╰{edge}╯")
