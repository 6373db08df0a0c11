"""How a card is written for the eye: rank and suit symbol, as text and as a small picture."""

from typing import Final

from arena.rules.cards import JOKER, SUIT_SYMBOLS, SUITS

SUIT_NAMES: Final = {
    "french": ("clubs", "diamonds", "hearts", "spades"),
    "german": ("acorns", "bells", "hearts", "leaves"),
}
COLOURS: Final = {"C": "green", "D": "blue", "H": "red", "S": "black", JOKER: "magenta"}

_RANKS: Final = {
    "french": {"T": "10"},
    "german": {"T": "10", "J": "U", "Q": "O"},
}


def suit_glyph(suit: str, style: str = "french") -> str:
    """The symbol of a suit letter.

    >>> suit_glyph("H")
    '♥'
    """
    return SUIT_SYMBOLS[style][SUITS.index(suit)]


def suit_name(suit: str, style: str = "french") -> str:
    return SUIT_NAMES[style][SUITS.index(suit)]


def card_glyph(card: str, style: str = "french") -> str:
    """A card's notation as people write it.

    >>> card_glyph("TC"), card_glyph("XX")
    ('10♣', 'Joker')
    """
    if card[0] == JOKER:
        return "Joker"
    return rank_glyph(card[0], style) + suit_glyph(card[1], style)


def rank_glyph(rank: str, style: str = "french") -> str:
    return _RANKS[style].get(rank, rank)


def ink(suit: str) -> str:
    """The colour of a suit letter on the terminal's own background, which may be black itself."""
    return "default" if COLOURS[suit] == "black" else COLOURS[suit]


def picture(card: str, style: str = "french") -> tuple[str, ...]:
    """A card drawn in five lines of seven columns."""
    joker = card[0] == JOKER
    rank = "JOKER" if joker else rank_glyph(card[0], style)
    suit = "★" if joker else suit_glyph(card[1], style)
    return ("╭─────╮", f"│{rank:<5}│", f"│  {suit}  │", f"│{rank:>5}│", "╰─────╯")
