"""TOML that a person wrote: its values, the line of each, and every mistake of syntax.

The standard library's parser says where the first mistake is, and of what it has read it gives no lines. So
the text is read statement by statement: a statement is as many lines as parse by themselves.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from arena.rules.house_rules.problems import Where

MAX_LINES: Final = 500
MAX_DEPTH: Final = 20  # of tables and lists in each other
MAX_CHARACTERS: Final = 16 << 10
MAX_MISTAKES: Final = 10  # of syntax: what follows are often their consequences
MARK: Final = "\ufeff"  # the byte order mark, which some editors write before everything else
NOT_CLOSED: Final = "this is not TOML: a bracket or a quote here is not closed"
ENDS: Final = ("]", "}", '"""', "'''")  # with one of these a statement of several lines ends
_AT: Final = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


class Mistake(NamedTuple):
    """What is wrong in a file, and in which line, from 1."""

    line: int
    what: str


class Document(NamedTuple):
    """What could be read of a text. `lines`: where each table, key and listed text stands.

    The tables of a list of tables, [[bots]], are ("bots", "1"), ("bots", "2") and so on.
    """

    values: dict[str, Any]
    lines: Mapping[Where, int]
    mistakes: tuple[Mistake, ...]


def read_toml(text: str, characters: int = MAX_CHARACTERS, most_lines: int = MAX_LINES) -> Document:
    """The values of a TOML text; a line that breaks the syntax is left out, and is a mistake."""
    lines = [*text.removeprefix(MARK).replace("\r\n", "\n").split("\n"), ""]
    if len(text) > characters or len(lines) > most_lines:
        what = f"the file is longer than {characters} characters or {most_lines} lines"
        return Document({}, {}, (Mistake(1, what),))
    mistakes: list[Mistake] = []
    while not isinstance(values := _parsed(lines), dict):
        mistakes.append(_mistake(values, lines))
        lines = _without_mistake(lines, mistakes)
    return Document(values, _first_lines(_places(lines)), tuple(mistakes))


def _first_lines(places: Iterable[tuple[Where, int]]) -> dict[Where, int]:
    first: dict[Where, int] = {}
    for where, line in places:
        first.setdefault(where, line)
    return first


def _parsed(lines: list[str]) -> dict[str, Any] | ValueError | RecursionError:
    try:
        found = tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError) as reason:
        return reason
    return RecursionError() if _is_deep(found) else found


def _is_deep(found: object) -> bool:
    """Whether tables or lists lie deeper in each other than anybody means it."""
    level = [found]
    for _ in range(MAX_DEPTH):
        level = [
            one
            for value in level
            if isinstance(value, dict | list)
            for one in (value.values() if isinstance(value, dict) else value)
        ]
    return bool(level)


def _without_mistake(lines: list[str], mistakes: list[Mistake]) -> list[str]:
    """The lines without the one with the last mistake; of what does not end, or after many mistakes, without
    those after it either; without any if that would not help.
    """
    place = mistakes[-1].line - 1
    if not lines[place].strip():
        return [""] * len(lines)
    if mistakes[-1].what == NOT_CLOSED or len(mistakes) >= MAX_MISTAKES:
        return [*lines[:place], *[""] * (len(lines) - place)]
    return [*lines[:place], "", *lines[place + 1 :]]


def _mistake(reason: ValueError | RecursionError, lines: list[str]) -> Mistake:
    if isinstance(reason, RecursionError):
        return Mistake(_first_unread(lines), "tables or lists lie too deep in each other")
    found = _AT.search(str(reason))
    if found and not found["line"]:
        return Mistake(_first_unread(lines), NOT_CLOSED)
    what = _AT.sub("", str(reason))
    line = int(found["line"]) if found else _first_unread(lines)
    return Mistake(line, f"this is not TOML: {what[:1].lower()}{what[1:]}")


def _first_unread(lines: list[str]) -> int:
    """The line of the first statement that does not end."""
    for number in range(len(lines) - 1, -1, -1):
        if isinstance(_parsed(lines[:number]), dict):
            return number + 1
    return 1


def _places(lines: list[str]) -> Iterator[tuple[Where, int]]:
    """The names and texts of a text that parses, each with its line."""
    table: Where = ()
    often: Counter[Where] = Counter()
    start = 0
    while start < len(lines):
        end, statement = _statement(lines, start)
        if lines[start].lstrip().startswith("["):
            table = next(iter(_names(statement)), ())
            while below := [names for names in _names(statement) if names[:-1] == table]:
                table = below[0]
            for length in range(1, len(table) + 1):
                yield table[:length], start + 1
            if lines[start].lstrip().startswith("[["):
                often[table] += 1
                table = (*table, str(often[table]))
                yield table, start + 1
        else:
            for names in _names(statement):
                yield (*table, *names), start + 1 + _line_of(names[-1], lines[start:end])
        start = end


def _statement(lines: list[str], start: int) -> tuple[int, dict[str, Any]]:
    """The line after the statement that begins here, and its value."""
    for end in range(start + 1, len(lines) + 1):
        if end > start + 1 and not any(mark in lines[end - 1] for mark in ENDS):
            continue
        found = _parsed(lines[start:end])
        if isinstance(found, dict):
            return end, found
    return start + 1, {}


def _names(value: object, above: Where = ()) -> Iterator[Where]:
    """All names in tables, and the texts in lists, with what leads to them."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield (*above, name)
            yield from _names(one, (*above, name))
    elif isinstance(value, list):
        yield from ((*above, text) for text in _texts(value))


def _texts(value: object) -> Iterator[str]:
    """The texts in a list, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _line_of(name: str, lines: list[str]) -> int:
    for wanted in (f'"{name}"', f"'{name}'", name):
        for number, line in enumerate(lines):
            if wanted in line:
                return number
    return 0
