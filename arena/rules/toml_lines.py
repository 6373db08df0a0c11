"""TOML that a person wrote: its values, the line of each, and every mistake of syntax.

The standard library's parser says where the first mistake is, and of what it has read it gives no lines. So
the text is read statement by statement: a statement is as many lines as parse by themselves.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from arena.rules.flaws import Where

MOST_LINES: Final = 500
MOST_CHARACTERS: Final = 16 << 10
MOST_MISTAKES: Final = 10  # of syntax: what follows are often their consequences
_AT: Final = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


class Mistake(NamedTuple):
    """What is wrong in a file, and in which line, from 1."""

    line: int
    what: str


class Document(NamedTuple):
    """What could be read of a text. `lines`: where each table, key and listed text stands."""

    values: dict[str, Any]
    lines: Mapping[Where, int]
    mistakes: tuple[Mistake, ...]


def read_toml(text: str) -> Document:
    """The values of a TOML text; a line that breaks the syntax is left out, and is a mistake."""
    lines = text.replace("\r\n", "\n").split("\n")
    if len(text) > MOST_CHARACTERS or len(lines) > MOST_LINES:
        what = f"the file is longer than {MOST_CHARACTERS} characters or {MOST_LINES} lines"
        return Document({}, {}, (Mistake(1, what),))
    mistakes: list[Mistake] = []
    while True:
        try:
            values = tomllib.loads("\n".join(lines))
            break
        except (ValueError, RecursionError) as reason:
            mistake = _mistake(reason, lines)
            mistakes.append(mistake)
            ends = len(mistakes) == MOST_MISTAKES or not lines[mistake.line - 1].strip()
            del_to = len(lines) if ends or "end of document" in str(reason) else mistake.line
            lines[mistake.line - 1 : del_to] = [""] * (del_to - mistake.line + 1)
    return Document(values, dict(_places(lines)), tuple(mistakes))


def _mistake(reason: Exception, lines: list[str]) -> Mistake:
    if isinstance(reason, RecursionError):
        return Mistake(_first_unread(lines), "tables or lists lie too deep in each other")
    found = _AT.search(str(reason))
    what = _AT.sub("", str(reason))
    line = int(found["line"]) if found and found["line"] else _first_unread(lines)
    return Mistake(line, f"this is not TOML: {what[:1].lower()}{what[1:]}")


def _first_unread(lines: list[str]) -> int:
    """The line of the first statement that does not end."""
    for number in range(len(lines) - 1, -1, -1):
        if _parsed(lines[:number]) is not None:
            return number + 1
    return 1


def _places(lines: list[str]) -> Iterator[tuple[Where, int]]:
    """The names and texts of a text that parses, each with its line."""
    table: Where = ()
    start = 0
    while start < len(lines):
        end, statement = _statement(lines, start)
        if lines[start].lstrip().startswith("["):
            table = next(iter(_names(statement)), ())
            while below := [names for names in _names(statement) if names[:-1] == table]:
                table = below[0]
            yield table, start + 1
        else:
            for names in _names(statement):
                yield (*table, *names), start + 1 + _line_of(names[-1], lines[start:end])
        start = end


def _statement(lines: list[str], start: int) -> tuple[int, dict[str, Any]]:
    """The line after the statement that begins here, and its value."""
    for end in range(start + 1, len(lines) + 1):
        found = _parsed(lines[start:end])
        if found is not None:
            return end, found
    return start + 1, {}


def _parsed(lines: list[str]) -> dict[str, Any] | None:
    try:
        return tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return None


def _names(value: object, above: Where = ()) -> Iterator[Where]:
    """All names in tables, and the texts in lists, with what leads to them."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield (*above, name)
            yield from _names(one, (*above, name))
    elif isinstance(value, list):
        yield from ((*above, one) for one in value if isinstance(one, str))


def _line_of(name: str, lines: list[str]) -> int:
    return next((number for number, line in enumerate(lines) if name in line), 0)
