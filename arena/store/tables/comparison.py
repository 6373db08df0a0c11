"""The database table of comparisons.

The games of a comparison belong to the tournament with the same number.
"""

from sqlmodel import Field

from arena.store.tables.base import Table


class Comparison(Table, table=True):
    """The settings of a comparison, which is a sequential test of two bots.

    `seats`: seats of each game. `others`: how many of these seats have bots that are not compared.
    """

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    seats: int
    others: int
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str = Field(max_length=16)
