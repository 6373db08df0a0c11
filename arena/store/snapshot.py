"""A PostgreSQL database at one moment, which another program can read as well."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from arena.store.failures import StoreFailed, failure_of
from arena.store.soundness import Sound, sound


@contextmanager
def snapshot(url: str) -> Iterator[tuple[str, Sound]]:
    """The name of a snapshot, good in the block, and what was found in it. Raises StoreFailed, Unsound."""
    try:
        engine = create_engine(url, isolation_level="REPEATABLE READ")
        try:
            with engine.connect() as connection:
                name = str(connection.execute(text("SELECT pg_export_snapshot()")).scalar_one())
                yield name, sound(connection)
        finally:
            engine.dispose()
    except SQLAlchemyError as error:
        raise failure_of(error, None) from error
    except ImportError as error:
        raise StoreFailed(f"there is no driver ({error}); for PostgreSQL: maumau-arena[postgres]") from error
