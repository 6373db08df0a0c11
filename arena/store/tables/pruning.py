"""Dropped logs of old games; results and ledger stay."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Pruning(Table, table=True):
    """Logs of some pieces, dropped together, chained to the previous pruning.

    `logs` is a digest of the ledger's digests of these logs, `ledger` the number of its last entry then;
    `digest` is made of all other columns. `bytes` is what was dropped.
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
    """A piece whose logs were dropped."""

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    pruning: int = Field(foreign_key="pruning.number", index=True)
