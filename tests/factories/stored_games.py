"""Find stored games by their number in a match."""

from sqlalchemy import Connection, func, select

from arena.store.results.games import COLUMNS
from arena.store.results.records import StoredGame
from arena.store.tables.results import GAME
from arena.store.tables.schedule import MATCH, MATCH_SEAT


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
