"""The database tables of live status. Their rows exist for seconds, and no result depends on them."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Watching(Table, table=True):
    """A record that somebody watches a match, a tournament or all running games."""

    # a match such as "7.1.2", a tournament such as "7", or "wall": all running games
    target: str = Field(primary_key=True, max_length=32)
    until: datetime = Field(sa_type=UtcDateTime)


class LiveStatus(Table, table=True):
    """The report of a run (a process that plays a tournament)."""

    run: str = Field(primary_key=True, max_length=32)  # a random name
    document: str  # a `store.live.status.RunStatus` as JSON
    updated_at: datetime = Field(sa_type=UtcDateTime)


class LivePiece(Table, table=True):
    """A part of a running game's film (its pictures, one per ply)."""

    run: str = Field(primary_key=True, max_length=32)
    game: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    # the ply at which the part begins
    first: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    pieces: str  # JSON: for ply 0 the document that starts the film, otherwise a list of frames
