"""The database table of commit marks: see `store.results.commit_markers`."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class CommitMark(Table, table=True):
    """The mark of the last transaction that a thread committed. Unused with SQLite, which has no server."""

    writer: str = Field(primary_key=True, max_length=32)  # a random name of the thread
    mark: str = Field(max_length=32)  # a random name of the transaction
    at: datetime = Field(sa_type=UtcDateTime)
