"""SQLAlchemy engines for SQLite and PostgreSQL, with all differences between the two.

Only one transaction writes at a time; it holds a lock from start to end.
"""

import random
import sqlite3
import time
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from arena.store.database.failures import is_locked
from arena.store.database.urls import POSTGRESQL, parse_database_url

BUSY_MS: Final = 5_000  # how long one try waits for the lock
TRIES: Final = 6
MAX_JITTER_S: Final = 0.1  # random pause between two tries, so that waiting writers spread out

CONNECT_S: Final = 5
IDLE_MS: Final = 120_000  # silence after which the server cuts off a frozen or lost writer
WRITERS: Final = 0x6D61756D6175  # the number of PostgreSQL's advisory lock for writers

# For libpq: after which silence a server counts as gone. The defaults are hours.
_TIMEOUTS: Final[dict[str, Any]] = {
    "connect_timeout": CONNECT_S,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
    "client_encoding": "utf8",
    "application_name": "arena",
}
# Set because a server may have other defaults, which would change the values that are read.
_SETTINGS: Final = "SET TIME ZONE 'UTC'; SET datestyle = 'ISO'; SET extra_float_digits = 1"


def new_engine(url: str) -> Engine:
    """Return the engine for a database URL.

    Raise WrongUrl if the URL is invalid, ImportError if the database's driver is not installed.
    """
    where = parse_database_url(url)
    if where.get_backend_name() == POSTGRESQL:
        engine = create_engine(
            where.set(query={}),
            # Prepared statements are off: there may be a pooler in between, and tables may get a new
            # column.
            connect_args={**_TIMEOUTS, "prepare_threshold": None, **where.query},
            isolation_level="READ COMMITTED",
            pool_pre_ping=True,
        )
        event.listen(engine, "connect", _prepare_postgresql)
        event.listen(engine, "begin", _begin_postgresql)
        return engine
    engine = create_engine(where)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def reading(engine: Engine) -> Engine:
    """Return an engine for read-only transactions. All queries of a transaction see the same data."""
    options: dict[str, Any] = {"reads": True}
    if engine.dialect.name == POSTGRESQL:
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return engine.execution_options(**options)


def writing(engine: Engine, tries: int) -> Engine:
    """Return an engine for writing transactions.

    `tries`: how often a transaction tries to get the write lock. Each try waits at most `BUSY_MS`.
    """
    return engine.execution_options(tries=tries)


# ---- SQLite ----


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    """Set up a new SQLite connection.

    With these settings, readers do not wait for the writer, and the driver does not start transactions.
    """
    connection.isolation_level = None
    for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin a SQLite transaction. A writing transaction takes the write lock at once."""
    options = connection.get_execution_options()
    begin = "BEGIN" if options.get("reads") else "BEGIN IMMEDIATE"  # a lock after a read can fail
    for left in reversed(range(options.get("tries", TRIES))):
        try:
            connection.exec_driver_sql(begin)
            return
        except OperationalError as error:
            if not left or not is_locked(error.orig):
                raise
            time.sleep(random.uniform(0, MAX_JITTER_S))


# ---- PostgreSQL ----


def _prepare_postgresql(connection: Any, _: ConnectionPoolEntry) -> None:  # noqa: ANN401 - the driver may be missing
    """Set up a new PostgreSQL connection: its settings, and the conversion of texts by TextDumper."""
    from arena.store.database.pg_types import TextDumper

    connection.adapters.register_dumper(str, TextDumper)
    connection.autocommit = True
    connection.execute(_SETTINGS)
    connection.autocommit = False


def _begin_postgresql(connection: Connection) -> None:
    """Begin a PostgreSQL transaction. A writing transaction waits for the write lock."""
    options = connection.get_execution_options()
    if options.get("reads"):
        return
    wait_ms = BUSY_MS * int(options.get("tries", TRIES))
    connection.exec_driver_sql(
        f"SET LOCAL lock_timeout = {wait_ms}; SET LOCAL idle_in_transaction_session_timeout = {IDLE_MS};"
        f" SELECT pg_advisory_xact_lock({WRITERS})"
    )
