"""The database tables of bots: owners, versions, submissions, access tokens, and uploads."""

from datetime import datetime

from sqlmodel import Field, UniqueConstraint

from arena.store.tables.base import Table, UtcDateTime


class Owner(Table, table=True):
    """An owner of bots and tournaments. On a private machine it is "local"."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=64)


class Bot(Table, table=True):
    """A bot. Its name is unique without regard to case."""

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id")
    name: str = Field(max_length=64)
    folded: str = Field(unique=True, max_length=64)
    # simplified name, see `arena.service.bots.names`; no other bot can take a similar one
    claimed: str | None = Field(default=None, unique=True, index=True, max_length=64)
    created_at: datetime = Field(sa_type=UtcDateTime)


class BotVersion(Table, table=True):
    """A version of a bot."""

    __table_args__ = (UniqueConstraint("bot_id", "digest"),)

    id: int | None = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bot.id")
    digest: str = Field(max_length=64)  # SHA-256 of its files
    source: str
    created_at: datetime = Field(sa_type=UtcDateTime)


class Submission(Table, table=True):
    """A submitted bot version."""

    bot_version_id: int = Field(foreign_key="bot_version.id", primary_key=True)
    kind: str = Field(max_length=8)
    # folder of its files, inside the data folder; for an image, the image's id
    place: str = Field(max_length=128)
    folder: str  # in an image: the folder in which the command is run
    member: str = Field(max_length=64)  # the class or function in a script
    language: str
    description: str
    command: str  # JSON from its manifest
    rulesets: str  # JSON from its manifest
    limits: str  # JSON from its manifest
    origin: str  # the bot as its author named it in the command
    runner: str = Field(max_length=32)  # the runner of its trial
    state: str = Field(max_length=16)
    failure: str  # why it failed
    repeat: str  # the command that repeats the failure
    memory_mb: float | None
    submitted_at: datetime = Field(sa_type=UtcDateTime)


class Qualification(Table, table=True):
    """The results of a version's qualification games, against one opponent under one ruleset."""

    bot_version_id: int = Field(foreign_key="submission.bot_version_id", primary_key=True)
    ruleset: str = Field(max_length=64, primary_key=True)
    opponent: str = Field(max_length=64, primary_key=True)
    games: int
    score: float
    faults: int
    decisions: int
    time_ms: float


class Token(Table, table=True):
    """An access token for the site."""

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id", index=True)
    name: str = Field(max_length=64)
    digest: str = Field(unique=True, max_length=64)  # SHA-256 of the secret, hex
    scopes: str = Field(max_length=64)  # words separated by blanks
    created_at: datetime = Field(sa_type=UtcDateTime)
    expires_at: datetime = Field(sa_type=UtcDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Upload(Table, table=True):
    """An uploaded bot, and the state of its trial (the checks and games before it is registered)."""

    id: int | None = Field(default=None, primary_key=True)
    ticket: str = Field(unique=True, max_length=32)  # the public id
    owner_id: int = Field(foreign_key="owner.id", index=True)
    file: str = Field(max_length=128)  # the file's name, whose ending says what it contains
    member: str = Field(max_length=64)
    digest: str = Field(max_length=64)  # SHA-256 of the file, hex
    size: int  # bytes
    wanted_name: str = Field(max_length=64)  # the name to register; empty: the one in the bot's manifest
    rulesets: str  # JSON list
    source: str  # the name that its author uses for it, for commands that repeat a failure
    state: str = Field(max_length=16, index=True)
    attempts: int
    changes: int  # how often the upload or one of its steps has changed
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
    """A step of an upload's trial that has started."""

    upload_id: int = Field(foreign_key="upload.id", primary_key=True)
    number: int = Field(primary_key=True)
    title: str = Field(max_length=64)
    state: str = Field(max_length=16)
    detail: str
    seconds: float
    request: str
    output: str
    command: str
