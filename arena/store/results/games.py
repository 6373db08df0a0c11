"""Queries for games and their logs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, select

from arena.record.storage import PackedLog
from arena.store.results.records import StoredGame
from arena.store.results.results import ROWS_AT_ONCE
from arena.store.tables.results import GAME, GAME_LOG, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, MATCH

COLUMNS = (
    GAME.c.id,
    GAME.c.name,
    GAME.c.tournament_id,
    GAME.c.round,
    GAME.c.pairing,
    GAME.c.board,
    GAME.c.rotation,
)


def games_named(tx: Connection, prefix: str, most: int = 5) -> tuple[StoredGame, ...]:
    """Return at most `most` games whose id starts with `prefix`, sorted by id."""
    rows = tx.execute(
        select(*COLUMNS)
        .where(GAME.c.name.startswith(prefix, autoescape=True))
        .order_by(GAME.c.name)
        .limit(most)
    )
    return tuple(StoredGame(*row) for row in rows)


def first_logged_game(tx: Connection, tournament: int) -> StoredGame | None:
    """Return a tournament's first game whose log is stored, in the order of the schedule.

    Return None if no log is stored.
    """
    row = tx.execute(
        select(*COLUMNS)
        .join(GAME_LOG, GAME_LOG.c.game_id == GAME.c.id)
        .where(GAME.c.tournament_id == tournament)
        .order_by(GAME.c.round, GAME.c.pairing, GAME.c.board, GAME.c.rotation)
        .limit(1)
    ).first()
    return StoredGame(*row) if row else None


def game_log(tx: Connection, key: int) -> PackedLog | None:
    """Return the log of the game with this database key; None if it was not played or its log was deleted."""
    game = tx.execute(select(GAME).where(GAME.c.id == key)).first()
    return log_of(tx, game) if game else None


def log_of(tx: Connection, game: Row[Any]) -> PackedLog | None:
    """Return a game's log; None if the game was not played or its log was deleted.

    `game`: the game's row in the database.
    """
    if not game.log_digest:
        return None
    place = [GAME.c[name] == getattr(game, name) for name in ("tournament_id", "round", "pairing", "board")]
    stored = tx.scalar(
        select(GAME_LOG.c.log)
        .join(GAME, GAME.c.id == GAME_LOG.c.game_id)
        .where(*place, GAME.c.rotation <= game.rotation)
        .order_by(GAME.c.rotation.desc())
        .limit(1)
    )
    return None if stored is None else PackedLog(stored, game.name)


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """The result of one seat of a game."""

    bot: int  # its bot's number: in an export within the tournament, otherwise within the match
    place: int
    points: int
    score: float
    verdict: str
    decisions: int
    time_ms: float


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A stored game, with its seats and perhaps its log."""

    name: str
    round: int
    pairing: int
    board: int
    rotation: int
    earlier: int  # number of earlier matches between the same bots
    termination: str
    plies: int
    game_digest: str
    log_digest: str
    log: PackedLog | None  # None if the game was not played or the log was not requested
    seats: tuple[StoredSeat, ...]


def iter_games(
    tx: Connection, tournament: int, rounds: Sequence[int], *, logs: bool = False
) -> Iterator[ExportedGame]:
    """Yield the committed games of these rounds of a tournament, in the order of the schedule.

    `logs`: True to read the games' logs too.
    """
    rows = tx.execute(
        select(GAME, MATCH.c.earlier, GAME_SEAT, ENTRANT.c.number)
        .join(MATCH, MATCH.c.id == GAME.c.match_id)
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .join(ENTRANT, ENTRANT.c.id == GAME_SEAT.c.entrant_id)
        .where(GAME.c.tournament_id == tournament, GAME.c.round.in_(rounds))
        .order_by(GAME.c.round, GAME.c.pairing, GAME.c.board, GAME.c.rotation, GAME_SEAT.c.seat),
        execution_options={"yield_per": ROWS_AT_ONCE},
    )
    for _, seats in groupby(rows, key=lambda row: int(row.id)):
        played = tuple(seats)
        yield _game(played, log_of(tx, played[0]) if logs else None)


def _game(rows: Sequence[Row[*tuple[Any, ...]]], log: PackedLog | None) -> ExportedGame:
    names = [name for name in ExportedGame.__slots__ if name not in ("log", "seats")]
    values = {name: getattr(rows[0], name) for name in names}
    return ExportedGame(**values, log=log, seats=stored_seats(rows))


def stored_seats(rows: Iterable[Row[*tuple[Any, ...]]]) -> tuple[StoredSeat, ...]:
    """Return the seats of a game.

    `rows`: one row per seat, with the columns of `game_seat` and `number` (the bot's number).
    """
    return tuple(
        StoredSeat(row.number, row.place, row.points, row.score, row.verdict, row.decisions, row.time_ms)
        for row in rows
    )
