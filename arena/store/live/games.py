"""What is played at this moment: written by who plays it, read by who shows it.

Nothing else rests on it. Rows are overwritten and taken out again; what a process left that was killed is
told by its age. Pieces and documents are JSON, opaque here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from arena.store.database.table_objects import LIVE_PIECE, LIVE_RUN, LIVE_TABLE, TOURNAMENT, WATCHING
from arena.store.live.matches import drop_matches, drop_ownerless

WALL: Final = "wall"


@dataclass(frozen=True, slots=True)
class LiveRun:
    """How far a run of a tournament is, matches under way counted."""

    run: str
    tournament: int
    games_done: int
    games_total: int
    games_per_second: float
    seconds_left: float | None
    name: str = ""  # of the tournament, when it is read


class LivePlace(NamedTuple):
    """A table of a tournament, and which piece of its match is played there."""

    tournament: int
    round: int
    pairing: int
    piece: int


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table that is shown: which of its games, and how many plies of that."""

    key: int
    place: LivePlace
    game: int
    plies: int
    updated_at: datetime


class Grown(NamedTuple):
    """What a film grew by, from the ply `first` on: a JSON list of pieces."""

    first: int
    pieces: str


# ---- what somebody watches ----


def watch(tx: Connection, targets: Iterable[str], until: datetime, now: datetime) -> None:
    """Somebody watches these at least until then. What nobody watches any more is taken out."""
    tx.execute(delete(WATCHING).where(WATCHING.c.until < now))
    for target in sorted(set(targets)):
        known = update(WATCHING).where(WATCHING.c.target == target).values(until=until)
        if not tx.execute(known).rowcount:
            tx.execute(insert(WATCHING).values(target=target, until=until))


def watched(tx: Connection, now: datetime) -> frozenset[str]:
    """What is watched."""
    return frozenset(tx.scalars(select(WATCHING.c.target).where(WATCHING.c.until >= now)))


# ---- what who plays lets them see ----


def tell_run(tx: Connection, run: LiveRun, now: datetime) -> None:
    """How far a run is now."""
    values = {
        "tournament_id": run.tournament,
        "games_done": run.games_done,
        "games_total": run.games_total,
        "games_per_second": run.games_per_second,
        "seconds_left": run.seconds_left,
        "updated_at": now,
    }
    if not tx.execute(update(LIVE_RUN).where(LIVE_RUN.c.run == run.run).values(values)).rowcount:
        tx.execute(insert(LIVE_RUN).values(run=run.run, **values))


def add_table(tx: Connection, run: str, place: LivePlace, now: datetime) -> int:
    """Begin to show a table, of which nothing is to be seen yet; its key."""
    values = {
        "run": run,
        "tournament_id": place.tournament,
        "round": place.round,
        "pairing": place.pairing,
        "piece": place.piece,
        "game": 0,
        "plies": 0,
        "film": "",
        "updated_at": now,
    }
    return int(tx.scalar(insert(LIVE_TABLE).values(values).returning(LIVE_TABLE.c.id)))


def begin_game(tx: Connection, key: int, game: int, film: str) -> None:
    """Show another game of a table, from its start; `game` is a number that no other is known by."""
    tx.execute(delete(LIVE_PIECE).where(LIVE_PIECE.c.live_table_id == key))
    tx.execute(update(LIVE_TABLE).where(LIVE_TABLE.c.id == key).values(game=game, plies=1, film=film))


def grow(tx: Connection, key: int, game: int, grown: Grown, plies: int) -> None:
    """Let the film of a table's game grow to so many plies."""
    tx.execute(
        insert(LIVE_PIECE).values(live_table_id=key, game=game, first=grown.first, pieces=grown.pieces)
    )
    tx.execute(update(LIVE_TABLE).where(LIVE_TABLE.c.id == key).values(plies=plies))


def still_there(tx: Connection, run: str, now: datetime) -> None:
    """Who plays is not dead, even when bots think for long."""
    tx.execute(update(LIVE_TABLE).where(LIVE_TABLE.c.run == run).values(updated_at=now))


def drop_tables(tx: Connection, keys: Iterable[int]) -> None:
    """These are not shown any more."""
    gone = list(keys)
    tx.execute(delete(LIVE_PIECE).where(LIVE_PIECE.c.live_table_id.in_(gone)))
    tx.execute(delete(LIVE_TABLE).where(LIVE_TABLE.c.id.in_(gone)))


def drop_run(tx: Connection, run: str) -> None:
    """It is over."""
    drop_tables(tx, tx.scalars(select(LIVE_TABLE.c.id).where(LIVE_TABLE.c.run == run)).all())
    drop_matches(tx, run)
    tx.execute(delete(LIVE_RUN).where(LIVE_RUN.c.run == run))


def drop_stale(tx: Connection, before: datetime) -> None:
    """What nobody has touched since is what a process left that was killed."""
    drop_tables(tx, tx.scalars(select(LIVE_TABLE.c.id).where(LIVE_TABLE.c.updated_at < before)).all())
    tx.execute(delete(LIVE_RUN).where(LIVE_RUN.c.updated_at < before))
    drop_ownerless(tx)


# ---- what who shows it reads ----


def runs(tx: Connection, since: datetime) -> tuple[LiveRun, ...]:
    """The runs that were touched since then, the newest last."""
    columns = (
        LIVE_RUN.c.run,
        LIVE_RUN.c.tournament_id,
        LIVE_RUN.c.games_done,
        LIVE_RUN.c.games_total,
        LIVE_RUN.c.games_per_second,
        LIVE_RUN.c.seconds_left,
        func.coalesce(TOURNAMENT.c.name, ""),
    )
    fresh = (
        select(*columns)
        .outerjoin(TOURNAMENT, TOURNAMENT.c.id == LIVE_RUN.c.tournament_id)
        .where(LIVE_RUN.c.updated_at >= since)
        .order_by(LIVE_RUN.c.updated_at, LIVE_RUN.c.run)
    )
    return tuple(LiveRun(*row) for row in tx.execute(fresh))


def live_tables(tx: Connection, since: datetime) -> tuple[LiveTable, ...]:
    """The tables of which something is to be seen and that were touched since then, oldest first."""
    columns = [column for column in LIVE_TABLE.c if column.name not in ("film", "run")]
    fresh = select(*columns).where(LIVE_TABLE.c.updated_at >= since, LIVE_TABLE.c.plies > 0)
    return tuple(
        LiveTable(
            row.id,
            LivePlace(row.tournament_id, row.round, row.pairing, row.piece),
            row.game,
            row.plies,
            row.updated_at,
        )
        for row in tx.execute(fresh.order_by(LIVE_TABLE.c.id))
    )


def first_document(tx: Connection, key: int, game: int) -> str | None:
    """The document that a game's film began with; None if another is shown by now."""
    this = (LIVE_TABLE.c.id == key) & (LIVE_TABLE.c.game == game)
    return tx.scalar(select(LIVE_TABLE.c.film).where(this))


def grown_from(tx: Connection, key: int, game: int, first: int) -> tuple[str, ...]:
    """What the film of a game grew by from the ply `first` on: JSON lists of pieces."""
    this = (LIVE_PIECE.c.live_table_id == key) & (LIVE_PIECE.c.game == game)
    found = select(LIVE_PIECE.c.pieces).where(this, LIVE_PIECE.c.first >= first)
    return tuple(tx.scalars(found.order_by(LIVE_PIECE.c.first)))
