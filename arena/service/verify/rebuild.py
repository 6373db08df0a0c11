"""A database made afresh: the rows that nothing derives, put right where an audit knows how."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import Connection, Table, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from arena.service.verify.coverage import DERIVED
from arena.service.verify.findings import Mismatch
from arena.service.verify.integrity import tables_of_events
from arena.store.database.store import Store, open_store, sqlite_url

AT_ONCE: Final = 5_000  # rows
_NOT_NEEDED: Final = (*DERIVED, "game_log", "fault")


@contextmanager
def afresh(tx: Connection, findings: Iterable[Mismatch]) -> Iterator[Store]:
    """Such a database, in a file that is gone afterwards. Raises StoreFailed where rows do not fit."""
    with (
        TemporaryDirectory(prefix="arena-audit-") as folder,
        open_store(sqlite_url(Path(folder) / "afresh.db")) as fresh,
    ):
        with fresh.writing() as new:
            for table in tables_of_events():
                if table.name not in _NOT_NEEDED:
                    _copy(tx, new, table)
            for finding in findings:
                _correct(new, finding)
        yield fresh


def _copy(tx: Connection, new: Connection, table: Table) -> None:
    rows = tx.execute(select(table), execution_options={"yield_per": AT_ONCE})
    for part in rows.mappings().partitions(AT_ONCE):
        new.execute(insert(table), [dict(row) for row in part])


def _correct(new: Connection, finding: Mismatch) -> None:
    """Write what a cell should be, where it can be written."""
    table = next((one for one in tables_of_events() if one.name == finding.table), None)
    if table is None or not finding.known or not finding.column or table.name in _NOT_NEEDED:
        return
    change = update(table).values({finding.column: finding.expected})
    for column, value in zip(table.primary_key, finding.key, strict=True):
        change = change.where(column == value)
    try:
        with new.begin_nested():
            new.execute(change)
    except SQLAlchemyError:
        return  # another row is in its way, and is found as well
