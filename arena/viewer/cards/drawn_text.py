"""Texts as HTML with pictures of suits. A page with these texts also needs the element `svg.sprite`."""

import re
from functools import cache
from html import escape
from typing import Final

from arena.rules.cards import SUITS
from arena.viewer.cards.glyphs import SUIT_NAMES, suit_mark

_BEFORE_MARK: Final = r"(?:10|[2-9A-Z:]|\bnames )"  # a rank, or words that name a suit
_BEFORE_NAME: Final = r"((?:\b(?:of|in|and)|,) )"  # in rules, where "leaves" is a verb too


def draw_cards(text: str, style: str = "french") -> str:
    """Return a text about a game as HTML, with a picture for each suit of a card and each named suit.

    The names of the suits stay in the HTML, hidden, for screen readers and for copying.

    >>> print(draw_cards("<a> plays K♥"))
    &lt;a&gt; plays <span class="face">K<span class="symbol"><svg class="pip" aria-hidden="true"><use \
href="#pip-french-H"/></svg>♥</span></span>
    """
    marks = _marks(style)
    parts = re.split(f"({_BEFORE_MARK})({'|'.join(marks)})", text)
    drawn = [
        f'<span class="face">{before}{_symbol(style, marks[mark], mark)}</span>'
        for before, mark in zip(parts[1::3], parts[2::3], strict=True)
    ]
    return "".join(escape(other) + card for other, card in zip(parts[::3], [*drawn, ""], strict=True))


def draw_suits(text: str, style: str = "french") -> str:
    """Return a text about the rules as HTML, with a picture before each name of a suit.

    >>> print(draw_suits("The King of spades"))
    The King of <span class="face"><span class="symbol"><svg class="pip" aria-hidden="true"><use \
href="#pip-french-S"/></svg></span> spades</span>
    """
    marks = _marks(style)
    return re.sub(
        f"{_BEFORE_NAME}({'|'.join(SUIT_NAMES[style])})\\b",
        lambda found: f'{found[1]}<span class="face">{_symbol(style, marks[found[2]])} {found[2]}</span>',
        escape(text),
    )


@cache
def _marks(style: str) -> dict[str, str]:
    """Return the letter of each suit, such as "H", keyed by both the suit's name and its sign ("♥").

    `style`: the pack style of the names and signs, such as "french".
    """
    marks = {suit_mark(suit, style): suit for suit in SUITS}
    return marks | dict(zip(SUIT_NAMES[style], SUITS, strict=True))


def _symbol(style: str, suit: str, instead_of: str = "") -> str:
    pip = f'<svg class="pip" aria-hidden="true"><use href="#pip-{style}-{suit}"/></svg>'
    return f'<span class="symbol">{pip}{instead_of}</span>'
