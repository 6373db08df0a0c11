"""Standings and crosstables of large tournaments, kept so that no request computes them."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class EventFigures(Table, table=True):
    """What was derived of a tournament when it stood there. It may be thrown away, and is made again."""

    tournament_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    position: str = Field(max_length=64)
    figures: bytes  # JSON, compressed
    made_at: datetime = Field(sa_type=UtcDateTime)
