"""Owners, bots, and their versions."""

from datetime import datetime

from sqlmodel import Field, UniqueConstraint

from arena.store.tables.base import Table, UtcDateTime


class Owner(Table, table=True):
    """An owner of bots and tournaments; on one's own machine "local"."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=64)


class Bot(Table, table=True):
    """A bot, with a name that is unique without regard to case.

    `claimed`: the folded name of a registered bot, so that no other name looks like it.
    """

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id")
    name: str = Field(max_length=64)
    folded: str = Field(unique=True, max_length=64)
    claimed: str | None = Field(default=None, unique=True, index=True, max_length=64)
    created_at: datetime = Field(sa_type=UtcDateTime)


class BotVersion(Table, table=True):
    """A version of a bot: SHA-256 of its files."""

    __table_args__ = (UniqueConstraint("bot_id", "digest"),)

    id: int | None = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bot.id")
    digest: str = Field(max_length=64)
    source: str
    created_at: datetime = Field(sa_type=UtcDateTime)
