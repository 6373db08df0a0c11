"""Figures of tournaments that are kept, by where the tournament was when they were made."""

from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select

from arena.store.database.table_objects import EVENT_FIGURES, MATCH, TOURNAMENT
from arena.store.tournaments.list import ListPosition, position


def read_cached_position(tx: Connection, tournament: int) -> str | None:
    """Where a tournament was when its figures were made, if they are kept."""
    this = EVENT_FIGURES.c.tournament_id == tournament
    return tx.scalar(select(EVENT_FIGURES.c.position).where(this))


def read_cached_figures(tx: Connection, tournament: int) -> bytes | None:
    """The figures that are kept."""
    return tx.scalar(select(EVENT_FIGURES.c.figures).where(EVENT_FIGURES.c.tournament_id == tournament))


def put_figures(tx: Connection, tournament: int, where: str, figures: bytes, now: datetime) -> None:
    """Keep figures in place of those there were."""
    tx.execute(delete(EVENT_FIGURES).where(EVENT_FIGURES.c.tournament_id == tournament))
    values = {"tournament_id": tournament, "position": where, "figures": figures, "made_at": now}
    tx.execute(insert(EVENT_FIGURES).values(values))


def drop_figures_of_nobody(tx: Connection) -> None:
    """Throw away those of tournaments that are gone."""
    tx.execute(delete(EVENT_FIGURES).where(EVENT_FIGURES.c.tournament_id.not_in(select(TOURNAMENT.c.id))))


def committed_boards(tx: Connection, tournament: int) -> int:
    """How many boards of a tournament are committed."""
    committed = (MATCH.c.tournament_id == tournament) & MATCH.c.committed_at.is_not(None)
    return tx.scalar(select(func.sum(MATCH.c.boards)).where(committed)) or 0


def outdated_events(tx: Connection, least_boards: int) -> tuple[tuple[int, ListPosition], ...]:
    """The tournaments with so many committed boards whose figures are not kept as they are, newest first."""
    boards = func.sum(MATCH.c.boards).filter(MATCH.c.committed_at.is_not(None))
    large = select(MATCH.c.tournament_id).group_by(MATCH.c.tournament_id).having(boards >= least_boards)
    kept = select(EVENT_FIGURES.c.tournament_id, EVENT_FIGURES.c.position)
    made = {row.tournament_id: row.position for row in tx.execute(kept)}
    found = []
    for tournament in sorted(tx.scalars(large), reverse=True):
        now = position(tx, tournament)
        if now and made.get(tournament) != str(now):
            found.append((tournament, now))
    return tuple(found)
