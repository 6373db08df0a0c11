"""The workers of a cluster at this moment: written by the coordinator, read by who shows them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from arena.store.database.table_objects import LIVE_WORKER


@dataclass(frozen=True, slots=True)
class WorkerProgress:
    """A worker of a run. `games`: of this run, that it played and that count."""

    name: str
    slots: int  # matches that it plays at once
    matches: int  # under way
    games: int
    seen_at: datetime  # its last sign of life


def tell_workers(
    tx: Connection, run: str, tournament: int, workers: Iterable[WorkerProgress], now: datetime
) -> None:
    """These are the workers of a run now, and no others."""
    tx.execute(delete(LIVE_WORKER).where(LIVE_WORKER.c.run == run))
    rows = [
        {
            "run": run,
            "tournament_id": tournament,
            "name": worker.name,
            "slots": worker.slots,
            "matches": worker.matches,
            "games": worker.games,
            "seen_at": worker.seen_at,
            "updated_at": now,
        }
        for worker in workers
    ]
    if rows:
        tx.execute(insert(LIVE_WORKER), rows)


def drop_workers(tx: Connection, run: str, before: datetime) -> None:
    """A run is over; and what nobody has touched since then was left by a process that was killed."""
    gone = (LIVE_WORKER.c.run == run) | (LIVE_WORKER.c.updated_at < before)
    tx.execute(delete(LIVE_WORKER).where(gone))


def workers_seen(tx: Connection, tournament: int, since: datetime) -> tuple[WorkerProgress, ...]:
    """The workers of a tournament that its coordinator told of since then, by name."""
    columns = [LIVE_WORKER.c[name] for name in ("name", "slots", "matches", "games", "seen_at")]
    fresh = (LIVE_WORKER.c.tournament_id == tournament) & (LIVE_WORKER.c.updated_at >= since)
    rows = tx.execute(select(*columns).where(fresh).order_by(LIVE_WORKER.c.name, LIVE_WORKER.c.run))
    return tuple(WorkerProgress(*row) for row in rows)
