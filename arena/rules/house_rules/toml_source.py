"""Read TOML that a user wrote: its values, the line of each value, and all syntax errors."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from arena.rules.house_rules.problems import Where

# The standard library's parser reports only the first error, and does not report the lines of values.
# Therefore the text is read statement by statement. A statement is the smallest number of lines that parses
# by itself.

MAX_LINES: Final = 500
MAX_DEPTH: Final = 20  # levels of nested tables and lists
MAX_CHARACTERS: Final = 16 << 10
MAX_MISTAKES: Final = 10  # syntax errors; later ones often follow from the first
MARK: Final = "\ufeff"  # the byte order mark that some editors write at the start
NOT_CLOSED: Final = "this is not TOML: a bracket or a quote here is not closed"
ENDS: Final = ("]", "}", '"""', "'''")  # a statement of several lines ends with one of these
_AT: Final = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


class Mistake(NamedTuple):
    """An error in a file, with the line where it is, counted from 1."""

    line: int
    what: str


class TomlDocument(NamedTuple):
    """The part of a TOML text without syntax errors.

    The tables of a list of tables, [[bots]], have the paths ("bots", "1"), ("bots", "2") and so on.
    """

    values: dict[str, Any]
    lines: Mapping[Where, int]  # by path: the line of each table, of each key and of each text in a list
    mistakes: tuple[Mistake, ...]


def read_toml(text: str, characters: int = MAX_CHARACTERS, most_lines: int = MAX_LINES) -> TomlDocument:
    """Parse a TOML text. Report each line with a syntax error as a mistake and leave it out.

    `characters`, `most_lines`: the maximum length of the text. If the text is longer, do not parse it, and
    report only its length as a mistake.
    """
    lines = [*text.removeprefix(MARK).replace("\r\n", "\n").split("\n"), ""]
    if len(text) > characters or len(lines) > most_lines:
        what = f"the file is longer than {characters} characters or {most_lines} lines"
        return TomlDocument({}, {}, (Mistake(1, what),))
    mistakes: list[Mistake] = []
    while not isinstance(values := _parsed(lines), dict):
        mistakes.append(_mistake(values, lines))
        lines = _without_mistake(lines, mistakes)
    return TomlDocument(values, _first_lines(_places(lines)), tuple(mistakes))


def _first_lines(places: Iterable[tuple[Where, int]]) -> dict[Where, int]:
    first: dict[Where, int] = {}
    for where, line in places:
        first.setdefault(where, line)
    return first


def _parsed(lines: list[str]) -> dict[str, Any] | ValueError | RecursionError:
    try:
        values = tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError) as reason:
        return reason
    return RecursionError() if _is_too_deep(values) else values


def _is_too_deep(values: object) -> bool:
    """True if tables or lists are nested deeper than the limit MAX_DEPTH."""
    level = [values]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)


def _without_mistake(lines: list[str], mistakes: list[Mistake]) -> list[str]:
    """Return the lines, with the line of the latest mistake made blank.

    If a bracket is unclosed or there are too many mistakes, make all later lines blank too. If the line is
    blank already, make all lines blank, so that the parsing ends.
    """
    place = mistakes[-1].line - 1
    if not lines[place].strip():  # blank already: end the reading
        return [""] * len(lines)
    if mistakes[-1].what == NOT_CLOSED or len(mistakes) >= MAX_MISTAKES:
        return [*lines[:place], *[""] * (len(lines) - place)]
    return [*lines[:place], "", *lines[place + 1 :]]


def _mistake(reason: ValueError | RecursionError, lines: list[str]) -> Mistake:
    if isinstance(reason, RecursionError):
        return Mistake(_first_unread(lines), "tables or lists are nested too deeply")
    place = _AT.search(str(reason))
    if place and not place["line"]:
        return Mistake(_first_unread(lines), NOT_CLOSED)
    what = _AT.sub("", str(reason))
    line = int(place["line"]) if place else _first_unread(lines)
    return Mistake(line, f"this is not TOML: {what[:1].lower()}{what[1:]}")


def _first_unread(lines: list[str]) -> int:
    """Return the number of the first line after the longest valid start of the text, counted from 1."""
    for number in range(len(lines) - 1, -1, -1):
        if isinstance(_parsed(lines[:number]), dict):
            return number + 1
    return 1


def _places(lines: list[str]) -> Iterator[tuple[Where, int]]:
    """Yield the path and the line of every table, every key, and every text inside a list.

    The lines must be valid TOML. Lines are counted from 1.
    """
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
    """Parse the statement that starts at the index `start`.

    Return the index of the line after the statement, and its parsed value.
    """
    for end in range(start + 1, len(lines) + 1):
        if end > start + 1 and not any(mark in lines[end - 1] for mark in ENDS):
            continue
        values = _parsed(lines[start:end])
        if isinstance(values, dict):
            return end, values
    return start + 1, {}


def _names(value: object, above: Where = ()) -> Iterator[Where]:
    """Yield the paths of all keys in tables and of all texts in lists, below the path `above`."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield (*above, name)
            yield from _names(inner, (*above, name))
    elif isinstance(value, list):
        yield from ((*above, text) for text in _texts(value))


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a list, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _line_of(name: str, lines: list[str]) -> int:
    for wanted in (f'"{name}"', f"'{name}'", name):
        for number, line in enumerate(lines):
            if wanted in line:
                return number
    return 0
