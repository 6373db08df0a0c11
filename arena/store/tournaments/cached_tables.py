"""The cached tables of large tournaments: which are outdated."""

from sqlalchemy import Connection, func, select

from arena.store.database.table_objects import MATCH, TOURNAMENT
from arena.store.ladder.cached_documents import Kind, drop_documents, read_positions
from arena.store.tournaments.list import ListPosition, position


def count_committed_boards(tx: Connection, tournament: int) -> int:
    """Return how many boards of a tournament are committed."""
    committed = (MATCH.c.tournament_id == tournament) & MATCH.c.committed_at.is_not(None)
    return tx.scalar(select(func.sum(MATCH.c.boards)).where(committed)) or 0


def list_outdated_tables(tx: Connection, least_boards: int) -> tuple[tuple[int, ListPosition], ...]:
    """Return the tournaments with that many committed boards and outdated tables, the newest first."""
    boards = func.sum(MATCH.c.boards).filter(MATCH.c.committed_at.is_not(None))
    large = select(MATCH.c.tournament_id).group_by(MATCH.c.tournament_id).having(boards >= least_boards)
    made = read_positions(tx, Kind.TABLES)
    outdated = []
    for tournament in sorted(tx.scalars(large), reverse=True):
        now = position(tx, tournament)
        if now and made.get(str(tournament)) != str(now):
            outdated.append((tournament, now))
    return tuple(outdated)


def drop_tables_of_deleted(tx: Connection) -> None:
    """Delete the tables of tournaments that have been deleted."""
    cached = {int(key) for key in read_positions(tx, Kind.TABLES)}
    drop_documents(tx, Kind.TABLES, cached - {*tx.scalars(select(TOURNAMENT.c.id))})
