"""Check that every cell has the type of its column, and that every reference points to an existing row."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    DateTime,
    Float,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    String,
    Table,
    TypeDecorator,
    and_,
    exists,
    func,
    literal_column,
    not_,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.dialects import sqlite

from arena.service.verify.coverage import DERIVED, NOT_OF_EVENTS
from arena.service.verify.rows import Mismatch, missing
from arena.store.tables import METADATA

MAX_FINDINGS: Final = 100  # findings that are reported of one column
_KINDS: Final = (
    (Boolean, ("integer",)),
    (Integer, ("integer",)),
    (Float, ("real", "integer")),
    (DateTime, ("text",)),
    (String, ("text",)),
    (LargeBinary, ("blob",)),
)
_MOMENT: Final = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]*"


def verified_tables() -> tuple[Table, ...]:
    """Return the database tables that are verified. Each comes after all tables to which it refers."""
    return tuple(table for table in METADATA.sorted_tables if table.name not in NOT_OF_EVENTS)


def check_cells(tx: Connection) -> Iterator[Mismatch]:
    """Yield a mismatch for each cell that does not have the type of its column.

    Only SQLite is checked, because other databases enforce types.
    """
    if tx.dialect.name != "sqlite":
        return
    for table in verified_tables():
        if tx.exec_driver_sql(_any_odd(table)).scalar():
            for column in table.columns:
                yield from _odd_cells(tx, table, column, _odd(column))


@cache
def _any_odd(table: Table) -> str:
    """Return an SQL query that tests whether any cell of a database table has a wrong type."""
    odd = or_(*map(_odd, table.columns))
    asked = select(exists().where(odd).select_from(table))
    return str(asked.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))


def _odd_cells(
    tx: Connection, table: Table, column: Column[Any], odd: ColumnElement[bool]
) -> Iterator[Mismatch]:
    keys = [type_coerce(key, String) for key in table.primary_key]
    raw: ColumnElement[Any] = literal_column(f'"{table.name}"."{column.name}"')
    for *key, value in tx.execute(select(*keys, raw).select_from(table).where(odd).limit(MAX_FINDINGS)):
        yield Mismatch(table.name, tuple(key), column.name, value, None, "not a value of this column's type")


def _odd(column: Column[Any]) -> ColumnElement[bool]:
    type_ = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    kinds = next(kinds for one, kinds in _KINDS if isinstance(type_, one))
    kind = func.typeof(column)
    odd: ColumnElement[bool] = kind.not_in((*kinds, "null") if column.nullable else kinds)
    if isinstance(type_, Boolean):
        return or_(odd, type_coerce(column, Integer).not_in((0, 1)))
    if isinstance(type_, DateTime):
        text = type_coerce(column, String)
        fits = and_(text.op("GLOB")(_MOMENT), func.julianday(text).is_not(None))
        return or_(odd, and_(column.is_not(None), not_(fits)))
    return odd


def check_references(tx: Connection) -> Iterator[Mismatch]:
    """Yield a mismatch for each cell that refers to a missing row."""
    for table in verified_tables():
        if table.name in DERIVED:
            continue  # caches have no references
        for constraint in sorted(table.foreign_key_constraints, key=lambda one: str(one.name)):
            yield from _dangling(tx, table, constraint)


def _dangling(tx: Connection, table: Table, constraint: ForeignKeyConstraint) -> Iterator[Mismatch]:
    parent = constraint.referred_table.alias("parent")
    pairs = [(element.parent, parent.c[element.column.name]) for element in constraint.elements]
    there = exists().where(and_(*(child == named for child, named in pairs)))
    absent = and_(*(child.is_not(None) for child, _ in pairs), ~there)
    keys, columns = list(table.primary_key), [child for child, _ in pairs]
    for row in tx.execute(select(*keys, *columns).where(absent).limit(MAX_FINDINGS)):
        key, named = tuple(row)[: len(keys)], tuple(row)[len(keys) :]
        other = f"{constraint.referred_table.name} {' '.join(map(str, named))}"
        for column, value in zip(columns, named, strict=True):
            yield Mismatch(table.name, key, column.name, value, None, f"there is no {other}")
        yield missing(
            constraint.referred_table.name, named, f"{table.name} {' '.join(map(str, key))} refers to it"
        )
