"""Find and open the database."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.service.common.paths import MOUNTS, NETWORKS, data_folder, file_system
from arena.service.errors import DatabaseError, NoDatabase
from arena.store.database.failures import StoreFailed
from arena.store.database.private_files import make_private_folder
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.database.upgrade import NewerDatabase
from arena.store.database.urls import hide_secrets, with_driver

VARIABLE: Final = "ARENA_DB"
FILE: Final = "arena.db"
ANOTHER: Final = "--db or ARENA_DB name another"


def database_url(option: str | None = None) -> str:
    """Return the URL of the database, with the driver's name for PostgreSQL.

    Use the first of these that applies:

    - `option`, the value of --db, if it was given;
    - the variable ARENA_DB, if it is set;
    - the file ./arena.db, if it exists;
    - arena.db in the data folder, even if this file does not exist.
    """
    given = option or os.environ.get(VARIABLE)
    if given:
        return with_driver(given) if "://" in given else sqlite_url(Path(given).absolute())
    here = Path(FILE).absolute()
    return sqlite_url(here if here.exists() else data_folder() / FILE)


def may_exist(option: str | None = None) -> bool:
    """True if the database file exists, or if the database is on a server. The server is not asked."""
    path = database_url(option).removeprefix("sqlite:///")
    return "://" in path or Path(path).exists()


@contextmanager
def open_database(option: str | None = None) -> Iterator[Store]:
    """Open the database during the block and yield the store. Create the database if it does not exist.

    `option`: the value of --db. Raise DatabaseError if opening fails, or if a database operation in the block
    fails.
    """
    url = database_url(option)
    with _failures(url, f"; {ANOTHER}"):
        if path := file_of(url):
            _make_folder(path)
            _check_place(path)
        store = open_store(url)
    with store, _failures(url):
        yield store


@contextmanager
def open_existing(option: str | None = None) -> Iterator[Store]:
    """Open the database during the block and yield the store.

    If the default database is missing, create it.

    `option`: the value of --db. Raise NoDatabase if --db or ARENA_DB names a database that does not exist.
    """
    check_exists(option)
    with open_database(option) as store:
        yield store


def check_exists(option: str | None) -> None:
    """Raise NoDatabase if `--db` or ARENA_DB names a database that does not exist."""
    if (option or os.environ.get(VARIABLE)) and not may_exist(option):
        where = hide_secrets(database_url(option))
        raise NoDatabase(
            f"cannot open {where}: there is no such database; check --db and ARENA_DB, or make it with "
            "`arena db upgrade`"
        )


@contextmanager
def _failures(url: str, hint: str = "") -> Iterator[None]:
    try:
        yield
    except (StoreFailed, NewerDatabase) as error:
        raise DatabaseError(f"{hide_secrets(url)}: {error}{hint}") from error


def file_of(url: str) -> Path | None:
    """Return the path of an SQLite database's file; None for databases on a server."""
    prefix, separator, path = url.partition(":///")
    return Path(path) if separator and prefix.startswith("sqlite") and path else None


def _make_folder(path: Path) -> None:
    try:
        make_private_folder(path.parent)
    except OSError as error:
        raise DatabaseError(f"{path}: cannot create its folder: {error.strerror}; {ANOTHER}") from error


def _check_place(path: Path) -> None:
    """Raise DatabaseError if SQLite cannot safely write a database at this path.

    This check is also made for commands that only read.
    """
    kind = file_system(path.parent, MOUNTS)
    if kind in NETWORKS:
        raise DatabaseError(f"{path} is on {kind}, where SQLite loses data: use a local disk; {ANOTHER}")
    if os.statvfs(path.parent).f_flag & os.ST_RDONLY:
        raise DatabaseError(f"{path}: its file system is read-only; {ANOTHER}")
    for what, name in ((path.parent, "its folder"), (path, "the file")):
        if what.exists() and not os.access(what, os.W_OK):
            raise DatabaseError(f"{path}: {name} is not writable by {_user_name()}; {ANOTHER}")
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder: name a file in it")


def _user_name() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"
