"""The database tables of owners, bots and bot versions."""

from datetime import datetime

from sqlmodel import Field, UniqueConstraint

from arena.store.tables.base import Table, UtcDateTime


class Owner(Table, table=True):
    """An owner of bots and tournaments; on a private machine, "local"."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=64)


class Bot(Table, table=True):
    """A bot. Its name is unique without regard to case.

    `claimed`: for a registered bot, its folded name, so that no other bot can take a name that looks like it.
    """

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id")
    name: str = Field(max_length=64)
    folded: str = Field(unique=True, max_length=64)
    claimed: str | None = Field(default=None, unique=True, index=True, max_length=64)
    created_at: datetime = Field(sa_type=UtcDateTime)


class BotVersion(Table, table=True):
    """A version of a bot. `digest`: SHA-256 of its files."""

    __table_args__ = (UniqueConstraint("bot_id", "digest"),)

    id: int | None = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bot.id")
    digest: str = Field(max_length=64)
    source: str
    created_at: datetime = Field(sa_type=UtcDateTime)
