"""Best Elo: each bot's highest rating under any ruleset, cached for all bots in one document."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from arena.store.ladder.cached_documents import DocumentKind, read_cached_data_states, write_documents
from arena.store.ladder.cached_ladders import CachedRow, strength

BEST_ELO_KEY: Final = "best_elo"  # of the document


class BestElo(NamedTuple):
    """A bot's best Elo, with its ruleset."""

    ruleset: str
    elo: float | None  # None if only a bound is known
    low: float | None  # lower end of the interval, or a lower bound
    high: float | None  # upper end of the interval, or an upper bound

    @property
    def strength(self) -> float:
        """Return a number by which best Elos are sorted; larger for stronger bots."""
        found = strength(self.elo, self.low, self.high)
        assert found is not None
        return found


def write_best_elo(tx: Connection, ladders: Mapping[str, Sequence[CachedRow]]) -> None:
    """Cache each bot's best Elo over all rulesets. Rows without a rank do not count.

    If a bot has equal ratings under several rulesets, the first is used. `ladders`: the rows of each
    ruleset's ladder.
    """
    best: dict[int, BestElo] = {}
    for ruleset, rows in ladders.items():
        for row in rows:
            if row.best is not None:
                found = BestElo(ruleset, row.elo, row.low, row.high)
                best[row.bot_id] = max(best.get(row.bot_id, found), found, key=lambda one: one.strength)
    write_documents(tx, DocumentKind.BOTS, "", {BEST_ELO_KEY: best})


def has_best_elo(tx: Connection) -> bool:
    """True if each bot's own best Elo is cached. It is missing in a database of an older arena version."""
    return BEST_ELO_KEY in read_cached_data_states(tx, DocumentKind.BOTS)


def parse_best_elo(documents: Mapping[str, Any], bot: int) -> BestElo | None:
    """Return a bot's best Elo; None if the bot is unrated.

    `documents`: the cached documents about all bots, by key. `bot`: the bot's database key.
    """
    found = documents.get(BEST_ELO_KEY, {}).get(str(bot))
    return BestElo(*found) if found else None
