"""Compare the rows of a database table with the rows that should be there."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, select

Row = dict[str, Any]
Key = tuple[Any, ...]
Rows = dict[Key, Row]

ROW: Final = ""  # stands for the whole row instead of a column
MAX_PAIRED: Final = 200  # with more unpaired rows the most similar ones are not searched
_MAX_SHOWN: Final = 80  # characters of a value that are shown
_CLOSE: Final = 1e-9


class Mismatch(NamedTuple):
    """A wrong or missing row of a database table, or a wrong value in it."""

    table: str
    key: Key  # the values of the row's key columns
    column: str  # empty: the whole row
    stored: Any
    expected: Any  # the right value if `known`, otherwise only a hint
    why: str  # the reason, in words
    known: bool = False

    @property
    def name(self) -> str:
        """The table, key and column of the mismatch, such as "game_seat 17 0: place"."""
        place = f"{self.table} {' '.join(map(str, self.key))}"
        return f"{place}: {self.column}" if self.column else place

    def __str__(self) -> str:
        values = f" is {shorten(self.stored)}" if self.column else ""
        if self.column and self.known:
            values += f", should be {shorten(self.expected)}"
        return f"{self.name}{values}: {self.why}"

    def as_json(self) -> dict[str, object]:
        """Return the mismatch as a dictionary for JSON. Values unknown to JSON become text."""
        return {
            "table": self.table,
            "key": [_json_value(part) for part in self.key],
            "column": self.column or None,
            "stored": _json_value(self.stored),
            "expected": _json_value(self.expected),
            "why": self.why,
        }


def wrong(table: str, key: Key, column: str, stored: object, expected: object, why: str) -> Mismatch:
    """Return the mismatch of a cell whose right value is known. `why`: the reason, in words."""
    return Mismatch(table, key, column, stored, expected, why, known=True)


def doubtful(table: str, key: Key, row: Mapping[str, Any], column: str, why: str) -> Mismatch:
    """Return the mismatch of a wrong cell whose right value is unknown.

    `row`: the stored row with this cell. `why`: the reason, in words.
    """
    return Mismatch(table, key, column, row[column], None, why)


def missing(table: str, key: Key, why: str) -> Mismatch:
    return Mismatch(table, key, ROW, "no row", "a row", why)


def surplus(table: str, key: Key, why: str) -> Mismatch:
    return Mismatch(table, key, ROW, "a row", "no row", why)


def read_rows(tx: Connection, table: Table, where: ColumnElement[bool] | None = None) -> Rows:
    """Return the rows of a database table, keyed and sorted by their primary key.

    `where`: an SQL condition that selects rows; None for all.
    """
    query = select(table).order_by(*table.primary_key)
    rows = map(dict, tx.execute(query if where is None else query.where(where)).mappings())
    return {key_of(table, row): row for row in rows}


def key_of(table: Table, row: Mapping[str, Any]) -> Key:
    """Return the values in the columns of a row's primary key."""
    return tuple(row[column.name] for column in table.primary_key)


def differing(
    table: str, key: Key, stored: Mapping[str, Any], expected: Mapping[str, Any], why: str
) -> Iterator[Mismatch]:
    """Yield a mismatch for each cell of a row that does not have its expected value.

    Columns that `expected` does not contain are ignored. `why`: the reason to give in each mismatch. For a
    JSON value, the first difference in it is given instead.
    """
    for column, value in expected.items():
        if not same(stored[column], value):
            is_nested = isinstance(value, (dict, list))
            how = _first_difference(stored[column], value) if is_nested else why
            yield wrong(table, key, column, stored[column], value, how)


def same(one: object, other: object) -> bool:
    """True if two values are equal. Floating-point numbers may differ in their last digits."""
    if isinstance(one, float) or isinstance(other, float):
        if not isinstance(one, (int, float)) or not isinstance(other, (int, float)):
            return False
        return abs(one - other) <= _CLOSE * max(1.0, abs(one), abs(other))
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return type(one) is type(other) and one == other


def _first_difference(stored: object, made: object, where: str = "") -> str:
    """Describe the first difference between two JSON values.

    `where`: the path of the two values in the document, such as ".rows[2]".
    """
    parts: Iterable[tuple[object, object, str]] = ()
    if isinstance(stored, dict) and isinstance(made, dict) and stored.keys() == made.keys():
        parts = ((stored[name], made[name], f"{where}.{name}") for name in made)
    if isinstance(stored, list) and isinstance(made, list) and len(stored) == len(made):
        pairs = enumerate(zip(stored, made, strict=True))
        parts = ((one, other, f"{where}[{place}]") for place, (one, other) in pairs)
    for one, other, path in parts:
        if not same(one, other):
            return _first_difference(one, other, path)
    return f"{where.lstrip('.') or 'the document'} is {str(stored)[:60]}, should be {str(made)[:60]}"


class RowPairs(NamedTuple):
    """Pairs of stored and rebuilt rows, and the differences between the rows."""

    pairs: list[tuple[Row, Row]]  # each stored row with its rebuilt row
    differences: list[Mismatch]  # in these pairs, and rows without a partner


def compare_rows(
    table: Table,
    stored: Iterable[Row],
    rebuilt: Iterable[Row],
    pair_by: Sequence[str],
    columns: Sequence[str],
    why: str,
) -> RowPairs:
    """Pair stored rows with rebuilt rows. Return the pairs and the differences.

    Rows with equal values in the columns `pair_by` form a pair. A stored row without such a partner is paired
    with the most similar rebuilt row that is left, if at least half of the values are equal.

    `columns`: further columns to compare. `why`: the reason to give for each difference.
    """
    left = {_place(row, pair_by): row for row in rebuilt}
    pairs = [(row, left.pop(_place(row, pair_by), None)) for row in stored]
    many = sum(other is None for _, other in pairs) > MAX_PAIRED
    found, names = RowPairs([], []), (*pair_by, *columns)
    for row, same_place in pairs:
        other = same_place or (None if many else _most_similar(row, left.values(), names))
        if other is None:
            found.differences.append(surplus(table.name, key_of(table, row), why))
            continue
        left.pop(_place(other, pair_by), None)
        found.pairs.append((row, other))
        expected = {name: other[name] for name in names}
        found.differences.extend(differing(table.name, key_of(table, row), row, expected, why))
    is_key = tuple(pair_by) == tuple(column.name for column in table.primary_key)
    for key in left:
        named = key if is_key else tuple(f"{name} {value}" for name, value in zip(pair_by, key, strict=True))
        found.differences.append(missing(table.name, named, why))
    return found


def _most_similar(row: Row, others: Collection[Row], columns: Sequence[str]) -> Row | None:
    """Return the most similar row to `row` in `others`; None if fewer than half of the cells are equal."""

    def likeness(other: Row) -> int:
        return sum(same(row[name], other[name]) for name in columns)

    best = max(others, key=likeness, default=None)
    return best if best and likeness(best) * 2 >= len(columns) else None


def _place(row: Row, columns: Sequence[str]) -> Key:
    return tuple(row[name] for name in columns)


def shorten(value: object) -> str:
    """Return a value as text on one line; long text is cut."""
    text = value.hex() if isinstance(value, bytes) else repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}… ({len(text)} characters)"


def _json_value(value: object) -> object:
    return value if value is None or isinstance(value, (bool, int, float, str)) else shorten(value)
