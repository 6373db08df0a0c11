"""Checks that a database belongs to an arena, is undamaged, and has an unbroken ledger."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, create_engine, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from arena.store.database.table_objects import GAME, TOURNAMENT
from arena.store.database.upgrade import list_revisions, revision_in
from arena.store.results.ledger import find_broken_entry, read_head

SQLITE: Final = b"SQLite format 3\0"  # the start of a SQLite file


class Unsound(RuntimeError):
    """The database is not an arena's, is damaged, or belongs to a newer arena; the message says which."""


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """The contents of an undamaged database.

    `head`: number and hash of the last ledger entry. `broken`: where and why the ledger is broken; empty if
    it is not.
    """

    schema: str
    tournaments: int
    games: int
    head: tuple[int, str]
    broken: str = ""


def check_file(path: Path) -> IntegrityReport:
    """Check a SQLite file to which nobody writes, and return its contents.

    Raise Unsound, or OSError if the file cannot be read.
    """
    with path.open("rb") as file:
        if file.read(len(SQLITE)) != SQLITE:
            raise Unsound("not a SQLite database")
    address = f"file:{quote(bytes(path.absolute()))}"
    engine = create_engine(URL.create("sqlite", database=address, query={"mode": "ro", "uri": "true"}))
    try:
        with engine.connect() as connection:
            [found] = connection.execute(text("PRAGMA integrity_check(1)")).scalars()
            if found != "ok":
                raise Unsound(f"damaged: {' '.join(str(found).split())}")
            return check_contents(connection)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise Unsound(f"damaged: {getattr(error, 'orig', None) or error}") from error
    finally:
        engine.dispose()


def check_contents(connection: Connection) -> IntegrityReport:
    """Check the schema and the ledger of a connection's database, and return its contents. Raise Unsound."""
    schema, known = revision_in(connection), list_revisions()
    if schema is None:
        raise Unsound("not an arena's database")
    if schema not in known:
        raise Unsound(f"schema {schema} is newer than {known[-1]}; use a newer arena")
    tournaments = connection.scalar(select(func.count()).select_from(TOURNAMENT)) or 0
    games = connection.scalar(select(func.count()).select_from(GAME)) or 0
    broken = find_broken_entry(connection)
    why = f"ledger broken at entry {broken.number}: {broken.why}" if broken else ""
    return IntegrityReport(schema, tournaments, games, read_head(connection), why)
