"""The matches of a run that are under way: written with how far the run is, and as old as that."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from arena.store.database.table_objects import LIVE_MATCH, LIVE_RUN


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """A match, or a piece of one, that has a process now. `seconds`: since it began."""

    match: str  # "7.1.2", or "7.1.2/3" for the third piece
    games: int  # of `total` that are over
    total: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At the pace so far; None before its first game is over."""
        return (self.total - self.games) / self.games_per_second if self.games_per_second else None


def tell_matches(tx: Connection, run: str, tournament: int, matches: Iterable[MatchProgress]) -> None:
    """These are under way in a run now, and no others."""
    drop_matches(tx, run)
    rows = [
        {
            "run": run,
            "match": one.match,
            "tournament_id": tournament,
            "games": one.games,
            "total": one.total,
            "seconds": one.seconds,
        }
        for one in matches
    ]
    if rows:
        tx.execute(insert(LIVE_MATCH), rows)


def drop_matches(tx: Connection, run: str) -> None:
    """The run is over."""
    tx.execute(delete(LIVE_MATCH).where(LIVE_MATCH.c.run == run))


def drop_ownerless(tx: Connection) -> None:
    """What belongs to no run any more."""
    tx.execute(delete(LIVE_MATCH).where(LIVE_MATCH.c.run.not_in(select(LIVE_RUN.c.run))))


def matches_under_way(tx: Connection, tournament: int, since: datetime) -> tuple[MatchProgress, ...]:
    """Those of a tournament whose runs were touched since then, the longest under way first."""
    columns = [LIVE_MATCH.c[name] for name in ("match", "games", "total", "seconds")]
    fresh = (LIVE_MATCH.c.tournament_id == tournament) & (LIVE_RUN.c.updated_at >= since)
    found = select(*columns).join(LIVE_RUN, LIVE_RUN.c.run == LIVE_MATCH.c.run).where(fresh)
    order = (LIVE_MATCH.c.seconds.desc(), LIVE_MATCH.c.match)
    return tuple(MatchProgress(*row) for row in tx.execute(found.order_by(*order)))
