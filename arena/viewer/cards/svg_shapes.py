"""The outlines of the card drawings. We drew them ourselves, so no font or licence is needed.

Symbols of suits fill a square of 100; ranks and letters are strokes in a box of 12 × 18 (the ten is wider).
"""

from typing import Final, NamedTuple

PAPER: Final = "var(--card-paper, #fffdf8)"


class Part(NamedTuple):
    """A part of a suit's symbol: an outline and its colour."""

    path: str
    fill: str


class Suit(NamedTuple):
    """The look of a suit: its letter, the colour of letter and ranks, and the parts of its symbol."""

    letter: str
    ink: str
    parts: tuple[Part, ...]


_GREEN, _BLUE, _RED, _BLACK = "#1b7f4b", "#2360b8", "#c52a3c", "#24262d"
_BROWN, _LEAF, _BELL, _CAP = "#7a5127", "#2b7a35", "#946800", "#5d7a2a"

_HEART: Final = (
    "M50 90C22 67 8 50 8 33 8 19 18 10 30 10c9 0 16 5 20 14 4-9 11-14 20-14 12 0 22 9 22 23 0 17-14 34-42 57Z"
)

FRENCH: Final = {
    "C": Suit(
        "C",
        _GREEN,
        (
            Part(
                "M50 8a21 21 0 0 1 17 33.4a21 21 0 1 1-11.5 36.6c1 6 4 10.5 8.5 14H36c4.5-3.5 7.5-8 8.5-14"
                "a21 21 0 1 1-11.5-36.6A21 21 0 0 1 50 8Z",
                _GREEN,
            ),
        ),
    ),
    "D": Suit(
        "D",
        _BLUE,
        (Part("M50 5c9 17 20 32 34 45-14 13-25 28-34 45-9-17-20-32-34-45C30 37 41 22 50 5Z", _BLUE),),
    ),
    "H": Suit("H", _RED, (Part(_HEART, _RED),)),
    "S": Suit(
        "S",
        _BLACK,
        (
            Part(
                "M50 7c9 17 42 36 42 55 0 12-9 20-20 20-8 0-14-3-18-9 1 9 4 15 10 20H36c6-5 9-11 10-20"
                "-4 6-10 9-18 9C17 82 8 74 8 62 8 43 41 24 50 7Z",
                _BLACK,
            ),
        ),
    ),
}

GERMAN: Final = {
    "C": Suit(
        "A",
        _BROWN,
        (
            Part("M45 20c0-7-2-11-7-14l9-3c6 5 8 10 8 17Z", _BROWN),
            Part("M22 52h56c0 19-9 33-28 45-19-12-28-26-28-45Z", _CAP),
            Part("M12 43c0-16 16-26 38-26s38 10 38 26c0 7-4 11-10 11H22c-6 0-10-4-10-11Z", _BROWN),
        ),
    ),
    "D": Suit(
        "B",
        _BELL,
        (
            Part("M43 17a7 7 0 1 1 14 0v6H43Z", _BELL),
            Part("M50 18a38 38 0 1 1 0 76 38 38 0 0 1 0-76Z", _BELL),
            Part("M50 24a32 32 0 0 1 31.5 27h-63A32 32 0 0 1 50 24Z", "#f0b90b"),
            Part("M18.3 59h63.4a32 32 0 0 1-63.4 0Z", "#f0b90b"),
            Part("M47.5 68a5 5 0 1 1 5 0l2 20h-9Z", _BELL),
        ),
    ),
    "H": Suit("H", _RED, (Part(_HEART, _RED),)),
    "S": Suit(
        "L",
        _LEAF,
        (
            Part(
                "M50 5c8 14 36 26 36 51 0 16-13 25-31 25l2 15H43l2-15c-18 0-31-9-31-25C14 31 42 19 50 5Z",
                _LEAF,
            ),
            Part(
                "M48.5 26h3v52h-3ZM50 52l19-15 2 2.5L50 56 29 39.5l2-2.5ZM50 68l16-12 2 2.5L50"
                " 72 32 58.5l2-2.5Z",
                PAPER,
            ),
        ),
    ),
}

