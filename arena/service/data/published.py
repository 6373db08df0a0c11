"""The game files that the site offers: two for each month and ruleset. This module only reads them.

Each file is named by its SHA-256. The file `index.json` lists them; files that it does not list are old or
unfinished. All files of a database are in one folder.
"""

import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from arena.service.common.paths import data_folder
from arena.store.database.store import Store
from arena.store.results.ledger import FIRST, read_first

FOLDER: Final = "games"
INDEX: Final = "index.json"
SUFFIX: Final = ".parquet"
_NAME_DIGITS: Final = 16
_LAST_COMMITS: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A game file that the site offers for download."""

    name: str  # for downloads
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PublishedGames:
    """The two files of a month's games under a ruleset."""

    month: str  # "2026-11"
    ruleset: str  # its key
    matches: int
    games: int
    decisions: int
    made_at: datetime
    files: tuple[PublishedFile, ...]  # decisions, hidden; empty if no log is stored

    @property
    def is_complete(self) -> bool:
        """True if the files were made at least an hour after the month's end.

        Such files contain all games of the month.
        """
        return f"{self.made_at - _LAST_COMMITS:%Y-%m}" > self.month


def games_folder(store: Store) -> Path | None:
    """Return the folder of a database's game files. It may not exist yet.

    Return None if no results are stored yet.
    """
    with store.reading() as tx:
        first = read_first(tx)
    return None if first == FIRST else data_folder() / FOLDER / first[:_NAME_DIGITS]


def read_published(store: Store) -> list[PublishedGames]:
    """Return the games that the site offers, newest month first."""
    folder = games_folder(store)
    found = read_index(folder) if folder else ()
    return sorted((one for one in found if one.files), key=lambda one: (-_number(one.month), one.ruleset))


def find_file(store: Store, name: str) -> Path | None:
    """Return the path of the offered file with this name; None if the site offers no such file."""
    for games in read_published(store):
        for file in games.files:
            if file.name == name:
                folder = games_folder(store)
                assert folder
                return folder / f"{file.sha256}{SUFFIX}"
    return None


def read_index(folder: Path) -> list[PublishedGames]:
    """Return the entries of the index; an empty list if the index is missing or damaged."""
    try:
        listed = json.loads((folder / INDEX).read_bytes())
        return [
            PublishedGames(
                **{
                    **one,
                    "made_at": datetime.fromisoformat(one["made_at"]),
                    "files": tuple(PublishedFile(**file) for file in one["files"]),
                }
            )
            for one in listed
        ]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def _number(month: str) -> int:
    return date.fromisoformat(f"{month}-01").toordinal()
