"""Errors of a database that say which database it is."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.service.errors import DatabaseError
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


def read_summary(url: str) -> DatabaseSummary:
    """Return the kind, size, schema and numbers of rows of a database. Raise DatabaseError."""
    with raise_database_errors(url):
        return inspect_database(url)
