"""Best Elo: each bot's strongest rating under any ruleset. The best Elo of all bots is cached in one
document.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from arena.store.ladder.cached_documents import DocumentKind, read_cached_data_states, write_documents
from arena.store.ladder.cached_ladders import CachedRow, strength

BEST_ELO_KEY: Final = "best_elo"  # of the document


class BestElo(NamedTuple):
    """A bot's best Elo, with the ruleset under which it was reached. `low` and `high`: the interval of the
    Elo. If only an upper or lower bound is known, it is in `high` or `low`, and `elo` is None.
    """

    ruleset: str
    elo: float | None
    low: float | None
    high: float | None

    @property
    def strength(self) -> float:
        """Return a number by which best Elos are sorted: larger for a stronger bot. See
        `cached_ladders.strength`.
        """
        found = strength(self.elo, self.low, self.high)
        assert found is not None
        return found


def write_best_elo(tx: Connection, ladders: Mapping[str, Sequence[CachedRow]]) -> None:
    """Cache the best Elo of all bots. Ratings without an interval or bound do not count.

    `ladders`: the rows of each ruleset's ladder. If a bot has equal ratings, the first one is the best.
    """
    best: dict[int, BestElo] = {}
    for ruleset, rows in ladders.items():
        for row in rows:
            if row.best is not None:
                found = BestElo(ruleset, row.elo, row.low, row.high)
                best[row.bot_id] = max(best.get(row.bot_id, found), found, key=lambda one: one.strength)
    write_documents(tx, DocumentKind.BOTS, "", {BEST_ELO_KEY: best})


def has_best_elo(tx: Connection) -> bool:
    """True if the best Elo of all bots is cached. Databases of older versions lack it."""
    return BEST_ELO_KEY in read_cached_data_states(tx, DocumentKind.BOTS)


def parse_best_elo(documents: Mapping[str, Any], bot: int) -> BestElo | None:
    """Return a bot's best Elo; None if it has none. `documents`: the cached documents about all bots."""
    found = documents.get(BEST_ELO_KEY, {}).get(str(bot))
    return BestElo(*found) if found else None
