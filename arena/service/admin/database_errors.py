"""Convert errors of a database to errors for the user."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.service.database import database_url, may_exist
from arena.service.errors import DatabaseError, NoDatabase
from arena.store.database.failures import NotNow, StoreFailed
from arena.store.database.integrity import DatabaseSummary, Unsound, inspect_database
from arena.store.database.urls import hide_secrets


@contextmanager
def raise_database_errors(url: str, suffix: str = "") -> Iterator[None]:
    """Raise DatabaseError if the database fails inside the block.

    `url`: the start of the message; its password is left out. `suffix`: the end of the message.
    """
    try:
        yield
    except (StoreFailed, Unsound) as error:
        cure = f": {error.do}" if isinstance(error, NotNow) else ""
        raise DatabaseError(f"{hide_secrets(url)}: {error}{cure}{suffix}") from error


def existing_database(option: str | None) -> str:
    """Return the URL of the database. `option`: the value of --db.

    Raise NoDatabase if the database's file does not exist.
    """
    url = database_url(option)
    if not may_exist(option):
        raise NoDatabase(f"{hide_secrets(url)}: no database there; check --db and ARENA_DB")
    return url


def read_summary(url: str) -> DatabaseSummary:
    """Return a database's kind, size, schema version and row counts. Raise DatabaseError if it cannot be
    read.
    """
    with raise_database_errors(url):
        return inspect_database(url)
