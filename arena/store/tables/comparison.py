"""Tests of comparisons; the games are those of the tournament with the same number."""

from sqlmodel import Field

from arena.store.tables.base import Table


class Comparison(Table, table=True):
    """A sequential test. `seats` at each table, of which `others` hold bots that are not compared."""

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    seats: int
    others: int
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str = Field(max_length=16)
