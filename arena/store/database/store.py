"""An open database with the newest schema, and its transactions."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import RootTransaction
from sqlalchemy.exc import SQLAlchemyError

from arena.store.database.engines import BUSY_MS, TRIES, new_engine, reading, writing
from arena.store.database.failures import is_gone, raise_store_failures
from arena.store.database.private_files import make_private_file
from arena.store.database.upgrade import upgrade
from arena.store.database.urls import POSTGRESQL, sqlite_url
from arena.store.results.commit import was_committed, write_mark

__all__ = ["Store", "open_store", "sqlite_url"]

RETRY_S: Final = 0.2  # pause before the next try to reach a server


class Store:
    """An open database. `writing` and `reading` are context managers that open one transaction.

    If the block raises an error, nothing is stored. When a transaction begins, the store tries for a few
    seconds to reach the server. If the connection is lost inside the block, the store raises Unreachable.

    If the connection is lost during the commit, the store connects again to find out whether the data is
    stored. If this fails too, the store raises OutcomeUnknown.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reader = reading(engine)
        self._has_server = engine.dialect.name == POSTGRESQL

    @contextmanager
    def writing(self, tries: int = TRIES) -> Iterator[Connection]:
        """Open a transaction that holds the database's write lock from its start.

        `tries`: how often to try to get the lock; each try waits at most `BUSY_MS`. Raise Locked if all fail.
        """
        with raise_store_failures(self._engine):
            connection, transaction = _begin(writing(self._engine, tries), tries * BUSY_MS / 1000)
            marked = ""
            try:
                with connection, transaction:
                    yield connection
                    marked = write_mark(connection) if self._has_server else ""
            except SQLAlchemyError as error:
                if not (marked and is_gone(error) and was_committed(self._engine, marked)):
                    raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a read-only transaction. All its queries see the database as it was at the first query."""
        with raise_store_failures(self._engine):
            connection, transaction = _begin(self._reader, BUSY_MS / 1000)
            with connection:
                yield connection
                with suppress(SQLAlchemyError):  # the result has been read already
                    transaction.rollback()

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(url: str) -> Store:
    """Open the database at a URL. Create it if it does not exist, and upgrade an old schema.

    Raise NewerDatabase if a newer arena made the database, StoreFailed if it cannot be opened.
    """
    with raise_store_failures():
        engine = new_engine(url)
        if engine.dialect.name == "sqlite" and engine.url.database:
            with suppress(OSError):  # it exists; or SQLite reports why it cannot be made
                make_private_file(Path(engine.url.database))
        try:
            upgrade(engine)
        except BaseException:
            engine.dispose()
            raise
        return Store(engine)


def _begin(engine: Engine, wait_s: float) -> tuple[Connection, RootTransaction]:
    """Return a connection and its new transaction.

    If the server cannot be reached, retry for `wait_s` seconds.
    """
    end = time.monotonic() + wait_s
    while True:
        try:
            connection = engine.connect()
            try:
                return connection, connection.begin()
            except BaseException:
                connection.close()
                raise
        except SQLAlchemyError as error:
            if not is_gone(error) or time.monotonic() > end:
                raise
        time.sleep(RETRY_S)
