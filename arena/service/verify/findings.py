"""What is not as it must be: a cell or a row, what is stored there, and what it should be."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

Row = dict[str, Any]
Key = tuple[Any, ...]

ROW: Final = ""  # in place of a column: the whole row
_SHOWN: Final = 80  # characters of a value


class Mismatch(NamedTuple):
    """One of them. `expected` is the value itself where `known`, else only a hint or nothing."""

    table: str
    key: Key  # the values of its key columns
    column: str  # empty: the whole row
    stored: Any
    expected: Any
    why: str
    known: bool = False

    @property
    def name(self) -> str:
        """Where it is: "game_seat 17 0: place"."""
        place = f"{self.table} {' '.join(map(str, self.key))}"
        return f"{place}: {self.column}" if self.column else place

    def __str__(self) -> str:
        values = f" is {shown(self.stored)}" if self.column else ""
        if self.column and self.known:
            values += f", should be {shown(self.expected)}"
        return f"{self.name}{values}: {self.why}"


def wrong(table: str, key: Key, column: str, stored: object, expected: object, why: str) -> Mismatch:
    """A cell whose right value is known."""
    return Mismatch(table, key, column, stored, expected, why, known=True)


def missing(table: str, key: Key, why: str) -> Mismatch:
    """A row that is not there."""
    return Mismatch(table, key, ROW, "no row", "a row", why)


def surplus(table: str, key: Key, why: str) -> Mismatch:
    """A row that must not be there."""
    return Mismatch(table, key, ROW, "a row", "no row", why)


def differing(
    table: str, key: Key, stored: Mapping[str, Any], expected: Mapping[str, Any], why: str
) -> Iterator[Mismatch]:
    """The cells of a row that are not as expected; columns that nothing is expected of are passed over."""
    for column, value in expected.items():
        if not same(stored[column], value):
            yield wrong(table, key, column, stored[column], value, why)


def same(one: object, other: object) -> bool:
    """Equal; of floating-point numbers but for the last digits, which depend on the machine."""
    if isinstance(one, float) or isinstance(other, float):
        if not isinstance(one, (int, float)) or not isinstance(other, (int, float)):
            return False
        return abs(one - other) <= _CLOSE * max(1.0, abs(one), abs(other))
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return type(one) is type(other) and one == other


_CLOSE: Final = 1e-9


def shown(value: object) -> str:
    """A value on a line. What it holds may come from anywhere: make it printable."""
    text = value.hex() if isinstance(value, bytes) else repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"


def unlike(table: str, rows: Iterable[tuple[Key, Row, Row]], why: str) -> Iterator[Mismatch]:
    """The cells of several rows that are not as expected."""
    for key, stored, expected in rows:
        yield from differing(table, key, stored, expected, why)


def plain(finding: Mismatch) -> dict[str, object]:
    """A finding for JSON: values as they are where JSON has them, else as text."""
    return {
        "table": finding.table,
        "key": [_plain(part) for part in finding.key],
        "column": finding.column or None,
        "stored": _plain(finding.stored),
        "expected": _plain(finding.expected),
        "why": finding.why,
    }


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, (bool, int, float, str)) else shown(value)
