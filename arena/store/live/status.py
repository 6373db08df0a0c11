"""Live status: what runs report about running games, for visitors to watch.

Nothing else depends on these rows. A run overwrites its own and deletes them in the end; rows of a killed
process are recognised by their age.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from arena.store.database.table_objects import LIVE_PIECE, LIVE_STATUS, TOURNAMENT, WATCHING

WALL: Final = "wall"


class LivePlace(NamedTuple):
    """A match of a tournament, and which piece of it is played."""

    tournament: int
    round: int
    pairing: int
    piece: int


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is shown, with the number of its plies so far. `game` is unique in its run."""

    place: LivePlace
    game: int
    plies: int


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """A running match, or a running piece of one."""

    match: str  # "7.1.2", or "7.1.2/3" for the third piece
    games: int  # finished, of `total`
    total: int
    seconds: float  # since its start

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The remaining time at the pace so far; None before the first game has finished."""
        return (self.total - self.games) / self.games_per_second if self.games_per_second else None


@dataclass(frozen=True, slots=True)
class WorkerProgress:
    """A cluster worker of a run."""

    name: str
    slots: int  # matches that it can play at once
    matches: int  # running
    games: int  # of this run, played by this worker and counted
    seen_at: datetime  # its last sign of life


@dataclass(frozen=True, slots=True)
class LiveRun:
    """The progress of a run, including its running matches."""

    run: str  # a random name
    tournament: int
    games_done: int
    games_total: int
    games_per_second: float
    seconds_left: float | None
    name: str = ""  # of the tournament; set when read


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """Everything that a run reports. A cluster's coordinator reports its workers under a run of their own."""

    run: str  # a random name
    tournament: int
    progress: LiveRun | None = None
    games: tuple[LiveGame, ...] = ()
    matches: tuple[MatchProgress, ...] = ()
    workers: tuple[WorkerProgress, ...] = ()


def watch(tx: Connection, targets: Iterable[str], until: datetime, now: datetime) -> None:
    """Note that somebody watches these targets at least until then, and delete expired notes."""
    tx.execute(delete(WATCHING).where(WATCHING.c.until < now))
    for target in sorted(set(targets)):
        known = update(WATCHING).where(WATCHING.c.target == target).values(until=until)
        if not tx.execute(known).rowcount:
            tx.execute(insert(WATCHING).values(target=target, until=until))


def list_watched(tx: Connection, now: datetime) -> frozenset[str]:
    """Return the targets that somebody watches."""
    return frozenset(tx.scalars(select(WATCHING.c.target).where(WATCHING.c.until >= now)))


def write_status(tx: Connection, status: LiveStatus, now: datetime) -> None:
    """Write a run's status in place of its previous one."""
    values = {"document": json.dumps(asdict(status), default=datetime.isoformat), "updated_at": now}
    known = update(LIVE_STATUS).where(LIVE_STATUS.c.run == status.run).values(values)
    if not tx.execute(known).rowcount:
        tx.execute(insert(LIVE_STATUS).values(run=status.run, **values))


def append_film(tx: Connection, run: str, game: int, first: int, pieces: str) -> None:
    """Add to the film of a game: its first document as ply 0, then JSON lists of pieces from `first` on."""
    tx.execute(insert(LIVE_PIECE).values(run=run, game=game, first=first, pieces=pieces))


def drop_films(tx: Connection, run: str, games: Iterable[int]) -> None:
    """Delete the films of these games."""
    tx.execute(delete(LIVE_PIECE).where(LIVE_PIECE.c.run == run, LIVE_PIECE.c.game.in_(list(games))))


def drop_run(tx: Connection, run: str) -> None:
    """Delete the status and the films of a run that has ended."""
    for table in (LIVE_PIECE, LIVE_STATUS):
        tx.execute(delete(table).where(table.c.run == run))


def drop_stale(tx: Connection, before: datetime) -> None:
    """Delete the rows of runs that have not reported since then: their processes were killed."""
    tx.execute(delete(LIVE_STATUS).where(LIVE_STATUS.c.updated_at < before))
    tx.execute(delete(LIVE_PIECE).where(LIVE_PIECE.c.run.not_in(select(LIVE_STATUS.c.run))))


def read_statuses(tx: Connection, since: datetime) -> tuple[LiveStatus, ...]:
    """Return the runs that have reported since then, the newest report last."""
    fresh = select(LIVE_STATUS.c.document).where(LIVE_STATUS.c.updated_at >= since)
    rows = tx.scalars(fresh.order_by(LIVE_STATUS.c.updated_at, LIVE_STATUS.c.run))
    statuses = [_parse(json.loads(document)) for document in rows]
    keys = {status.tournament for status in statuses}
    named = select(TOURNAMENT.c.id, TOURNAMENT.c.name).where(TOURNAMENT.c.id.in_(keys))
    names = {row.id: row.name for row in tx.execute(named)} if keys else {}
    return tuple(
        replace(status, progress=replace(status.progress, name=names.get(status.tournament, "")))
        if status.progress
        else status
        for status in statuses
    )


def read_film(tx: Connection, run: str, game: int, first: int = 0) -> tuple[str, ...]:
    """Return the parts of a game's film from the ply `first` on; from 0 the first one is its document."""
    this = (LIVE_PIECE.c.run == run) & (LIVE_PIECE.c.game == game) & (LIVE_PIECE.c.first >= first)
    return tuple(tx.scalars(select(LIVE_PIECE.c.pieces).where(this).order_by(LIVE_PIECE.c.first)))


def _parse(data: Mapping[str, Any]) -> LiveStatus:
    return LiveStatus(
        run=data["run"],
        tournament=data["tournament"],
        progress=LiveRun(**data["progress"]) if data["progress"] else None,
        games=tuple(LiveGame(LivePlace(*one["place"]), one["game"], one["plies"]) for one in data["games"]),
        matches=tuple(MatchProgress(**one) for one in data["matches"]),
        workers=tuple(
            WorkerProgress(**{**one, "seen_at": datetime.fromisoformat(one["seen_at"])})
            for one in data["workers"]
        ),
    )
