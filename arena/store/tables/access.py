"""The database tables of access tokens, and of uploads with their trials."""

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
    """A bot that was uploaded, and the state of its trial. `digest`: SHA-256 of its file, in hex.

    `changes`: how often the upload or one of its steps has changed. `rulesets`: a JSON list.
    """

    id: int | None = Field(default=None, primary_key=True)
    ticket: str = Field(unique=True, max_length=32)
    owner_id: int = Field(foreign_key="owner.id", index=True)
    file: str = Field(max_length=128)  # the file's name, whose ending says what it contains
    member: str = Field(max_length=64)
    digest: str = Field(max_length=64)
    size: int  # bytes
    wanted_name: str = Field(max_length=64)  # the name to register; empty: the one in the bot's manifest
    rulesets: str
    source: str  # the name that its author uses for it, for commands that repeat a failure
    state: str = Field(max_length=16, index=True)
    attempts: int
    changes: int
    created_at: datetime = Field(sa_type=UtcDateTime)
    begun_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    runner: str = Field(max_length=32)
    bot: str = Field(max_length=64)  # the registered name, once it is registered
    version: str = Field(max_length=64)
    message: str  # how the trial ended, in a sentence
    output: str  # the last output of the bot in a game that it failed
    command: str  # the command that repeats the failure


class UploadStep(Table, table=True):
    """One started step of the trial of an upload."""

    upload_id: int = Field(foreign_key="upload.id", primary_key=True)
    number: int = Field(primary_key=True)
    title: str = Field(max_length=64)
    state: str = Field(max_length=16)
    detail: str
    seconds: float
    request: str
    output: str
    command: str
