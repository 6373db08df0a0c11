"""An open, upgraded database and its transactions."""

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
from arena.store.database.failures import failures, is_gone
from arena.store.database.private_files import make_private_file
from arena.store.database.upgrade import upgrade
from arena.store.database.urls import POSTGRESQL, sqlite_url
from arena.store.results.commit_markers import mark, was_committed

__all__ = ["Store", "open_store", "sqlite_url"]

RETRY_S: Final = 0.2  # to reach a server


class Store:
    """A database. `writing` and `reading` are one transaction each; a block that raises leaves nothing.

    A server that does not answer is retried for a while before the block starts. If the connection is lost
    in the block, nothing is stored: Unreachable. If it is lost in the commit, the mark is looked
    up, and the block ends as the transaction did. If nobody answers: OutcomeUnknown.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reader = reading(engine)
        self._has_server = engine.dialect.name == POSTGRESQL

    @contextmanager
    def writing(self, tries: int = TRIES) -> Iterator[Connection]:
        """Open a transaction that holds the right to write from its start.

        `tries`: how often to wait for that right, some seconds each time. Raises Locked after the last.
        """
        with failures(self._engine):
            connection, begun = _begin(writing(self._engine, tries), tries * BUSY_MS / 1000)
            marked = ""
            try:
                with connection, begun:
                    yield connection
                    marked = mark(connection) if self._has_server else ""
            except SQLAlchemyError as error:
                if not (marked and is_gone(error) and was_committed(self._engine, marked)):
                    raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees the database as it is at its first query."""
        with failures(self._engine):
            connection, begun = _begin(self._reader, BUSY_MS / 1000)
            with connection:
                yield connection
                with suppress(SQLAlchemyError):  # the result has been read already
                    begun.rollback()

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(url: str) -> Store:
    """Open a database; create or upgrade it if needed. Raises StoreFailed, NewerDatabase."""
    with failures():
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
    """Return a connection in a transaction; retry for so long while the server cannot be reached."""
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
