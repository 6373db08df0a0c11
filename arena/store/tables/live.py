"""Live status of running games: rows that live for seconds, and that no result depends on."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Watching(Table, table=True):
    """A target that somebody watches, at least `until` then.

    A target is "wall", a match as "7.1.2", or a tournament as "7".
    """

    target: str = Field(primary_key=True, max_length=32)
    until: datetime = Field(sa_type=UtcDateTime)


class LiveStatus(Table, table=True):
    """The report of a run. `document`: a `store.live.status.LiveStatus` as JSON."""

    run: str = Field(primary_key=True, max_length=32)  # a random name
    document: str
    updated_at: datetime = Field(sa_type=UtcDateTime)


class LivePiece(Table, table=True):
    """A part of a game's film, from the ply `first` on: a JSON list of pieces, or as ply 0 the document."""

    run: str = Field(primary_key=True, max_length=32)
    game: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    first: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    pieces: str
