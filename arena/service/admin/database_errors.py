"""Errors of a database that say which database it is."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.service.database import database_url, may_exist
from arena.service.errors import DatabaseError, NoDatabase
from arena.store.database.failures import NotNow, StoreFailed
from arena.store.database.integrity import DatabaseSummary, Unsound, inspect_database
from arena.store.database.urls import hide_secrets


@contextmanager
def raise_database_errors(url: str, suffix: str = "") -> Iterator[None]:
    """Turn database errors of the block into a DatabaseError that starts with the database's URL.

    The URL is shown without its password; `suffix` is put at the end of the message.
    """
    try:
        yield
    except (StoreFailed, Unsound) as error:
        cure = f": {error.do}" if isinstance(error, NotNow) else ""
        raise DatabaseError(f"{hide_secrets(url)}: {error}{cure}{suffix}") from error


def existing_database(option: str | None) -> str:
    """Return the URL of the database that --db names. Raise NoDatabase if there is none."""
    url = database_url(option)
    if not may_exist(option):
        raise NoDatabase(f"{hide_secrets(url)}: no database there; check --db and ARENA_DB")
    return url


def read_summary(url: str) -> DatabaseSummary:
    """Return the kind, size, schema and numbers of rows of a database. Raise DatabaseError."""
    with raise_database_errors(url):
        return inspect_database(url)
