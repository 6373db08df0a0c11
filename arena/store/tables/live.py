"""The database tables of live status. Their rows exist for seconds, and no result depends on them."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Watching(Table, table=True):
    """A target that somebody watches, at least until the time `until`.

    A target is "wall" (all running games), a match such as "7.1.2", or a tournament such as "7".
    """

    target: str = Field(primary_key=True, max_length=32)
    until: datetime = Field(sa_type=UtcDateTime)


class LiveStatus(Table, table=True):
    """The report of a run, which is a process that plays a tournament.

    `document`: a `store.live.status.RunStatus` as JSON.
    """

    run: str = Field(primary_key=True, max_length=32)  # a random name
    document: str
    updated_at: datetime = Field(sa_type=UtcDateTime)


class LivePiece(Table, table=True):
    """A part of a game's film (its pictures, one per ply), from the ply `first` on. `pieces`: for ply 0 the
    JSON document that starts the film, otherwise a JSON list of further frames.
    """

    run: str = Field(primary_key=True, max_length=32)
    game: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    first: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    pieces: str
