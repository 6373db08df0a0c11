"""What can go wrong with a database: what passes, and what does not."""

import errno
import os
import sqlite3
from pathlib import Path
from tempfile import TemporaryFile
from typing import ClassVar, Final

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

_FULL: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
_LOCKED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_PRIMARY: Final = 0xFF  # of SQLite's codes the part that says what kind it is
_DISK_FULL: Final = "53100"  # as PostgreSQL says it
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
_PAGE: Final = 4_096  # bytes


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


def failure_of(error: SQLAlchemyError, engine: Engine | None) -> StoreFailed:
    """What an error of the library is here."""
    cause = getattr(error, "orig", None) or error
    if _no_space(cause, engine):
        return NoSpace("database: its disk is full")
    if is_locked(cause):
        return Locked("database: another program keeps it locked")
    return StoreFailed(f"database: {cause}")


def is_locked(cause: BaseException | None) -> bool:
    """Whether the right to write could not be had in time."""
    return (getattr(cause, "sqlite_errorcode", None) or 0) & _PRIMARY in _LOCKED


def _no_space(cause: BaseException, engine: Engine | None) -> bool:
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
