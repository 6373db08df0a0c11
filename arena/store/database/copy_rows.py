"""Copies all rows from one database to another, which may be of another kind."""

from typing import Final

from sqlalchemy import Connection, Table, exists, func, insert, select, text

from arena.store.database.inspect import NEVER_EMPTY
from arena.store.tables import Table as Base

BATCH_SIZE: Final = 500  # rows
_SEQUENCE: Final = "SELECT pg_get_serial_sequence(:table, :column)"


def is_empty(tx: Connection) -> bool:
    """True if all tables of the database are empty."""
    return not any(tx.scalar(select(exists().select_from(table))) for table in _tables())


def copy_rows(old: Connection, new: Connection) -> int:
    """Copy every row of every table, and return the number of rows.

    Both databases must have the newest schema, and `new` must be empty.
    """
    return sum(_copied(old, new, table) for table in _tables())


def _tables() -> list[Table]:
    """Return the tables of the database; a table comes after all tables that it refers to."""
    return [table for table in Base.metadata.sorted_tables if table.name not in NEVER_EMPTY]


def _copied(old: Connection, new: Connection, table: Table) -> int:
    count = 0
    rows = old.execute(
        select(table).order_by(*table.primary_key), execution_options={"yield_per": BATCH_SIZE}
    )
    for part in rows.mappings().partitions(BATCH_SIZE):
        new.execute(insert(table), [dict(row) for row in part])
        count += len(part)
    if new.dialect.name == "postgresql" and count:
        count_on(new, table)
    return count


def count_on(new: Connection, table: Table) -> None:
    """Let PostgreSQL continue to number new rows after the highest copied number."""
    for column in table.primary_key:
        sequence = new.scalar(text(_SEQUENCE), {"table": f'"{table.name}"', "column": column.name})
        if sequence:
            last = select(func.setval(sequence, select(func.max(column)).scalar_subquery()))
            new.execute(last)
