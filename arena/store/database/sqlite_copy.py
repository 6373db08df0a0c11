"""Copies a SQLite file while other programs use it, or keeps other programs out of it."""

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

WAIT_S: Final = 5.0  # how long to wait for a writer
_FULL: Final = sqlite3.SQLITE_FULL


def copy_file(source: Path, target: Path) -> None:
    """Write everything that is committed in `source` to the new, compact file `target`.

    Other programs may write to `source` meanwhile. Raise StoreFailed if the source cannot be read, OSError if
    the target cannot be written.
    """
    make_private_file(target)
    try:
        with closing(open_sqlite(source, "rw")) as database:
            database.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == _FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target.parent)) from error
        raise failure(error) from error
    with target.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def lock_sqlite_file(path: Path) -> Iterator[None]:
    """Keep all other programs out of a SQLite file inside the block, and everything in this one file.

    Raise Locked if another program uses the file, otherwise StoreFailed.
    """
    try:
        with closing(open_sqlite(path, "rw")) as database:
            # Leaving WAL fails while anybody else has the file open.
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("BEGIN EXCLUSIVE")
            yield
            database.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise failure(error) from error


def failure(error: sqlite3.Error) -> StoreFailed:
    """Return the StoreFailed that describes an error of the SQLite driver."""
    if is_locked(error):
        return Locked("database: open in another program")
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == _FULL:
        return NoSpace("database: the disk is full")
    return StoreFailed(f"database: {error}")


def open_sqlite(path: Path, mode: str) -> sqlite3.Connection:
    """Open an existing SQLite file; `mode` is "ro" or "rw". The driver starts no transaction by itself."""
    address = f"file:{quote(bytes(path.absolute()))}?mode={mode}"
    return sqlite3.connect(address, timeout=WAIT_S, isolation_level=None, uri=True)
