"""An open database, brought up to date, and its transactions."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from arena.store.upgrade import upgrade

BUSY_MS: Final = 30_000
_FULL: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
_DISK_FULL: Final = "53100"


class StoreFailed(RuntimeError):
    """The database could not be opened, read or written."""


class NoSpace(StoreFailed):
    """There is no room for what was to be written; the transaction left nothing."""


class Store:
    """A database. `writing` and `reading` are one transaction each; a block that raises leaves nothing."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reader = engine.execution_options(begin="BEGIN")

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that holds the right to write from its start."""
        with _failures(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that sees the database as it is at its first query."""
        with _failures(), self._reader.begin() as connection:
            yield connection

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(url: str) -> Store:
    """The database at a URL, made if missing, upgraded if old. Raises StoreFailed, NewerDatabase."""
    with _failures():
        engine = _engine(url)
        upgrade(engine)
        return Store(engine)


def sqlite_url(path: Path) -> str:
    """The URL of a database file."""
    return f"sqlite:///{path}"


@contextmanager
def _failures() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        if _no_space(cause):
            raise NoSpace("database: its disk is full") from error
        raise StoreFailed(f"database: {cause}") from error
    except ImportError as error:
        raise StoreFailed(f"there is no driver ({error}); for PostgreSQL: maumau-arena[postgres]") from error


def _no_space(cause: BaseException) -> bool:
    """Full, or the shared memory of SQLite's log cannot grow; PostgreSQL has a state for it."""
    code = getattr(cause, "sqlite_errorcode", None)
    return code in _FULL or getattr(cause, "sqlstate", None) == _DISK_FULL


def _engine(url: str) -> Engine:
    engine = create_engine(make_url(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    """WAL: readers do not wait for the writer. The driver is kept from opening transactions of its own."""
    connection.isolation_level = None
    for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """IMMEDIATE takes the lock first: a transaction that reads and then writes could fail in between."""
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN IMMEDIATE"))
