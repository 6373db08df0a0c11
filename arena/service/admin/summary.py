"""What a database holds, in a few numbers."""

from dataclasses import dataclass
from typing import Final

from arena.service.admin.database_errors import seen
from arena.service.database import database_url, is_there
from arena.service.errors import NoDatabase
from arena.store.database.upgrade import HEAD
from arena.store.database.urls import shown

COUNTED: Final = {
    "tournaments": "tournament",
    "games": "game",
    "bots": "bot",
    "versions": "bot_version",
    "tokens": "token",
    "uploads": "upload",
    "entries": "ledger_entry",
}  # what is told of, and the table that it lies in


@dataclass(frozen=True, slots=True)
class Summary:
    """Where and what a database is; sizes in bytes. `entries`: of the ledger."""

    where: str
    kind: str
    size: int
    schema: str | None  # None: it is empty
    head: str  # the schema of this arena
    counts: dict[str, int]
    log_bytes: int

    @property
    def is_old(self) -> bool:
        return self.schema is not None and self.schema < self.head


def summary(option: str | None = None) -> Summary:
    """What is there; nothing is made or upgraded. Raises DatabaseError."""
    url = database_url(option)
    if not is_there(option):
        raise NoDatabase(f"{shown(url)}: there is no database yet; arena db upgrade makes it")
    found = seen(url)
    counts = {what: found.rows.get(table, 0) for what, table in COUNTED.items()}
    return Summary(shown(url), found.kind, found.size, found.schema, HEAD, counts, found.log_bytes)
