"""Database errors: temporary errors (NotNow and its subclasses), and others."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import ClassVar, Final

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from arena.store.database.urls import WrongUrl

_FULL: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
_LOCKED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_PRIMARY: Final = 0xFF  # the bits of SQLite's error codes that name the kind of error
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
_PAGE: Final = 4_096  # bytes

# PostgreSQL's codes.
_DISK_FULL: Final = "53100"
_KEPT_LOCKED: Final = ("55P03", "40001", "40P01")
_GONE: Final = (
    "08",
    "57P",
    "53300",
    "25P03",
    "25006",
)  # prefixes of the codes of an absent server
_REFUSED: Final = "FATAL"  # prefix of the messages by which a server refuses a connection
_STARTING: Final = ("starting up", "shutting down", "recovery", "not yet accepting", "too many", "slots")


class StoreFailed(RuntimeError):
    """The database could not be opened, read or written."""


class NotNow(StoreFailed):
    """A temporary error: the database cannot be used at the moment. `do`: advice for the user.

    No data was stored, except possibly after the subclass OutcomeUnknown.
    """

    do: ClassVar[str]


class NoSpace(NotNow):
    """The database's disk is full."""

    do = "make room"


class Locked(NotNow):
    """Another program has kept the database locked for too long."""

    do = "wait until the other program has finished, or stop it"


class Unreachable(NotNow):
    """The database server does not answer, or the connection was lost before a commit."""

    do = "start the server, or fix the network"


class OutcomeUnknown(NotNow):
    """The connection was lost during the commit. The data may or may not be stored."""

    do = Unreachable.do


def failure_of(error: SQLAlchemyError | sqlite3.Error, engine: Engine | None = None) -> StoreFailed:
    """Return the StoreFailed, or one of its subclasses, for an error of SQLAlchemy or of the SQLite driver.

    `engine`: used to find out whether the disk is full.
    """
    cause = getattr(error, "orig", None) or error
    if _is_disk_full(cause, engine):
        return NoSpace("database: the disk is full")
    if is_locked(cause):
        return Locked("database: locked by another program")
    if is_gone(error):
        return Unreachable(f"database: cannot reach the server ({_first_line(cause)})")
    return StoreFailed(f"database: {_first_line(cause)}")


@contextmanager
def raise_store_failures(engine: Engine | None = None) -> Iterator[None]:
    """Raise StoreFailed or one of its subclasses if the database fails inside the block.

    An invalid database URL and a missing driver are failures too. `engine`: used to find out whether the disk
    is full.
    """
    try:
        yield
    except SQLAlchemyError as error:
        raise failure_of(error, engine) from error
    except WrongUrl as error:
        raise StoreFailed(str(error)) from error
    except ImportError as error:
        raise StoreFailed(f"no driver ({error}); for PostgreSQL: pip install 'psycopg[binary]'") from error


def _first_line(cause: BaseException) -> str:
    """Return the first line of an error's text, without the SQL statement and the server's hints."""
    return next(iter(str(cause).strip().splitlines()), type(cause).__name__)


def is_locked(cause: BaseException | None) -> bool:
    """True if the error means that the write lock could not be taken in time."""
    if getattr(cause, "sqlstate", None) in _KEPT_LOCKED:
        return True
    return (getattr(cause, "sqlite_errorcode", None) or 0) & _PRIMARY in _LOCKED


def is_gone(error: Exception) -> bool:
    """True if the error means that the server cannot be reached, or that it accepts no connections now.

    False for all other errors, such as an error in an SQL statement.
    """
    cause = getattr(error, "orig", None)
    if cause is None or not type(cause).__module__.startswith("psycopg"):
        return False
    if state := getattr(cause, "sqlstate", None):
        return str(state).startswith(_GONE)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    said = str(cause)
    return type(cause).__name__ in ("OperationalError", "ConnectionTimeout") and (
        _REFUSED not in said or any(words in said for words in _STARTING)
    )


def _is_disk_full(cause: BaseException, engine: Engine | None) -> bool:
    """True if the error means that the disk is full."""
    code = getattr(cause, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_IOERR_WRITE and engine is not None and engine.url.database:
        return _is_full(Path(engine.url.database).parent)
    return code in _FULL or getattr(cause, "sqlstate", None) == _DISK_FULL


def _is_full(folder: Path) -> bool:
    """True if 4 KiB cannot be written to a folder, because the disk or the quota is full."""
    # SQLite reports an exhausted quota with the same code as a broken disk.
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(_PAGE))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno in _NO_ROOM
    return False