SUITS: Final = {"french": FRENCH, "german": GERMAN}

STAR: Final = "M50 6 61 38 95 38 68 58 78 91 50 71 22 91 32 58 5 38 39 38Z"
JOKER_INK: Final = "#7d3c98"

_OVAL: Final = "M6 0c4 0 6 3.8 6 9s-2 9-6 9-6-3.8-6-9 2-9 6-9Z"

STROKES: Final = {
    "2": "M1 4.8C1 1.9 3.2 0 6 0s5 1.9 5 4.8C11 8.3 6.5 11.5 1 18h10.5",
    "3": "M1 0h9.5l-5 7c3.4 0 5.8 2 5.8 5.4 0 3.6-2.6 5.6-5.6 5.6-2.4 0-4.2-1.1-5.1-3",
    "4": "M9 18V0L0 12.7h12",
    "5": (
        "M10.5 0H2.6l-.9 8c1.1-1 2.5-1.5 4.1-1.5 3.2 0 5.5 2.3 5.5 5.7 0 3.6-2.5 5.8-5.6 5.8-2.4"
        " 0-4.2-1-5.1-2.8"
    ),
    "6": (
        "M10.3 2.2C9.3.8 7.9 0 6.3 0 2.8 0 .7 4 .7 10c0 5 2 8 5.4 8 3.1 0 5.2-2.2 5.2-5.6S9.2 7 6.2"
        " 7C3.3 7 1 9 .8 12"
    ),
    "7": "M.5 0h11l-7 18",
    "8": (
        "M6 8.2c-2.7 0-4.5-1.7-4.5-4.1S3.4 0 6 0s4.5 1.6 4.5 4.1S8.7 8.2 6 8.2Zm0 0c-3.1 0-5.3 2-5.3"
        " 4.9C.7 16.1 3 18 6 18s5.3-1.9 5.3-4.9c0-2.9-2.2-4.9-5.3-4.9Z"
    ),
    "9": (
        "M1.7 15.8C2.7 17.2 4.1 18 5.7 18c3.5 0 5.6-4 5.6-10 0-5-2-8-5.4-8C2.8 0 .7 2.2.7 5.6s2.1"
        " 5.4 5.1 5.4c2.9 0 5.2-2 5.4-5"
    ),
    "10": "M0 3.7 3.2.5V18M11 0c3.2 0 4.7 3.8 4.7 9S14.2 18 11 18s-4.7-3.8-4.7-9S7.8 0 11 0Z",
    "A": "M0 18 6 0l6 18M2.1 12h7.8",
    "B": (
        "M1 0v18h5.5c3.1 0 4.9-1.8 4.9-4.8 0-2.8-1.8-4.6-4.9-4.6H1M1 0h5c2.9 0 4.5 1.6 4.5 4.3S8.9 8.6 6 8.6"
    ),
    "C": "M11 3.5C10 1.2 8.3 0 6.2 0 2.6 0 .5 3.5.5 9s2.1 9 5.7 9c2.1 0 3.8-1.2 4.8-3.5",
    "D": "M1 0v18h3.5c4.5 0 7-3 7-9s-2.5-9-7-9Z",
    "H": "M1 0v18M11 0v18M1 9h10",
    "J": "M5.5 0H10v12.5C10 16 8.2 18 5.5 18S1 16.3 1 13.5",
    "K": "M1 0v18M11 0 1 11M5 6.7 11.5 18",
    "L": "M1.5 0v18h9.5",
    "O": _OVAL,
    "Q": _OVAL + "M7.3 13.2 12 19",
    "S": (
        "M10.6 3C9.7 1 8 0 6 0 3.2 0 1.3 1.7 1.3 4.3 1.3 10 11 7.5 11 13.4 11 16.2 9 18 6 18c-2.5"
        " 0-4.3-1.2-5.2-3.5"
    ),
    "U": "M1 0v12c0 4 2 6 5 6s5-2 5-6V0",
}
