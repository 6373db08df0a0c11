"""What goes wrong with a database while it is looked after, told with its name."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.service.errors import DatabaseError
from arena.store.database.failures import NotNow, StoreFailed
from arena.store.database.inspect import DatabaseSummary, look
from arena.store.database.integrity import Unsound
from arena.store.database.urls import shown


@contextmanager
def told_of(url: str, also: str = "") -> Iterator[None]:
    """Raises DatabaseError of what fails in the block; `also` is said behind it."""
    try:
        yield
    except (StoreFailed, Unsound) as error:
        do = f": {error.do}" if isinstance(error, NotNow) else ""
        raise DatabaseError(f"{shown(url)}: {error}{do}{also}") from error


def seen(url: str) -> DatabaseSummary:
    """What is in the database. Raises DatabaseError."""
    with told_of(url):
        return look(url)
