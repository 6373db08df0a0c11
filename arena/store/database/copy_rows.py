"""All rows of one database in another, whatever kind either is."""

from typing import Final

from sqlalchemy import Connection, Table, exists, func, insert, select, text

from arena.store.database.inspect import NEVER_EMPTY
from arena.store.tables import Table as Base

AT_ONCE: Final = 500  # rows
_SEQUENCE: Final = "SELECT pg_get_serial_sequence(:table, :column)"


def is_empty(tx: Connection) -> bool:
    """Whether there is nothing but tables."""
    return not any(tx.scalar(select(exists().select_from(table))) for table in _tables())


def copy_rows(old: Connection, new: Connection) -> int:
    """Copy every row of every table; both have the newest schema, and `new` is empty. How many there were."""
    return sum(_copied(old, new, table) for table in _tables())


def _tables() -> list[Table]:
    """Those first that others refer to."""
    return [table for table in Base.metadata.sorted_tables if table.name not in NEVER_EMPTY]


def _copied(old: Connection, new: Connection, table: Table) -> int:
    count = 0
    rows = old.execute(select(table).order_by(*table.primary_key), execution_options={"yield_per": AT_ONCE})
    for part in rows.mappings().partitions(AT_ONCE):
        new.execute(insert(table), [dict(row) for row in part])
        count += len(part)
    if new.dialect.name == "postgresql" and count:
        count_on(new, table)
    return count


def count_on(new: Connection, table: Table) -> None:
    """Numbers that the server gives go on behind those that are there."""
    for column in table.primary_key:
        sequence = new.scalar(text(_SEQUENCE), {"table": f'"{table.name}"', "column": column.name})
        if sequence:
            last = select(func.setval(sequence, select(func.max(column)).scalar_subquery()))
            new.execute(last)
