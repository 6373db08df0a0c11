"""Frees unused disk space of a database."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from arena.store.database.engines import new_engine
from arena.store.database.failures import failure_of
from arena.store.database.sqlite_copy import failure, open_sqlite


def vacuum_file(path: Path) -> None:
    """Shrink a SQLite file. Nobody can write meanwhile. Raise Locked, NoSpace, StoreFailed."""
    try:
        with closing(open_sqlite(path, "rw")) as database:
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise failure(error) from error


def vacuum_server(url: str) -> None:
    """Let PostgreSQL use the space of deleted logs and outputs again. Raise StoreFailed.

    The files shrink only if the space is at their end.
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
