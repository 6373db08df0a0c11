"""A PostgreSQL database at one moment, which another program can read as well."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import text

from arena.store.database.inspect import only_looked_at
from arena.store.database.integrity import Sound, sound


@contextmanager
def snapshot(url: str) -> Iterator[tuple[str, Sound]]:
    """The name of a snapshot, good in the block, and what was found in it. Raises StoreFailed, Unsound."""
    with only_looked_at(url) as connection:
        name = str(connection.execute(text("SELECT pg_export_snapshot()")).scalar_one())
        yield name, sound(connection)
