"""An open database, brought up to date, and its transactions."""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from arena.store.failures import StoreFailed, failure_of, is_locked
from arena.store.upgrade import upgrade

BUSY_MS: Final = 5_000  # that SQLite waits for a lock, and nothing else can be done meanwhile
TRIES: Final = 6
MOST_JITTER_S: Final = 0.1  # between two tries, so that those who wait do not meet each time


class Store:
    """A database. `writing` and `reading` are one transaction each; a block that raises leaves nothing."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reader = engine.execution_options(begin="BEGIN")

    @contextmanager
    def writing(self, tries: int = TRIES) -> Iterator[Connection]:
        """One transaction that holds the right to write from its start.

        `tries`: how often it is waited for that right, some seconds each time. Raises Locked after the last.
        """
        with _failures(self._engine), self._engine.execution_options(tries=tries).begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that sees the database as it is at its first query."""
        with _failures(self._engine), self._reader.begin() as connection:
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
def _failures(engine: Engine | None = None) -> Iterator[None]:
    """What goes wrong in the block, as the failure that it is."""
    try:
        yield
    except SQLAlchemyError as error:
        raise failure_of(error, engine) from error
    except ImportError as error:
        raise StoreFailed(f"there is no driver ({error}); for PostgreSQL: maumau-arena[postgres]") from error


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
    options = connection.get_execution_options()
    for left in reversed(range(options.get("tries", TRIES))):
        try:
            connection.exec_driver_sql(options.get("begin", "BEGIN IMMEDIATE"))
            return
        except OperationalError as error:
            if not left or not is_locked(error.orig):
                raise
            time.sleep(random.uniform(0, MOST_JITTER_S))
