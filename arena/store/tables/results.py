"""The database tables of results: games, seats, logs, faults, commit marks, and records of deleted logs."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field, UniqueConstraint

from arena.store.tables.base import Table, UtcDateTime


class Game(Table, table=True):
    """A game of a committed piece (a batch of a match's boards)."""

    __table_args__ = (UniqueConstraint("tournament_id", "round", "pairing", "board", "rotation"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=64)  # the random id in the log
    match_id: int = Field(foreign_key="match.id", index=True)
    tournament_id: int = Field(foreign_key="tournament.id")
    round: int
    pairing: int
    board: int
    rotation: int
    termination: str = Field(max_length=16)
    plies: int
    game_digest: str = Field(max_length=64)
    log_digest: str = Field(max_length=64)


class GameSeat(Table, table=True):
    """The result of one seat of a game."""

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: int = Field(primary_key=True)
    entrant_id: int = Field(foreign_key="entrant.id", index=True)
    place: int
    points: int
    score: float
    verdict: str = Field(max_length=16)
    decisions: int
    time_ms: float


class GameLog(Table, table=True):
    """The packed log of a game. It may include the logs of later games of the board, which then have no
    row.
    """

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    log: bytes


class Fault(Table, table=True):
    """A fault of a bot, as shown to the bot's owner. With the verdict OK it is only a warning."""

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="match.id", index=True)
    entrant_id: int = Field(foreign_key="entrant.id", index=True)
    game: str = Field(max_length=64)  # the id in the log; empty if no game was open
    seat: int
    verdict: str = Field(max_length=16)
    detail: str
    elapsed_ms: float
    limit_ms: float
    exit_code: int | None
    output: bytes
    request: str


class CommitMark(Table, table=True):
    """The mark of the last transaction that a thread committed to a PostgreSQL server.

    It shows whether a commit took effect if the server's answer was lost.
    """

    writer: str = Field(primary_key=True, max_length=32)  # a random name of the thread
    mark: str = Field(max_length=32)  # a random name of the transaction
    at: datetime = Field(sa_type=UtcDateTime)


class Pruning(Table, table=True):
    """A record of game logs that were deleted together."""

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    pruned_at: datetime = Field(sa_type=UtcDateTime)
    pieces: int  # batches of a match's boards
    games: int
    bytes: int = Field(sa_type=BigInteger)
    logs: str = Field(max_length=64)  # one digest over the log digests of the deleted pieces
    ledger: int  # number of the last ledger entry at that time
    previous: str = Field(max_length=64)  # digest of the previous record
    digest: str = Field(max_length=64)  # of all other columns


class PrunedPiece(Table, table=True):
    """A piece (a batch of a match's boards) whose logs were deleted."""

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    pruning: int = Field(foreign_key="pruning.number", index=True)
