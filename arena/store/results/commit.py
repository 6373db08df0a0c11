"""Commit played pieces of matches (batches of boards): their games, logs, faults and ledger entry.

A piece is stored completely or not at all, and never twice.
"""

import os
import secrets
import threading
import time
from base64 import b64decode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from arena.record.match import FaultRecord, GameRecord, MatchRecord, SeatRecord, bot_on
from arena.store.database.failures import OutcomeUnknown, is_gone, is_locked
from arena.store.results.ledger import append_entry
from arena.store.tables.results import COMMIT_MARK, FAULT, GAME, GAME_LOG, GAME_SEAT
from arena.store.tables.schedule import MATCH, MATCH_SEAT, TOURNAMENT

BATCH_SIZE: Final = 64  # games that are written together, so that a long record needs little memory

Row = dict[str, object]
OUTCOME_S: Final = 30.0  # how long to wait for a server
RETRY_S: Final = 0.2
OLD: Final = timedelta(days=1)  # older marks are not needed any more

_mine = threading.local()


class WrongRecord(ValueError):
    """The games or seats of the record are not exactly those of its piece (batch of boards)."""


def commit_record(tx: Connection, piece: int, record: MatchRecord, now: datetime) -> bool:
    """Store the record of a piece (batch of boards), and return True.

    Return False and store nothing if the piece is already committed or forfeited, or if the tournament has
    ended.

    `piece`: the piece's key in the database. Raise WrongRecord if the record does not fit the piece.
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


def is_record_stored(tx: Connection, piece: int, record: MatchRecord) -> bool:
    """True if this record of a piece (batch of boards) is stored; False for no record or another record.

    Only the id of the record's first game is compared. Use this to find out whether a transaction with an
    unknown outcome was committed.
    """
    first = (GAME.c.match_id == piece) & (GAME.c.name == record.games[0].id)
    return tx.scalar(select(GAME.c.id).where(first)) is not None


def _goes_on(tx: Connection, piece: int) -> bool:
    """Lock the tournament of a piece (batch of boards).

    Return True if the tournament still accepts results, False if it has ended.
    """
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
    names = ("board", "rotation", "termination", "plies", "game_digest", "log_digest")
    return {"name": game.id, **{name: getattr(game, name) for name in names}}


def _seat(seat: SeatRecord, entrants: Sequence[int]) -> Row:
    names = ("place", "points", "score", "verdict", "decisions", "time_ms")
    return {"entrant_id": entrants[seat.bot], **{name: getattr(seat, name) for name in names}}


def _fault(fault: FaultRecord, piece: int, entrants: Sequence[int]) -> Row:
    names = ("game", "seat", "verdict", "detail", "elapsed_ms", "limit_ms", "exit_code", "request")
    values = {name: getattr(fault, name) for name in names}
    return {"match_id": piece, "entrant_id": entrants[fault.bot], "output": b64decode(fault.output), **values}


# Commit marks: they show whether a commit was carried out although its answer was lost.
#
# Each thread writes a mark with every transaction and can read it afterwards. PostgreSQL's own transaction
# ids cannot be used, because they may be assigned again after a crash.


def write_mark(tx: Connection) -> str:
    """Write a new commit mark (a random name of this transaction), and return the mark.

    Later, `was_committed` searches for the mark to find out whether the transaction was committed.
    """
    now, new = datetime.now(UTC), secrets.token_hex(16)
    writer, known = _writer()
    this = update(COMMIT_MARK).where(COMMIT_MARK.c.writer == writer).values(mark=new, at=now)
    if not known or not tx.execute(this).rowcount:
        tx.execute(delete(COMMIT_MARK).where(COMMIT_MARK.c.at < now - OLD))
        tx.execute(insert(COMMIT_MARK).values(writer=writer, mark=new, at=now))
    return new


def _writer() -> tuple[str, bool]:
    """Return this thread's random name in commit marks, and whether the name is older than this call.

    A forked process gets new names.
    """
    name, process = getattr(_mine, "name", ("", 0))
    if process == os.getpid():
        return name, True
    name = secrets.token_hex(16)
    _mine.name = name, os.getpid()  # a forked process is another writer
    return name, False


def was_committed(engine: Engine, marked: str, outcome_s: float = OUTCOME_S) -> bool:
    """True if the transaction with the commit mark `marked` was committed.

    Call this in the transaction's thread. Wait at most `outcome_s` seconds for the database's answer; then
    raise OutcomeUnknown.
    """
    end = time.monotonic() + outcome_s
    while True:
        try:
            with engine.begin() as tx:
                found = tx.scalar(select(COMMIT_MARK.c.mark).where(COMMIT_MARK.c.writer == _writer()[0]))
                return bool(found == marked)
        except SQLAlchemyError as error:
            if time.monotonic() > end or not (is_gone(error) or is_locked(getattr(error, "orig", None))):
                raise OutcomeUnknown(
                    "database: connection lost in the commit, so the change may be stored or not;"
                    " check before you repeat it"
                ) from error
        time.sleep(RETRY_S)
