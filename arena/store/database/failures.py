"""What can go wrong with a database: what passes, and what does not."""

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
_PRIMARY: Final = 0xFF  # of SQLite's codes the part that says what kind it is
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
_PAGE: Final = 4_096  # bytes

# What PostgreSQL calls them.
_DISK_FULL: Final = "53100"
_KEPT_LOCKED: Final = ("55P03", "40001", "40P01")
_GONE: Final = (
    "08",
    "57P",
    "53300",
    "25P03",
    "25006",
)  # so the states of a server begin that is not there now
_REFUSED: Final = "FATAL"  # so begins what a server says that answers, but does not let one in
_STARTING: Final = ("starting up", "shutting down", "recovery", "not yet accepting", "too many", "slots")


class StoreFailed(RuntimeError):
    """The database could not be opened, read or written."""


class NotNow(StoreFailed):
    """It cannot be written at the moment, which may pass. The transaction left nothing."""

    do: ClassVar[str]  # what somebody can do about it


class NoSpace(NotNow):
    """There is no room for what was to be written."""

    do = "make room"


class Locked(NotNow):
    """Somebody else is writing, for longer than is waited."""

    do = "wait for whoever has it open, or end that"


class Unreachable(NotNow):
    """The server does not answer, or the connection was lost before anything was committed."""

    do = "start the server, or mend the way to it"


class OutcomeUnknown(NotNow):
    """The connection was lost in the commit, and nobody answered since: it is stored, or nothing of it."""

    do = Unreachable.do


def failure_of(error: SQLAlchemyError, engine: Engine | None) -> StoreFailed:
    """What an error of the library is here."""
    cause = getattr(error, "orig", None) or error
    if _is_disk_full(cause, engine):
        return NoSpace("database: its disk is full")
    if is_locked(cause):
        return Locked("database: another program keeps it locked")
    if is_gone(error):
        return Unreachable(f"database: its server is not to be reached ({_first_line(cause)})")
    return StoreFailed(f"database: {_first_line(cause)}")


@contextmanager
def failures(engine: Engine | None = None) -> Iterator[None]:
    """What goes wrong in the block, as the failure that it is."""
    try:
        yield
    except SQLAlchemyError as error:
        raise failure_of(error, engine) from error
    except WrongUrl as error:
        raise StoreFailed(str(error)) from error
    except ImportError as error:
        raise StoreFailed(f"there is no driver ({error}); for PostgreSQL: maumau-arena[postgres]") from error


def _first_line(cause: BaseException) -> str:
    """A server adds on lines of its own what it was asked, and hints."""
    return next(iter(str(cause).strip().splitlines()), type(cause).__name__)


def is_locked(cause: BaseException | None) -> bool:
    """Whether the right to write could not be had in time."""
    if getattr(cause, "sqlstate", None) in _KEPT_LOCKED:
        return True
    return (getattr(cause, "sqlite_errorcode", None) or 0) & _PRIMARY in _LOCKED


def is_gone(error: SQLAlchemyError) -> bool:
    """Whether a server is not there, or was not there any more. One that refuses us is."""
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
    """Full, or the shared memory of SQLite's log cannot grow; PostgreSQL has a state for it."""
    code = getattr(cause, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_IOERR_WRITE and engine is not None and engine.url.database:
        return _is_full(Path(engine.url.database).parent)
    return code in _FULL or getattr(cause, "sqlstate", None) == _DISK_FULL


def _is_full(folder: Path) -> bool:
    """Whether there is no room for a page: SQLite does not tell a quota from a disk that is broken."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(_PAGE))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno in _NO_ROOM
    return False
