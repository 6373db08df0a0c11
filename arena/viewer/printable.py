"""Escape text that somebody else wrote (names, notes, output of bots) for terminals, pages and JSON."""

import json
import re
import unicodedata
from typing import Final

_MOVES_THE_CURSOR_OR_HIDES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS_IN_A_ROW: Final = 2
_KEPT: Final = "\n\t"  # by `visible`
_NOT_ASCII: Final = re.compile("[^\x00-\x7e]")
_MAX_LETTERS: Final = 200


def printable(text: str, limit: int = _MAX_LETTERS) -> str:
    """Text that stays on its line and looks like what it is.

    Control characters, escape sequences, changes of the writing direction and what cannot be seen are
    written out, piled-up accents left out, and the rest cut at `limit`.

    >>> printable("a\\x1b[31mred\\u202e!")
    'a\\\\x1b[31mred\\\\u202e!'
    """
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    if short.isascii() and short.isprintable():
        return short
    return "".join(_shown(short, place) for place in range(len(short)))


def visible(text: str) -> str:
    """Return text of any length with what `printable` writes out written out; its lines stay.

    >>> visible("two\\nlines\\u202e")
    'two\\nlines\\\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter in _KEPT else _escape(letter) for letter in text)


def first_unseen(text: str) -> str:
    """Return the first character that `printable` writes out, as "U+202E"; empty if there is none."""
    return next((f"U+{ord(letter):04X}" for letter in text if _is_unseen(letter)), "")


def escape_json(document: str) -> str:
    """Return a JSON document with what cannot be seen as JSON escapes.

    >>> escape_json(json.dumps("a\\u202eb", ensure_ascii=False))
    '"a\\\\u202eb"'
    """

    def escaped(found: re.Match[str]) -> str:
        return json.dumps(found[0])[1:-1] if _is_unseen(found[0]) else found[0]

    return _NOT_ASCII.sub(escaped, document)


def last_lines(output: bytes | str, many: int, limit: int = _MAX_LETTERS) -> list[str]:
    """The last lines of what a program printed, at most so many, each `printable`.

    >>> last_lines(b"one\\ntwo\\x1b[2J\\nthr\\xffe\\n", 2)
    ['two\\\\x1b[2J', 'thr\\\\xffe']
    """
    text = output if isinstance(output, str) else output.decode(errors="backslashreplace")
    return [printable(line, limit) for line in text.splitlines()[-many:]]


def _shown(text: str, place: int) -> str:
    letter = text[place]
    if unicodedata.category(letter) == "Zs":
        return " "
    return "" if _piled_up(text, place) else _escape(letter)


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii") if _is_unseen(letter) else letter


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _MOVES_THE_CURSOR_OR_HIDES


def _piled_up(text: str, place: int) -> bool:
    before = text[max(0, place - _MARKS_IN_A_ROW) : place + 1]
    return len(before) > _MARKS_IN_A_ROW and all(unicodedata.category(mark)[0] == "M" for mark in before)
