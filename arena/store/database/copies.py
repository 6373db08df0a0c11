"""Copy databases, and free unused disk space."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Connection, Table, exists, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from arena.store.database.engines import new_engine
from arena.store.database.failures import NoSpace, failure_of
from arena.store.database.integrity import NEVER_EMPTY, IntegrityReport, check_contents, open_read_only
from arena.store.database.private_files import make_private_file
from arena.store.tables import METADATA

WAIT_S: Final = 5.0  # how long to wait for a writer
BATCH_SIZE: Final = 500  # rows
_SEQUENCE: Final = "SELECT pg_get_serial_sequence(:table, :column)"


def copy_file(source: Path, target: Path) -> None:
    """Write all committed data of a SQLite file to the new, compact file `target`.

    Other programs may write to `source` meanwhile. Raise StoreFailed if `source` cannot be read, OSError if
    `target` cannot be written.
    """
    make_private_file(target)
    try:
        with closing(open_sqlite(source)) as database:
            database.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        failure = failure_of(error)
        if isinstance(failure, NoSpace):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target.parent)) from error
        raise failure from error
    with target.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def lock_sqlite_file(path: Path) -> Iterator[None]:
    """Lock a SQLite file against all other programs inside the block.

    Raise Locked if another program uses the file, StoreFailed after any other error.
    """
    try:
        with closing(open_sqlite(path)) as database:
            # Leaving WAL fails while anybody else has the file open.
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("BEGIN EXCLUSIVE")
            yield
            database.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise failure_of(error) from error


def open_sqlite(path: Path) -> sqlite3.Connection:
    """Open an existing SQLite file. The caller must begin transactions with an SQL statement."""
    address = f"file:{quote(bytes(path.absolute()))}?mode=rw"
    return sqlite3.connect(address, timeout=WAIT_S, isolation_level=None, uri=True)


def vacuum_file(path: Path) -> None:
    """Shrink a SQLite file. Meanwhile no other program can write to it.

    Raise Locked if another program uses the file, NoSpace if the disk is full, StoreFailed for other errors.
    """
    try:
        with closing(open_sqlite(path)) as database:
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise failure_of(error) from error


def vacuum_server(url: str) -> None:
    """Let PostgreSQL reuse the space of deleted logs and deleted bot output.

    The database's files may keep their size. Raise StoreFailed if PostgreSQL reports an error.
    """
    engine = new_engine(url).execution_options(isolation_level="AUTOCOMMIT", reads=True)
    try:
        with engine.connect() as connection:
            for table in ("game_log", "fault", "upload_step"):
                connection.execute(text(f"VACUUM (ANALYZE) {table}"))
    except SQLAlchemyError as error:
        raise failure_of(error, engine) from error
    finally:
        engine.dispose()


@contextmanager
def snapshot(url: str) -> Iterator[tuple[str, IntegrityReport]]:
    """Check a PostgreSQL database in a snapshot. Yield the snapshot's name and the report of the check.

    The snapshot lasts until the end of the block.

    Raise Unsound if the database is not an arena's or belongs to a newer arena, StoreFailed if it cannot be
    read.
    """
    with open_read_only(url) as connection:
        name = str(connection.execute(text("SELECT pg_export_snapshot()")).scalar_one())
        yield name, check_contents(connection)


def is_empty(tx: Connection) -> bool:
    """True if the database holds no data yet. Rows that every new database has do not count."""
    return not any(tx.scalar(select(exists().select_from(table))) for table in _tables())


def copy_rows(old: Connection, new: Connection) -> int:
    """Copy every row from one database to another, and return the number of rows.

    Both databases must have the newest schema, and `new` must be empty. Tables that have rows
    even in a new database are not copied.
    """
    return sum(_copied(old, new, table) for table in _tables())


def _tables() -> list[Table]:
    """Return the tables to copy, each after the tables that it refers to."""
    return [table for table in METADATA.sorted_tables if table.name not in NEVER_EMPTY]


def _copied(old: Connection, new: Connection, table: Table) -> int:
    count = 0
    rows = old.execute(
        select(table).order_by(*table.primary_key), execution_options={"yield_per": BATCH_SIZE}
    )
    for part in rows.mappings().partitions(BATCH_SIZE):
        new.execute(insert(table), [dict(row) for row in part])
        count += len(part)
    if new.dialect.name == "postgresql" and count:
        advance_row_counter(new, table)
    return count


def advance_row_counter(new: Connection, table: Table) -> None:
    """Set PostgreSQL's row counter of a table to the highest used number.

    New rows then get higher numbers.
    """
    for column in table.primary_key:
        sequence = new.scalar(text(_SEQUENCE), {"table": f'"{table.name}"', "column": column.name})
        if sequence:
            last = select(func.setval(sequence, select(func.max(column)).scalar_subquery()))
            new.execute(last)
