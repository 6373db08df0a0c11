"""Where the database is, and opening it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.service.errors import DatabaseError
from arena.service.folders import data_folder
from arena.store.store import Store, StoreFailed, open_store, sqlite_url
from arena.store.upgrade import NewerDatabase

VARIABLE: Final = "ARENA_DB"
FILE: Final = "arena.db"


def database_url(option: str | None = None) -> str:
    """`--db`, else ARENA_DB, else ./arena.db if it exists, else the file in the user's data folder."""
    given = option or os.environ.get(VARIABLE)
    if given:
        return given if "://" in given else sqlite_url(Path(given).absolute())
    here = Path(FILE).absolute()
    return sqlite_url(here if here.exists() else data_folder() / FILE)


def is_there(option: str | None = None) -> bool:
    """Whether there is a database already, or at least somewhere that is no file."""
    path = database_url(option).removeprefix("sqlite:///")
    return "://" in path or Path(path).exists()


@contextmanager
def open_database(option: str | None = None) -> Iterator[Store]:
    """The database, made if missing. Where it fails in the block, that is a DatabaseError too."""
    url = database_url(option)
    with _failures(url, "; --db or ARENA_DB name another"):
        _make_folder(url)
        store = open_store(url)
    with store, _failures(url):
        yield store


@contextmanager
def _failures(url: str, hint: str = "") -> Iterator[None]:
    try:
        yield
    except (StoreFailed, NewerDatabase) as error:
        raise DatabaseError(f"{_shown(url)}: {error}{hint}") from error


def _shown(url: str) -> str:
    """The URL without its password, a file as its path."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import SQLAlchemyError

    if url.startswith("sqlite:///"):
        return url.removeprefix("sqlite:///")
    try:
        return repr(make_url(url))
    except SQLAlchemyError:
        return "--db"


def _make_folder(url: str) -> None:
    prefix, separator, path = url.partition(":///")
    if not separator or not prefix.startswith("sqlite") or not path:
        return
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"{path}: its folder cannot be made: {error.strerror}") from error
