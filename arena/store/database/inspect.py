"""Inspects a database of any schema without changing it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, create_engine, func, inspect, select, table, text

from arena.store.database.engines import new_engine, reading
from arena.store.database.failures import raise_store_failures
from arena.store.database.upgrade import revision_in
from arena.store.database.urls import address

NEVER_EMPTY: Final = frozenset({"alembic_version", "commit_mark"})  # tables with rows even in a new database


@dataclass(frozen=True, slots=True)
class DatabaseSummary:
    """The contents of a database.

    `schema`: None for an empty database. `rows`: the number of rows of each table. `size` and `log_bytes` are
    in bytes.
    """

    kind: str  # "SQLite" or "PostgreSQL", with its version
    size: int
    schema: str | None
    rows: dict[str, int]
    log_bytes: int

    @property
    def is_empty(self) -> bool:
        """True if all tables of the database are empty."""
        return not sum(count for table, count in self.rows.items() if table not in NEVER_EMPTY)


def inspect_database(url: str) -> DatabaseSummary:
    """Return a summary of a database's contents. Raise StoreFailed if it cannot be read."""
    with open_read_only(url) as connection:
        return _summarize(connection, revision_in(connection))


@contextmanager
def open_read_only(url: str) -> Iterator[Connection]:
    """Yield a read-only transaction that leaves the database exactly as it is. Raise StoreFailed."""
    with raise_store_failures():
        # Our own engine would switch a SQLite file to WAL, which changes it.
        engine = create_engine(address(url)) if url.startswith("sqlite") else reading(new_engine(url))
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()


def _summarize(connection: Connection, schema: str | None) -> DatabaseSummary:
    names = sorted(inspect(connection).get_table_names())
    rows = {name: connection.scalar(select(func.count()).select_from(table(name))) or 0 for name in names}
    logs = "SELECT coalesce(sum(length(log)), 0) FROM game_log"
    kind, size = _kind(connection)
    return DatabaseSummary(kind, size, schema, rows, _number(connection, logs) if "game_log" in rows else 0)


def _kind(connection: Connection) -> tuple[str, int]:
    if connection.dialect.name == "sqlite":
        pages, page = _number(connection, "PRAGMA page_count"), _number(connection, "PRAGMA page_size")
        return f"SQLite {connection.scalar(text('SELECT sqlite_version()'))}", pages * page
    version = str(connection.scalar(text("SHOW server_version"))).partition(" ")[0]
    return f"PostgreSQL {version}", _number(connection, "SELECT pg_database_size(current_database())")


def _number(connection: Connection, query: str) -> int:
    return int(connection.execute(text(query)).scalar_one())
