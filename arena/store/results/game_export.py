"""Reads all games of a tournament with their seats, in the order of the schedule and in batches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, select

from arena.record.storage import PackedLog
from arena.store.database.table_objects import ENTRANT, GAME, GAME_SEAT, MATCH
from arena.store.results.games import log_of
from arena.store.results.results import ROWS_AT_ONCE


@dataclass(frozen=True, slots=True)
class ExportedSeat:
    """The result of one seat of a game. `bot`: the entrant's number."""

    bot: int
    place: int
    points: int
    score: float
    verdict: str
    decisions: int
    time_ms: float


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A stored game with its seats and, if requested, its log."""

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
    seats: tuple[ExportedSeat, ...]


def iter_games(
    tx: Connection, tournament: int, rounds: Sequence[int], *, logs: bool = False
) -> Iterator[ExportedGame]:
    """Yield the committed games of these rounds. `logs`: read their logs too."""
    columns = [
        GAME.c.name,
        GAME.c.tournament_id,
        GAME.c.round,
        GAME.c.pairing,
        GAME.c.board,
        GAME.c.rotation,
        MATCH.c.earlier,
        GAME.c.termination,
        GAME.c.plies,
        GAME.c.game_digest,
        GAME.c.log_digest,
        GAME_SEAT.c.place,
        GAME_SEAT.c.points,
        GAME_SEAT.c.score,
        GAME_SEAT.c.verdict,
        GAME_SEAT.c.decisions,
        GAME_SEAT.c.time_ms,
        ENTRANT.c.number,
        GAME.c.id,
    ]
    rows = tx.execute(
        select(*columns)
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
    row = rows[0]
    return ExportedGame(
        name=row.name,
        round=row.round,
        pairing=row.pairing,
        board=row.board,
        rotation=row.rotation,
        earlier=row.earlier,
        termination=row.termination,
        plies=row.plies,
        game_digest=row.game_digest,
        log_digest=row.log_digest,
        log=log,
        seats=tuple(
            ExportedSeat(
                seat.number, seat.place, seat.points, seat.score, seat.verdict, seat.decisions, seat.time_ms
            )
            for seat in rows
        ),
    )
