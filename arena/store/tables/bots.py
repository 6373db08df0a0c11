"""The database tables of bots: owners, versions, their submission and qualification, access tokens, and
uploads with their trials.
"""

from datetime import datetime

from sqlmodel import Field, UniqueConstraint

from arena.store.tables.base import Table, UtcDateTime


class Owner(Table, table=True):
    """An owner of bots and tournaments; on a private machine, "local"."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=64)


class Bot(Table, table=True):
    """A bot. Its name is unique without regard to case.

    `claimed`: a simplified form of a registered bot's name (from `fold_name` of `arena.service.bots.names`).
    No other bot can take a name that looks like it.
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


class Submission(Table, table=True):
    """A submitted bot version.

    `place`: the folder of its files, inside the data folder; for an image, the image's id. `command`,
    `rulesets` and `limits`: JSON from its manifest. `folder`: the folder in an image in which the command is
    run.
    """

    bot_version_id: int = Field(foreign_key="bot_version.id", primary_key=True)
    kind: str = Field(max_length=8)
    place: str = Field(max_length=128)
    folder: str
    member: str = Field(max_length=64)  # the class or function in a script
    language: str
    description: str
    command: str
    rulesets: str
    limits: str
    origin: str  # the bot as its author named it in the command
    runner: str = Field(max_length=32)  # the runner of its trial
    state: str = Field(max_length=16)
    failure: str  # why it failed
    repeat: str  # the command that repeats the failure
    memory_mb: float | None
    submitted_at: datetime = Field(sa_type=UtcDateTime)


class Qualification(Table, table=True):
    """The results of a version's qualification games against one opponent under one ruleset. They are
    unrated.
    """

    bot_version_id: int = Field(foreign_key="submission.bot_version_id", primary_key=True)
    ruleset: str = Field(max_length=64, primary_key=True)
    opponent: str = Field(max_length=64, primary_key=True)
    games: int
    score: float
    faults: int
    decisions: int
    time_ms: float


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
    """A bot that was uploaded, and the state of its trial (the checks and games before it is registered).

    `ticket`: the public id. `digest`: SHA-256 of the file, in hex. `changes`: how often the upload or one of
    its steps has changed. `rulesets`: a JSON list.
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
