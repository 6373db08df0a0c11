"""Commits a played piece of a match: its games, logs, faults and ledger entry; all or nothing, and only once.

A piece is a batch of a match's boards that are played together.
"""

from base64 import b64decode
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, insert, select, update

from arena.record.match import FaultRecord, GameRecord, MatchRecord, SeatRecord, bot_on
from arena.store.database.table_objects import FAULT, GAME, GAME_LOG, GAME_SEAT, MATCH, MATCH_SEAT, TOURNAMENT
from arena.store.results.ledger import append_entry

BATCH_SIZE: Final = 64  # games that are written together, so that a long record needs little memory

Row = dict[str, object]


class WrongRecord(ValueError):
    """A record that does not fit its piece: games are missing, duplicated, or of other boards."""


def commit_record(tx: Connection, piece: int, record: MatchRecord, now: datetime) -> bool:
    """Store the record of a piece. `piece`: the key of the piece in the database.

    Return False if nothing was stored, because the piece is committed already or forfeited, or because the
    tournament is cancelled. Raise WrongRecord if the record does not fit.
    """
    if not _goes_on(tx, piece):
        return False
    still_open = (MATCH.c.id == piece) & MATCH.c.committed_at.is_(None)
    values = {"committed_at": now, "internal": len(record.internal)}
    if tx.execute(update(MATCH).where(still_open).values(values)).rowcount == 0:
        return False
    match = tx.execute(select(MATCH).where(MATCH.c.id == piece)).one()
    entrants = tx.scalars(
        select(MATCH_SEAT.c.entrant_id).where(MATCH_SEAT.c.match_id == piece).order_by(MATCH_SEAT.c.number)
    ).all()
    _check(record, range(match.first_board, match.first_board + match.boards), len(entrants))
    place: Row = {
        "match_id": piece,
        "tournament_id": match.tournament_id,
        "round": match.round,
        "pairing": match.pairing,
    }
    for first in range(0, len(record.games), BATCH_SIZE):
        _add_games(tx, record.games[first : first + BATCH_SIZE], place, entrants)
    if record.faults:
        tx.execute(insert(FAULT), [_fault(fault, piece, entrants) for fault in record.faults])
    append_entry(tx, piece, [game.log_digest for game in record.games], now)
    return True


def is_written(tx: Connection, piece: int, record: MatchRecord) -> bool:
    """True if exactly this record of a piece is stored, not one from another process that played the same
    piece.

    Call this when it is unknown whether a transaction was committed.
    """
    first = (GAME.c.match_id == piece) & (GAME.c.name == record.games[0].id)
    return tx.scalar(select(GAME.c.id).where(first)) is not None


def _goes_on(tx: Connection, piece: int) -> bool:
    """True if the piece's tournament can still change. It stays so until the transaction ends."""
    this = select(TOURNAMENT.c.finished_at.is_(None)).join(MATCH, MATCH.c.tournament_id == TOURNAMENT.c.id)
    return bool(tx.scalar(this.where(MATCH.c.id == piece).with_for_update(read=True, of=TOURNAMENT)))


def _check(record: MatchRecord, boards: range, seats: int) -> None:
    expected = [(board, rotation) for board in boards for rotation in range(seats)]
    if [(game.board, game.rotation) for game in record.games] != expected:
        raise WrongRecord(f"{record.id}: the record does not hold the games of its boards")
    for game in record.games:
        if [seat.bot for seat in game.seats] != [bot_on(seat, game.rotation, seats) for seat in range(seats)]:
            raise WrongRecord(f"{record.id}: game {game.id} does not seat the bots by its rotation")


def _add_games(tx: Connection, games: Sequence[GameRecord], place: Row, entrants: Sequence[int]) -> None:
    # By name and in any order: only so SQLite inserts all rows at once.
    new = insert(GAME).returning(GAME.c.name, GAME.c.id)
    keys = {row.name: row.id for row in tx.execute(new, [{**place, **_game(game)} for game in games])}
    numbered = [(keys[game.id], game) for game in games]
    seats = [
        {"game_id": key, "seat": number, **_seat(seat, entrants)}
        for key, game in numbered
        for number, seat in enumerate(game.seats)
    ]
    tx.execute(insert(GAME_SEAT), seats)
    logs = [{"game_id": key, "log": b64decode(game.log)} for key, game in numbered if game.log]
    if logs:
        tx.execute(insert(GAME_LOG), logs)


def _game(game: GameRecord) -> Row:
    return {
        "name": game.id,
        "board": game.board,
        "rotation": game.rotation,
        "termination": game.termination,
        "plies": game.plies,
        "game_digest": game.game_digest,
        "log_digest": game.log_digest,
    }


def _seat(seat: SeatRecord, entrants: Sequence[int]) -> Row:
    return {
        "entrant_id": entrants[seat.bot],
        "place": seat.place,
        "points": seat.points,
        "score": seat.score,
        "verdict": seat.verdict.value,
        "decisions": seat.decisions,
        "time_ms": seat.time_ms,
    }


def _fault(fault: FaultRecord, piece: int, entrants: Sequence[int]) -> Row:
    return {
        "match_id": piece,
        "entrant_id": entrants[fault.bot],
        "game": fault.game,
        "seat": fault.seat,
        "verdict": fault.verdict.value,
        "detail": fault.detail,
        "elapsed_ms": fault.elapsed_ms,
        "limit_ms": fault.limit_ms,
        "exit_code": fault.exit_code,
        "output": b64decode(fault.output),
        "request": fault.request,
    }
