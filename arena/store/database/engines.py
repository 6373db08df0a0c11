"""Engines: what is particular to each kind of database, so that nothing above has to know.

Writers take turns: SQLite's lock does that, and in PostgreSQL a lock of ours. So what somebody reads in a
transaction that writes is still so when they write, and the ledger is one chain.
"""

import random
import sqlite3
import time
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from arena.store.database.failures import is_locked
from arena.store.database.urls import POSTGRESQL, address

BUSY_MS: Final = 5_000  # that a lock is waited for, and nothing else can be done meanwhile
TRIES: Final = 6
MAX_JITTER_S: Final = 0.1  # between two tries, so that those who wait do not meet each time

CONNECT_S: Final = 5  # that a server is waited for
IDLE_MS: Final = (
    120_000  # in the midst of a transaction: who froze, or was cut off, keeps nobody from writing
)
WRITERS: Final = 0x6D61756D6175  # the lock of PostgreSQL that whoever writes holds to the end

# To libpq: a server that is silent for so long is gone. Left to itself it finds that out after hours.
_PATIENCE: Final[dict[str, Any]] = {
    "connect_timeout": CONNECT_S,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
    "client_encoding": "utf8",
    "application_name": "arena",
}
# What a server or a user of it may have set otherwise, and would change what is read.
_SETTINGS: Final = "SET TIME ZONE 'UTC'; SET datestyle = 'ISO'; SET extra_float_digits = 1"


def new_engine(url: str) -> Engine:
    """The engine of a database. Raises WrongUrl, and ImportError where its driver is missing."""
    where = address(url)
    if where.get_backend_name() == POSTGRESQL:
        engine = create_engine(
            where.set(query={}),
            # One pool serves all threads. No statement is prepared: there may be a pooler in between, and
            # the tables may get another column.
            connect_args={**_PATIENCE, "prepare_threshold": None, **where.query},
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
    """The same, for those who only read: all in a transaction is of one moment."""
    options: dict[str, Any] = {"reads": True}
    if engine.dialect.name == POSTGRESQL:
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return engine.execution_options(**options)


def writing(engine: Engine, tries: int) -> Engine:
    """The same, for those who wait for the right to write so often, some seconds each time."""
    return engine.execution_options(tries=tries)


# ---- SQLite ----


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    """WAL: readers do not wait for the writer. The driver is kept from opening transactions of its own."""
    connection.isolation_level = None
    for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """IMMEDIATE takes the lock first: a transaction that reads and then writes could fail in between."""
    options = connection.get_execution_options()
    begin = "BEGIN" if options.get("reads") else "BEGIN IMMEDIATE"
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
    """Settings that hold for the whole connection."""
    from arena.store.database.pg_types import TextDumper

    connection.adapters.register_dumper(str, TextDumper)
    connection.autocommit = True
    connection.execute(_SETTINGS)
    connection.autocommit = False


def _begin_postgresql(connection: Connection) -> None:
    """Who writes waits for their turn, and loses it when they fall silent."""
    options = connection.get_execution_options()
    if options.get("reads"):
        return
    wait_ms = BUSY_MS * int(options.get("tries", TRIES))
    connection.exec_driver_sql(
        f"SET LOCAL lock_timeout = {wait_ms}; SET LOCAL idle_in_transaction_session_timeout = {IDLE_MS};"
        f" SELECT pg_advisory_xact_lock({WRITERS})"
    )
