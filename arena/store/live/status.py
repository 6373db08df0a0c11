"""Live status: reports about running games, for visitors. Results do not depend on these reports.

A run (a process that plays a tournament) writes its reports, and deletes them when it ends. Visitors watch
targets: a match such as "7.1.2", a tournament such as "7", or WALL for all running games.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from arena.store.tables.live import LIVE_PIECE, LIVE_STATUS, WATCHING
from arena.store.tables.schedule import TOURNAMENT

WALL: Final = "wall"


class LivePlace(NamedTuple):
    """The place of a running piece (batch of boards) in the schedule."""

    tournament: int
    round: int
    pairing: int
    piece: int


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A running game that visitors can watch."""

    place: LivePlace
    game: int  # its number, unique within its run
    plies: int  # number of plies of its film that are stored


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """The progress of a running match, or of one piece (batch of boards) of it."""

    match: str  # "7.1.2", or "7.1.2/3" for the third piece
    games: int  # how many games have finished, of `total`
    total: int
    seconds: float  # since the start of the match

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The remaining seconds at the present pace; None until the first game has finished."""
        return (self.total - self.games) / self.games_per_second if self.games_per_second else None


@dataclass(frozen=True, slots=True)
class WorkerProgress:
    """A cluster worker's load and progress in a run."""

    name: str
    slots: int  # matches that it can play at once
    matches: int  # running
    games: int  # games of this run that this worker played and that were accepted
    seen_at: datetime  # its last sign of life


@dataclass(frozen=True, slots=True)
class LiveRun:
    """The progress of a tournament that a run (a process) is playing."""

    run: str  # a random name
    tournament: int
    games_done: int
    games_total: int
    games_per_second: float
    seconds_left: float | None
    name: str = ""  # name of the tournament; set when read


@dataclass(frozen=True, slots=True)
class RunStatus:
    """The complete report of a run (a process that plays a tournament)."""

    run: str  # a random name
    tournament: int
    progress: LiveRun | None = None
    games: tuple[LiveGame, ...] = ()
    matches: tuple[MatchProgress, ...] = ()
    # empty in a cluster: its coordinator reports them under another run name
    workers: tuple[WorkerProgress, ...] = ()


def watch(tx: Connection, targets: Iterable[str], until: datetime, now: datetime) -> None:
    """Record that somebody watches these targets until the time `until`. Delete expired records.

    `targets`: matches such as "7.1.2", tournaments such as "7", or WALL for all running games.
    """
    tx.execute(delete(WATCHING).where(WATCHING.c.until < now))
    for target in sorted(set(targets)):
        known = update(WATCHING).where(WATCHING.c.target == target).values(until=until)
        if not tx.execute(known).rowcount:
            tx.execute(insert(WATCHING).values(target=target, until=until))


def list_watched(tx: Connection, now: datetime) -> frozenset[str]:
    """Return the targets that somebody watches now.

    A target is a match such as "7.1.2", a tournament such as "7", or WALL for all running games.
    """
    return frozenset(tx.scalars(select(WATCHING.c.target).where(WATCHING.c.until >= now)))


def write_status(tx: Connection, status: RunStatus, now: datetime) -> None:
    """Store the status of a run, in place of its previous status."""
    values = {"document": json.dumps(asdict(status), default=datetime.isoformat), "updated_at": now}
    known = update(LIVE_STATUS).where(LIVE_STATUS.c.run == status.run).values(values)
    if not tx.execute(known).rowcount:
        tx.execute(insert(LIVE_STATUS).values(run=status.run, **values))


def append_film(tx: Connection, run: str, game: int, first: int, pieces: str) -> None:
    """Store the next part of the film of a running game (one picture per ply).

    `first`: the number of the first ply in this part. `pieces`: the part as JSON. The game's first part is
    an object, each later part a list; `arena.viewer.replay.film_json` describes both.
    """
    tx.execute(insert(LIVE_PIECE).values(run=run, game=game, first=first, pieces=pieces))


def drop_films(tx: Connection, run: str, games: Iterable[int]) -> None:
    """Delete the films (pictures for spectators) of these games of a run."""
    tx.execute(delete(LIVE_PIECE).where(LIVE_PIECE.c.run == run, LIVE_PIECE.c.game.in_(list(games))))


def drop_run(tx: Connection, run: str) -> None:
    """Delete the status and the films (pictures for spectators) of a finished run."""
    for table in (LIVE_PIECE, LIVE_STATUS):
        tx.execute(delete(table).where(table.c.run == run))


def drop_stale(tx: Connection, before: datetime) -> None:
    """Delete the status and the films of killed runs: the runs whose last report is older than `before`."""
    tx.execute(delete(LIVE_STATUS).where(LIVE_STATUS.c.updated_at < before))
    tx.execute(delete(LIVE_PIECE).where(LIVE_PIECE.c.run.not_in(select(LIVE_STATUS.c.run))))


def read_statuses(tx: Connection, since: datetime) -> tuple[RunStatus, ...]:
    """Return the status of each run with a report since the time `since`, the newest report last."""
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
    """Return the stored parts of a running game's film (one picture per ply), in order.

    `first`: the ply to start from. With 0, the result begins with the document that starts the film.
    """
    this = (LIVE_PIECE.c.run == run) & (LIVE_PIECE.c.game == game) & (LIVE_PIECE.c.first >= first)
    return tuple(tx.scalars(select(LIVE_PIECE.c.pieces).where(this).order_by(LIVE_PIECE.c.first)))


def _parse(data: Mapping[str, Any]) -> RunStatus:
    return RunStatus(
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
