"""The one way for text that somebody else wrote (names, notes, output of bots) to a terminal."""

import unicodedata
from typing import Final

_MOVES_THE_CURSOR_OR_HIDES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS_IN_A_ROW: Final = 2
_MOST_LETTERS: Final = 200


def printable(text: str, limit: int = _MOST_LETTERS) -> str:
    """Text that stays on its line and looks like what it is.

    Control characters, escape sequences, changes of the writing direction and what cannot be seen are
    written out, piled-up accents left out, and the rest cut at `limit`.

    >>> printable("a\\x1b[31mred\\u202e!")
    'a\\\\x1b[31mred\\\\u202e!'
    """
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(_shown(short, place) for place in range(len(short)))


def last_lines(output: bytes | str, many: int, limit: int = _MOST_LETTERS) -> list[str]:
    """The last lines of what a program printed, at most so many, each `printable`.

    >>> last_lines(b"one\\ntwo\\x1b[2J\\nthr\\xffe\\n", 2)
    ['two\\\\x1b[2J', 'thr\\\\xffe']
    """
    text = output if isinstance(output, str) else output.decode(errors="backslashreplace")
    return [printable(line, limit) for line in text.splitlines()[-many:]]


def _shown(text: str, place: int) -> str:
    letter = text[place]
    category = unicodedata.category(letter)
    if category in _MOVES_THE_CURSOR_OR_HIDES:
        return letter.encode("unicode_escape").decode("ascii")
    if category == "Zs":
        return " "
    return "" if _piled_up(text, place) else letter


def _piled_up(text: str, place: int) -> bool:
    before = text[max(0, place - _MARKS_IN_A_ROW) : place + 1]
    return len(before) > _MARKS_IN_A_ROW and all(unicodedata.category(mark)[0] == "M" for mark in before)
