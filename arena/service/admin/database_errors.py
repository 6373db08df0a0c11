"""Errors of a database, with its name."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.service.errors import DatabaseError
from arena.store.database.failures import NotNow, StoreFailed
from arena.store.database.inspect import DatabaseSummary, look
from arena.store.database.integrity import Unsound
from arena.store.database.urls import hide_secrets


@contextmanager
def named_errors(url: str, suffix: str = "") -> Iterator[None]:
    """Raise DatabaseError with the database's name if the block fails."""
    try:
        yield
    except (StoreFailed, Unsound) as error:
        cure = f": {error.do}" if isinstance(error, NotNow) else ""
        raise DatabaseError(f"{hide_secrets(url)}: {error}{cure}{suffix}") from error


def contents_of(url: str) -> DatabaseSummary:
    """Return what is in a database. Raise DatabaseError."""
    with named_errors(url):
        return look(url)
