"""Tokens, and uploads with their trials."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Token(Table, table=True):
    """An access token. `digest`: SHA-256 of the secret, in hex."""

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id", index=True)
    name: str = Field(max_length=64)
    digest: str = Field(unique=True, max_length=64)
    scopes: str = Field(max_length=64)  # words separated by blanks
    created_at: datetime = Field(sa_type=UtcDateTime)
    expires_at: datetime = Field(sa_type=UtcDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Upload(Table, table=True):
    """A bot that was sent, and what becomes of it. `digest`: SHA-256 of what was sent, in hex.

    `changes` grows with every change of it or of its steps. `rulesets` is a JSON list.
    """

    id: int | None = Field(default=None, primary_key=True)
    ticket: str = Field(unique=True, max_length=32)
    owner_id: int = Field(foreign_key="owner.id", index=True)
    file: str = Field(max_length=128)  # what it is called, and so what it is
    member: str = Field(max_length=64)
    digest: str = Field(max_length=64)
    size: int  # bytes
    wanted_name: str = Field(max_length=64)  # empty: as it says itself
    rulesets: str
    source: str  # what its author calls it, for the commands that repeat something
    state: str = Field(max_length=16, index=True)
    attempts: int
    changes: int
    created_at: datetime = Field(sa_type=UtcDateTime)
    begun_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    runner: str = Field(max_length=32)
    bot: str = Field(max_length=64)  # what it is registered as, once it is
    version: str = Field(max_length=64)
    message: str  # how it ended, in a sentence
    output: str  # the last that it printed in a game that it failed in
    command: str  # that shows the failure again


class UploadStep(Table, table=True):
    """One step of what is done with an upload, as far as it is."""

    upload_id: int = Field(foreign_key="upload.id", primary_key=True)
    number: int = Field(primary_key=True)
    title: str = Field(max_length=64)
    state: str = Field(max_length=16)
    detail: str
    seconds: float
    request: str
    output: str
    command: str
