"""Queries that find a game and its log."""

from typing import Any

from sqlalchemy import Connection, Row, func, select

from arena.record.storage import PackedLog
from arena.store.database.table_objects import GAME, GAME_LOG, MATCH, MATCH_SEAT
from arena.store.results.records import StoredGame

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
    """Return at most `most` games whose id starts with a prefix."""
    rows = tx.execute(
        select(*COLUMNS)
        .where(GAME.c.name.startswith(prefix, autoescape=True))
        .order_by(GAME.c.name)
        .limit(most)
    )
    return tuple(StoredGame(*row) for row in rows)


def game_at(tx: Connection, tournament: int, round: int, pairing: int, number: int) -> StoredGame | None:
    """Return the game with a number in a match; None if it does not exist.

    Numbers start at 1 and run over all boards, and on each board over all seatings.
    """
    match = (MATCH.c.tournament_id == tournament) & (MATCH.c.round == round) & (MATCH.c.pairing == pairing)
    first = select(MATCH.c.id).where(match).limit(1).scalar_subquery()
    seats = tx.scalar(select(func.count()).select_from(MATCH_SEAT).where(MATCH_SEAT.c.match_id == first))
    if not seats or number < 1:
        return None
    board, rotation = divmod(number - 1, seats)
    row = tx.execute(
        select(*COLUMNS).where(
            GAME.c.tournament_id == tournament,
            GAME.c.round == round,
            GAME.c.pairing == pairing,
            GAME.c.board == board,
            GAME.c.rotation == rotation,
        )
    ).first()
    return StoredGame(*row) if row else None


def game_log(tx: Connection, key: int) -> PackedLog | None:
    """Return the log of the game with this key; None if it was not played or the log was dropped."""
    game = tx.execute(select(GAME).where(GAME.c.id == key)).first()
    return log_of(tx, game) if game else None


def log_of(tx: Connection, game: Row[Any]) -> PackedLog | None:
    """Return the log of a game's row; None if it was not played or the log was dropped.

    A log is stored with its game or with an earlier game of the same board.
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
