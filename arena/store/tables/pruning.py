"""The database tables of dropped game logs. Results and ledger entries of these games stay."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Pruning(Table, table=True):
    """A pruning: the logs of some pieces were dropped together. A piece is a batch of a match's boards.

    Each pruning is chained to the previous one. `logs`: one digest of the ledger's digests of these logs.
    `ledger`: the number of the last ledger entry at that time. `digest`: over all other columns. `bytes`: how
    much was dropped.
    """

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    pruned_at: datetime = Field(sa_type=UtcDateTime)
    pieces: int
    games: int
    bytes: int = Field(sa_type=BigInteger)
    logs: str = Field(max_length=64)
    ledger: int
    previous: str = Field(max_length=64)
    digest: str = Field(max_length=64)


class PrunedPiece(Table, table=True):
    """A piece (a batch of a match's boards) whose logs were dropped."""

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    pruning: int = Field(foreign_key="pruning.number", index=True)
