"""The figures of court cards, drawn from flat shapes.

A figure fills the upper half of a card to the right of the rank: x from 33 to 93, y from 8 to 70. The card
shows it twice, once upside down.
"""

from typing import Final, NamedTuple

from arena.viewer.cards.svg_shapes import PAPER, Part

_INK: Final = "inherit"  # the colour of the suit
_SKIN, _DARK, _GOLD, _STEEL, _WOOD = "#f3cda8", "#24262d", "#e8b22c", "#8893a3", "#8b6239"
_BROWN, _BLOND, _GREY = "#6d4526", "#d99a2b", "#aaa499"


class Figure(NamedTuple):
    """The figure of a court card: the parts drawn behind and in front of its head and shoulders."""

    behind: tuple[Part, ...]
    front: tuple[Part, ...]


# Shoulders, neck and face with eyes and mouth: the same for all figures.
BUST: Final = (
    Part("M31 70q0-16 18-18h8q12 2 12 18Z", _INK),
    Part("M31 67.5h38V70H31Z", _GOLD),
    Part("M49 44h8v8l-4 4-4-4Z", "#e0b48b"),
    Part("M44 27h18v11c0 6-5 10-9 10s-9-4-9-10Z", _SKIN),
    Part(
        "M48 35a1.4 1.4 0 1 1 2.8 0 1.4 1.4 0 1 1-2.8 0ZM55.2 35a1.4 1.4 0 1 1 2.8 0 1.4 1.4 0 1 1-2.8 0Z",
        _DARK,
    ),
    Part("M50 41.5h6q-3 2.6-6 0Z", "#b4574a"),
)

_COLLAR: Final = Part("M45 52.3l8 9 8-9 4 1.2-12 13-12-13Z", _GOLD)
_HAND: Final = Part("M77 53h9v8h-9Z", _SKIN)
_SLEEVE: Final = Part("M64 54q8 3 13-1v9q-4 3-9 3Z", _INK)

# By style of the pack and rank.
FIGURES: Final = {
    ("french", "J"): Figure(  # beret, page's hair, halberd
        (
            Part("M80 14h3v55.3h-3Z", _WOOD),
            Part("M81.5 8l3.5 9h-7ZM83 17q9 0 9 10 0 4-3 6-1-5-6-5ZM80 19l-7 2v4l7 2Z", _STEEL),
            Part("M40 26h26v20q-4 4-9 1h-8q-5 3-9-1Z", _BROWN),
        ),
        (
            Part("M40 27q-6-12 9-15 18-3 20 7 1 6-4 8Z", _INK),
            Part("M41 25h24v4.5H41Z", _GOLD),
            _COLLAR,
            _SLEEVE,
            _HAND,
        ),
    ),
    ("french", "Q"): Figure(  # small crown, long hair, flower
        (
            Part("M80.5 26h2.4v43h-2.4ZM82 44q7-1 9-8-8 0-9 8Z", "#4a7a3a"),
            Part(
                "M81.7 9l3 4.5 5.3-.5-1 5.3 3.5 4-4.8 2.5-1 5.2-5-2-5 2-1-5.2-4.8-2.5 3.5-4-1-5.3 5.3.5Z",
                _INK,
            ),
            Part("M78.2 19.5a3.5 3.5 0 1 1 7 0 3.5 3.5 0 1 1-7 0Z", _GOLD),
            Part("M53 17c-12 0-14 10-14 18 0 9-1 14-5 19l9 4h20l9-4c-4-5-5-10-5-19 0-8-2-18-14-18Z", _BLOND),
        ),
        (
            Part("M44 35V27h18v8q-5-2-9-7-4 5-9 7Z", _BLOND),
            Part("M42 25l-2-13 6.5 6L53 9.5l6.5 8.5 6.5-6-2 13q-11-3-22 0Z", _GOLD),
            Part("M44 53q9 10 18 0l3 1q-12 16-24 0Z", PAPER),
            Part("M51 62a2 2 0 1 1 4 0 2 2 0 1 1-4 0Z", _GOLD),
            _SLEEVE,
            _HAND,
        ),
    ),
    ("french", "K"): Figure(  # tall crown, beard, sword
        (
            Part("M79.5 46V14L81.7 8.5 84 14V46Z", _STEEL),
            Part("M73 45h17v4H73ZM80 49h3.5v14H80Z", _GOLD),
            Part("M41 26h24v17l-4 3H45l-4-3Z", _BROWN),
        ),
        (
            Part("M41 27l-3-17 8 6 7-8 7 8 8-6-3 17Z", _GOLD),
            Part("M41 24h24v4H41Z", _INK),
            Part("M44 36c2 3 5 3 9 3s7 0 9-3v8c0 8-5 13-9 15-4-2-9-7-9-15Z", _BROWN),
            Part("M50 42h6q-3 2.6-6 0Z", "#b4574a"),
            _SLEEVE,
            _HAND,
        ),
    ),
    ("german", "J"): Figure(  # hat with a feather, pike on the left
        (
            Part("M35.5 16h2.8v53.3h-2.8Z", _WOOD),
            Part("M36.9 8l3 9h-6Z", _STEEL),
            Part("M42 28h22v14q-3 3-6 2h-10q-3 1-6-2Z", _BLOND),
        ),
        (
            Part("M44 26q-1-12 9-12t9 12Z", _INK),
            Part("M38 25h30v4.5H38Z", _INK),
            Part("M45 22h16.5v3H45Z", _GOLD),
            Part("M60 23c2-12 14-15 25-11-1 8-12 14-25 11Z", _GOLD),
            _COLLAR,
        ),
    ),
    ("german", "Q"): Figure(  # plumed helmet, moustache, sabre
        (
            Part("M68 63C82 62 89 50 91 34c4 17-4 33-22 34Z", _STEEL),
            Part("M42 28h22v12q-3 4-6 3h-10q-3 1-6-3Z", _BROWN),
        ),
        (
            Part("M41 28q-1-15 12-15t12 15Z", _STEEL),
            Part("M39 26h28v4.5H39Z", _GOLD),
            Part("M49 16q-8-8-2-8 12-1 12 8Z", _INK),
            Part("M53 38q3 3 8 1-3 4.5-8 2-5 2.5-8-2 5 2 8-1Z", _BROWN),
            _COLLAR,
            Part("M64 60h9v9h-9Z", _SKIN),
        ),
    ),
    ("german", "K"): Figure(  # closed crown with a cross, long beard, sceptre
        (
            Part("M80.2 24h3v45.3h-3Z", _GOLD),
            Part("M81.7 8l4.5 6.5 4.5 1.5-4 4 1 7h-12l1-7-4-4 4.5-1.5Z", _GOLD),
            Part("M40 26h26v20l-5 4H45l-5-4Z", _GREY),
        ),
        (
            Part("M41 27c-5-14 4-15 10-10V12h-2.5V9.5H51V8h4v1.5h2.5V12H55v5c6-5 15-4 10 10Z", _GOLD),
            Part("M41 24h24v4.5H41Z", _INK),
            Part("M44 36c2 3 5 3 9 3s7 0 9-3v8c0 10-5 17-9 20-4-3-9-10-9-20Z", _GREY),
            Part("M50 42h6q-3 2.6-6 0Z", "#b4574a"),
            _SLEEVE,
            _HAND,
        ),
    ),
}

# The place of the suit's large symbol in the upper half: x, y, size. A German Unter has it low, an Ober high.
PIPS: Final = {("german", "J"): (71, 45, 21), ("german", "Q"): (70, 10, 22), ("german", "A"): (41, 17, 44)}
