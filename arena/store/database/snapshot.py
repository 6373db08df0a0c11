"""A snapshot of a PostgreSQL database that another program, such as pg_dump, can read too."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import text

from arena.store.database.inspect import open_read_only
from arena.store.database.integrity import IntegrityReport, check_contents


@contextmanager
def snapshot(url: str) -> Iterator[tuple[str, IntegrityReport]]:
    """Yield the name of a new snapshot, which is valid inside the block, and its checked contents.

    Raise StoreFailed, or Unsound if the database is damaged.
    """
    with open_read_only(url) as connection:
        name = str(connection.execute(text("SELECT pg_export_snapshot()")).scalar_one())
        yield name, check_contents(connection)
