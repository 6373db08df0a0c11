"""Whether a database is one of an arena and whole, and whether its ledger fits."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, create_engine, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from arena.store.database.table_objects import GAME, TOURNAMENT
from arena.store.database.upgrade import list_revisions, revision_in
from arena.store.results.ledger import first_broken, head

SQLITE: Final = b"SQLite format 3\0"  # how a file of SQLite begins


class Unsound(RuntimeError):
    """It is no database of an arena, a damaged one, or one of a newer arena; the text says which."""


@dataclass(frozen=True, slots=True)
class Sound:
    """What was found. `head`: number and hash of the ledger's last entry; `broken`: where it does not fit."""

    schema: str
    tournaments: int
    games: int
    head: tuple[int, str]
    broken: str = ""


def sound_file(path: Path) -> Sound:
    """Look through a file of SQLite that nobody writes to. Raises Unsound, OSError."""
    with path.open("rb") as file:
        if file.read(len(SQLITE)) != SQLITE:
            raise Unsound("it is no database of SQLite")
    address = f"file:{quote(bytes(path.absolute()))}"
    engine = create_engine(URL.create("sqlite", database=address, query={"mode": "ro", "uri": "true"}))
    try:
        with engine.connect() as connection:
            [found] = connection.execute(text("PRAGMA integrity_check(1)")).scalars()
            if found != "ok":
                raise Unsound(f"it is damaged: {' '.join(str(found).split())}")
            return sound(connection)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise Unsound(f"it is damaged: {getattr(error, 'orig', None) or error}") from error
    finally:
        engine.dispose()


def sound(connection: Connection) -> Sound:
    """What is in a database whose schema is known here. Raises Unsound."""
    schema, known = revision_in(connection), list_revisions()
    if schema is None:
        raise Unsound("there is nothing of an arena in it")
    if schema not in known:
        raise Unsound(f"it has schema {schema}, and this arena knows up to {known[-1]}; use a newer arena")
    tournaments = connection.scalar(select(func.count()).select_from(TOURNAMENT)) or 0
    games = connection.scalar(select(func.count()).select_from(GAME)) or 0
    broken = first_broken(connection)
    why = f"its ledger is broken at entry {broken.number}: {broken.why}" if broken else ""
    return Sound(schema, tournaments, games, head(connection), why)
