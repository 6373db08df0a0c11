"""Submitted bot versions: where their files are, whether they play, and how they qualified."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Submission(Table, table=True):
    """A registered bot version. `place`: the folder of its files in the data folder, or an image's id.

    `command`, `rulesets` and `limits` are JSON from its manifest; `folder` is where an image starts it.
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
    origin: str  # as its author typed it
    runner: str = Field(max_length=32)  # of its trial
    state: str = Field(max_length=16)
    failure: str  # why it failed
    repeat: str  # the command that repeats the failure
    memory_mb: float | None
    submitted_at: datetime = Field(sa_type=UtcDateTime)


class Qualification(Table, table=True):
    """A version's games against one opponent in one ruleset before it was accepted; unrated."""

    bot_version_id: int = Field(foreign_key="submission.bot_version_id", primary_key=True)
    ruleset: str = Field(max_length=64, primary_key=True)
    opponent: str = Field(max_length=64, primary_key=True)
    games: int
    score: float
    faults: int
    decisions: int
    time_ms: float
