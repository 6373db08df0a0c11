"""How a card is written for the eye: rank and suit symbol, as text and as a small picture."""

from typing import Final

from arena.rules.cards import JOKER, SUIT_SYMBOLS, SUITS

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


def rank_name(rank: str, style: str = "french") -> str:
    """What a rank is called.

    >>> rank_name("J"), rank_name("J", "german"), rank_name("T")
    ('Jack', 'Unter', '10')
    """
    return RANK_NAMES[style].get(rank, rank)


def card_name(card: str, style: str = "french") -> str:
    """What a card is called.

    >>> card_name("KS"), card_name("JS", "german"), card_name("XX")
    ('King of spades', 'Unter of leaves', 'Joker')
    """
    if card[0] == JOKER:
        return rank_name(JOKER, style)
    return f"{rank_name(card[0], style)} of {suit_name(card[1], style)}"


def ink(suit: str, style: str = "french") -> str:
    """The colour of a suit letter on the terminal's own background, which may be black itself."""
    colour = COLOURS[style][suit]
    return "default" if colour == "black" else colour


def picture(card: str, style: str = "french", *, face_down: bool = False) -> tuple[str, ...]:
    """A card drawn in five lines of seven columns; `face_down`: it was only called so."""
    joker = card[0] == JOKER
    rank = "JOKER" if joker else rank_glyph(card[0], style)
    suit = "★" if joker else suit_glyph(card[1], style)
    edge = "╌╌╌╌╌" if face_down else "─────"
    doubtful = "?" if face_down else " "
    return (f"╭{edge}╮", f"│{rank:<5}│", f"│{doubtful} {suit} {doubtful}│", f"│{rank:>5}│", f"╰{edge}╯")
