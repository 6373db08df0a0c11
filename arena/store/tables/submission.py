"""The database tables of submitted bot versions: where their files are, their state, and how
they qualified.
"""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


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
    """The results of a version against one opponent under one ruleset before it was accepted.

    They are unrated.
    """

    bot_version_id: int = Field(foreign_key="submission.bot_version_id", primary_key=True)
    ruleset: str = Field(max_length=64, primary_key=True)
    opponent: str = Field(max_length=64, primary_key=True)
    games: int
    score: float
    faults: int
    decisions: int
    time_ms: float
