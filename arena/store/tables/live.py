"""What is played at this moment, for those who watch: kept for seconds, and never what a result rests on."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Watching(Table, table=True):
    """Somebody watches this, at least `until` then: "wall", a match as "7.1.2", or a tournament as "7"."""

    target: str = Field(primary_key=True, max_length=32)
    until: datetime = Field(sa_type=UtcDateTime)


class LiveRun(Table, table=True):
    """How far a run of a tournament is, matches under way counted."""

    run: str = Field(primary_key=True, max_length=32)  # a random name
    tournament_id: int = Field(index=True)
    games_done: int
    games_total: int
    games_per_second: float
    seconds_left: float | None
    updated_at: datetime = Field(sa_type=UtcDateTime)


class LiveTable(Table, table=True):
    """A table whose plies are passed on. `film`: the first document of the game that is shown, as JSON."""

    id: int | None = Field(default=None, primary_key=True)
    run: str = Field(index=True, max_length=32)
    tournament_id: int
    round: int
    pairing: int
    piece: int
    game: int  # a number by which it is known, of those shown
    plies: int
    film: str
    updated_at: datetime = Field(sa_type=UtcDateTime)


class LivePiece(Table, table=True):
    """What the film of a game grew by, from the ply `first` on: pieces, as a JSON list."""

    live_table_id: int = Field(foreign_key="live_table.id", primary_key=True)
    game: int = Field(primary_key=True)
    first: int = Field(primary_key=True)
    pieces: str


class LiveMatch(Table, table=True):
    """How far a match under way is, of a run that is told."""

    run: str = Field(primary_key=True, max_length=32)  # as that of LiveRun
    match: str = Field(primary_key=True, max_length=64)
    tournament_id: int = Field(index=True)
    games: int
    total: int
    seconds: float  # since it began


class LiveWorker(Table, table=True):
    """A worker of a cluster that plays for a run, or did."""

    run: str = Field(primary_key=True, max_length=32)  # as that of LiveRun
    name: str = Field(primary_key=True, max_length=200)
    tournament_id: int = Field(index=True)
    slots: int
    matches: int  # under way
    games: int  # of this run, that it played and that count
    seen_at: datetime = Field(sa_type=UtcDateTime)  # its last sign of life
    updated_at: datetime = Field(sa_type=UtcDateTime)
