"""Inspect a database without changing it: its contents, schema and ledger."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, create_engine, func, inspect, select, table, text
from sqlalchemy.exc import SQLAlchemyError

from arena.store.database.engines import new_engine, reading
from arena.store.database.failures import raise_store_failures
from arena.store.database.upgrade import list_revisions, revision_in
from arena.store.database.urls import parse_database_url
from arena.store.results.ledger import find_broken_entry, read_head
from arena.store.tables.results import GAME
from arena.store.tables.schedule import TOURNAMENT

SQLITE: Final = b"SQLite format 3\0"  # the start of a SQLite file
NEVER_EMPTY: Final = frozenset({"alembic_version", "commit_mark"})  # tables with rows even in a new database


class Unsound(RuntimeError):
    """A database is damaged, is not an arena's, or belongs to a newer arena."""


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """The findings of a check of a readable database."""

    schema: str
    tournaments: int
    games: int
    head: tuple[int, str]  # number and hash of the last ledger entry
    broken: str = ""  # where and why the ledger's hash chain is broken; empty if it is intact


def check_file(path: Path) -> IntegrityReport:
    """Check a SQLite file and return a report. Other programs must not write to the file meanwhile.

    Raise Unsound if the file is damaged, is not an arena's database, or was made by a newer arena. Raise
    OSError if the file cannot be read.
    """
    with path.open("rb") as file:
        if file.read(len(SQLITE)) != SQLITE:
            raise Unsound("not a SQLite database")
    address = f"file:{quote(bytes(path.absolute()))}"
    engine = create_engine(URL.create("sqlite", database=address, query={"mode": "ro", "uri": "true"}))
    try:
        with engine.connect() as connection:
            [found] = connection.execute(text("PRAGMA integrity_check(1)")).scalars()
            if found != "ok":
                raise Unsound(f"damaged: {' '.join(str(found).split())}")
            return check_contents(connection)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise Unsound(f"damaged: {getattr(error, 'orig', None) or error}") from error
    finally:
        engine.dispose()


def check_contents(connection: Connection) -> IntegrityReport:
    """Check the schema and the ledger of a database, and return a report of its contents.

    A broken ledger is only reported. Raise Unsound if the schema is missing or unknown.
    """
    schema, known = revision_in(connection), list_revisions()
    if schema is None:
        raise Unsound("not an arena's database")
    if schema not in known:
        raise Unsound(f"schema {schema} is newer than {known[-1]}; use a newer arena")
    tournaments = connection.scalar(select(func.count()).select_from(TOURNAMENT)) or 0
    games = connection.scalar(select(func.count()).select_from(GAME)) or 0
    broken = find_broken_entry(connection)
    why = f"ledger broken at entry {broken.number}: {broken.why}" if broken else ""
    return IntegrityReport(schema, tournaments, games, read_head(connection), why)


@dataclass(frozen=True, slots=True)
class DatabaseSummary:
    """The kind, size and contents of a database."""

    kind: str  # "SQLite" or "PostgreSQL", with its version
    size: int  # bytes
    schema: str | None  # name of the schema version; None for an empty database
    rows: dict[str, int]  # number of rows, by table
    log_bytes: int  # how many bytes of `size` are game logs

    @property
    def is_empty(self) -> bool:
        """True if the database holds no data yet. Rows that every new database has do not count."""
        return not sum(count for table, count in self.rows.items() if table not in NEVER_EMPTY)


def inspect_database(url: str) -> DatabaseSummary:
    """Return a summary of a database's contents. Raise StoreFailed if it cannot be read."""
    with open_read_only(url) as connection:
        return _summarize(connection, revision_in(connection))


@contextmanager
def open_read_only(url: str) -> Iterator[Connection]:
    """Yield a read-only connection, which does not change a single byte of a SQLite file.

    Raise StoreFailed if the database cannot be opened or read.
    """
    with raise_store_failures():
        # Our own engine would switch a SQLite file to WAL, which changes it.
        is_file = url.startswith("sqlite")
        engine = create_engine(parse_database_url(url)) if is_file else reading(new_engine(url))
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
