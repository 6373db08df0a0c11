"""A file of SQLite: a copy of it as it is at one moment, and a hold on it that keeps all others out."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from arena.store.database.failures import Locked, NoSpace, StoreFailed, is_locked
from arena.store.database.private_files import make_private_file

WAIT_S: Final = 5.0  # for somebody who is writing
_FULL: Final = sqlite3.SQLITE_FULL


def copy_file(source: Path, target: Path) -> None:
    """Write all that is committed to a new file, as small as it can be; others may write meanwhile.

    Raises StoreFailed of the source, OSError of the target.
    """
    make_private_file(target)
    try:
        with closing(opened(source, "rw")) as database:
            database.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == _FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target.parent)) from error
        raise failure(error) from error
    with target.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else has the file open at the start of the block, nor reads or writes it before its end.

    All of it is in the one file then. Raises Locked, StoreFailed.
    """
    try:
        with closing(opened(path, "rw")) as database:
            # Who leaves the write-ahead log has to be the only one who has the file open.
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("BEGIN EXCLUSIVE")
            yield
            database.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise failure(error) from error


def failure(error: sqlite3.Error) -> StoreFailed:
    """What an error of the driver is here."""
    if is_locked(error):
        return Locked("database: another program has it open")
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == _FULL:
        return NoSpace("database: its disk is full")
    return StoreFailed(f"database: {error}")


def opened(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that begins no transaction by itself. `mode`: "ro", "rw"; the file is not made."""
    address = f"file:{quote(bytes(path.absolute()))}?mode={mode}"
    return sqlite3.connect(address, timeout=WAIT_S, isolation_level=None, uri=True)
