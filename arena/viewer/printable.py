"""Escape text that other people wrote (names, notes, output of bots) for terminals, pages and JSON."""

import json
import re
import unicodedata
from typing import Final

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MAX_MARKS: Final = 2
_ALLOWED: Final = "\n\t"  # by `visible`
_NOT_ASCII: Final = re.compile("[^\x00-\x7e]")
_MAX_LETTERS: Final = 200


def printable(text: str, limit: int = _MAX_LETTERS) -> str:
    """Return text as one line with no hidden characters, cut to `limit` characters.

    Control characters, escape sequences and invisible characters are escaped. Piled-up accents are dropped.

    >>> printable("a\\x1b[31mred\\u202e!")
    'a\\\\x1b[31mred\\\\u202e!'
    """
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    if short.isascii() and short.isprintable():
        return short
    return "".join(_show(short, place) for place in range(len(short)))


def visible(text: str) -> str:
    """Return text with its invisible characters escaped, except line breaks and tabs.

    >>> visible("two\\nlines\\u202e")
    'two\\nlines\\\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter in _ALLOWED else _escape(letter) for letter in text)


def first_unseen(text: str) -> str:
    """Return the code of the first invisible character of a text, such as "U+202E"; empty if there is
    none.
    """
    return next((f"U+{ord(letter):04X}" for letter in text if _is_invisible(letter)), "")


def escape_json(document: str) -> str:
    """Return a JSON document in which invisible characters are written as JSON escapes.

    >>> escape_json(json.dumps("a\\u202eb", ensure_ascii=False))
    '"a\\\\u202eb"'
    """

    def escape(found: re.Match[str]) -> str:
        return json.dumps(found[0])[1:-1] if _is_invisible(found[0]) else found[0]

    return _NOT_ASCII.sub(escape, document)


def last_lines(output: bytes | str, many: int, limit: int = _MAX_LETTERS) -> list[str]:
    """Return the last lines of a program's output, at most `many`, each made safe by `printable`.

    `limit`: the maximum number of characters in a line.

    >>> last_lines(b"one\\ntwo\\x1b[2J\\nthr\\xffe\\n", 2)
    ['two\\\\x1b[2J', 'thr\\\\xffe']
    """
    text = output if isinstance(output, str) else output.decode(errors="backslashreplace")
    return [printable(line, limit) for line in text.splitlines()[-many:]]


def _show(text: str, place: int) -> str:
    letter = text[place]
    if unicodedata.category(letter) == "Zs":
        return " "
    return "" if _piled_up(text, place) else _escape(letter)


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii") if _is_invisible(letter) else letter


def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter) in _INVISIBLE


def _piled_up(text: str, place: int) -> bool:
    before = text[max(0, place - _MAX_MARKS) : place + 1]
    return len(before) > _MAX_MARKS and all(unicodedata.category(mark)[0] == "M" for mark in before)
