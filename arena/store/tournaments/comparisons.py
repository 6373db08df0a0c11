"""Queries for comparisons of two bots, which are tournaments of one round.

The pieces (batches of boards) of a comparison are stored one after the other, in the order of the schedule.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, Row, case, func, insert, select

from arena.record.match import MatchRecord, Verdict
from arena.store.results.commit import commit_record
from arena.store.results.records import Piece
from arena.store.results.results import ROWS_AT_ONCE
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tables.schedule import COMPARISON, ENTRANT, MATCH, TOURNAMENT
from arena.store.tournaments.schedule import add_pieces, pieces
from arena.store.tournaments.states import lock_tournament

COMPARE: Final = "compare"  # the name of the format


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """The settings of a comparison: a sequential test (SPRT) between the first two entrants."""

    seats: int  # seats in each game
    others: int  # bots in each game apart from the two compared ones
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str


@dataclass(frozen=True, slots=True)
class ComparedSeat:
    """The result of one seat of a game in a comparison."""

    entrant: int
    place: int
    verdict: str


@dataclass(frozen=True, slots=True)
class BoardResult:
    """The results of all games that one pairing of bots played on one board."""

    board: int
    pairing: int
    games: tuple[tuple[ComparedSeat, ...], ...]  # by seating: the results of all seats


def add_comparison(tx: Connection, tournament: int, comparison: ComparisonSettings) -> None:
    """Store the settings of a comparison."""
    tx.execute(insert(COMPARISON).values(tournament_id=tournament, **asdict(comparison)))


def read_comparison(tx: Connection, tournament: int) -> ComparisonSettings | None:
    """Return the settings of a comparison; None if the tournament is not a comparison."""
    row = tx.execute(select(COMPARISON).where(COMPARISON.c.tournament_id == tournament)).mappings().first()
    return (
        None if row is None else ComparisonSettings(**{k: v for k, v in row.items() if k != "tournament_id"})
    )


def open_comparisons(tx: Connection) -> tuple[int, ...]:
    """Return the numbers of all unfinished comparisons, the oldest first."""
    return tuple(
        tx.scalars(
            select(COMPARISON.c.tournament_id)
            .join(TOURNAMENT, TOURNAMENT.c.id == COMPARISON.c.tournament_id)
            .where(TOURNAMENT.c.finished_at.is_(None))
            .order_by(COMPARISON.c.tournament_id)
        )
    )


def committed_pieces(tx: Connection, tournament: int) -> int:
    """Return the number of committed pieces (batches of boards) of a comparison."""
    return tx.scalar(select(func.count()).where(MATCH.c.tournament_id == tournament)) or 0


def append_record(tx: Connection, tournament: int, piece: Piece, record: MatchRecord, now: datetime) -> None:
    """Store the next piece (batch of boards) of a comparison, with its record.

    Do nothing if another process has already stored this piece. Raise Frozen if the comparison has ended.
    """
    lock_tournament(tx, tournament)
    place = (MATCH.c.round == piece.round, MATCH.c.pairing == piece.pairing, MATCH.c.piece == piece.piece)
    if tx.scalar(select(MATCH.c.id).where(MATCH.c.tournament_id == tournament, *place)) is not None:
        return
    add_pieces(tx, tournament, (piece,))
    (added,) = pieces(tx, tournament, missing=True)
    commit_record(tx, added.key, record, now)


def boards_from(tx: Connection, tournament: int, first: int) -> Iterator[BoardResult]:
    """Yield the results of the played boards of a comparison, from the board with number `first` on.

    If several pairings have played a board, yield one result for each of them.
    """
    rows = tx.execute(
        select(
            GAME.c.board,
            GAME.c.pairing,
            GAME.c.rotation,
            ENTRANT.c.number,
            GAME_SEAT.c.place,
            GAME_SEAT.c.verdict,
        )
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .join(ENTRANT, ENTRANT.c.id == GAME_SEAT.c.entrant_id)
        .where(GAME.c.tournament_id == tournament, GAME.c.board >= first)
        .order_by(GAME.c.board, GAME.c.pairing, GAME.c.rotation, GAME_SEAT.c.seat),
        execution_options={"yield_per": ROWS_AT_ONCE},
    )
    for (board, pairing), seats in groupby(rows, key=lambda row: (row.board, row.pairing)):
        yield BoardResult(board, pairing, _games(tuple(seats)))


def _games(rows: Sequence[Row[*tuple[Any, ...]]]) -> tuple[tuple[ComparedSeat, ...], ...]:
    return tuple(
        tuple(ComparedSeat(row.number, row.place, row.verdict) for row in game)
        for _, game in groupby(rows, key=lambda row: row.rotation)
    )


def absentees(tx: Connection, tournament: int) -> tuple[int, ...]:
    """Return the entrants that did not start any game of the last committed piece (batch of boards)."""
    last = select(func.max(MATCH.c.id)).where(MATCH.c.tournament_id == tournament).scalar_subquery()
    started = func.sum(case((GAME_SEAT.c.verdict != Verdict.NO_START.value, 1), else_=0))
    return tuple(
        tx.scalars(
            select(ENTRANT.c.number)
            .join(GAME_SEAT, GAME_SEAT.c.entrant_id == ENTRANT.c.id)
            .join(GAME, GAME.c.id == GAME_SEAT.c.game_id)
            .where(GAME.c.match_id == last)
            .group_by(ENTRANT.c.number)
            .having(started == 0)
            .order_by(ENTRANT.c.number)
        )
    )
