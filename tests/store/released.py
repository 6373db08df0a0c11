"""Databases of earlier releases."""

import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Final

RELEASES: Final = Path(__file__).parent / "releases"
SEED: Final = "1" * 32
BOTS: Final = ("first", "last", "middle")
GAMES: Final = 48  # of 96 that were committed
TOURNAMENT: Final = 1


def half_run(folder: Path) -> Path:
    """Return a database of the first schema with a half-played tournament; its bots are there too."""
    with tarfile.open(RELEASES / "0001.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    path = folder / "first.db"
    with closing(sqlite3.connect(path)) as database:
        for table in ("bot_version", "entrant"):
            change = f"UPDATE {table} SET source = ? WHERE source LIKE ?"
            for bot in BOTS:
                database.execute(change, (str(folder / f"{bot}.py"), f"%/{bot}.py"))
        database.commit()
    return path
