"""A summary of a database's contents."""

from dataclasses import dataclass
from typing import Final

from arena.service.admin.database_errors import read_summary
from arena.service.database import database_url, may_exist
from arena.service.errors import NoDatabase
from arena.store.database.upgrade import HEAD
from arena.store.database.urls import hide_secrets

TABLES: Final = {
    "tournaments": "tournament",
    "games": "game",
    "bots": "bot",
    "versions": "bot_version",
    "tokens": "token",
    "uploads": "upload",
    "entries": "ledger_entry",
}  # database tables whose rows are counted, by the names of the counts


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of a database: kind, size, schema, number of rows, and size of the game logs."""

    where: str
    kind: str
    size: int  # bytes of the database
    schema: str | None  # None if the database is empty
    head: str  # the newest schema
    counts: dict[str, int]  # rows, keyed by "tournaments", "games", "bots" and so on
    log_bytes: int  # bytes of its game logs

    @property
    def is_old(self) -> bool:
        return self.schema is not None and self.schema < self.head


def summary(option: str | None = None) -> Summary:
    """Return a summary of the database, without creating or upgrading it.

    Raise NoDatabase if it does not exist, DatabaseError if it cannot be read.
    """
    url = database_url(option)
    if not may_exist(option):
        raise NoDatabase(f"{hide_secrets(url)}: no database yet; arena db upgrade creates it")
    known = read_summary(url)
    counts = {name: known.rows.get(table, 0) for name, table in TABLES.items()}
    return Summary(hide_secrets(url), known.kind, known.size, known.schema, HEAD, counts, known.log_bytes)
