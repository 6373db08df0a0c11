"""Finding a game and its log."""

from sqlalchemy import Connection, func, select

from arena.store.core import GAME, GAME_LOG, MATCH, MATCH_SEAT
from arena.store.records import StoredGame

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
    """Games whose id begins like this, not more than `most`."""
    rows = tx.execute(
        select(*COLUMNS)
        .where(GAME.c.name.startswith(prefix, autoescape=True))
        .order_by(GAME.c.name)
        .limit(most)
    )
    return tuple(StoredGame(*row) for row in rows)


def game_at(tx: Connection, tournament: int, round: int, pairing: int, number: int) -> StoredGame | None:
    """The game with this number, from 1, in a match; its boards are counted with all their rotations."""
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


def game_log(tx: Connection, key: int) -> bytes | None:
    """The packed log of a game, None if it was not played."""
    return tx.scalar(select(GAME_LOG.c.log).where(GAME_LOG.c.game_id == key))
