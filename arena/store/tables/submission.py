"""Bot versions that were submitted: where their bytes are, whether they play, and how they qualified."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class Submission(Table, table=True):
    """A registered bot version. `place`: of files their folder in the data folder, of an image its id.

    `command`, `rulesets` and `limits` are JSON, as its manifest says; `folder` is where an image starts it.
    """

    bot_version_id: int = Field(foreign_key="bot_version.id", primary_key=True)
    kind: str = Field(max_length=8)
    place: str = Field(max_length=128)
    folder: str
    member: str = Field(max_length=64)  # the class or function of a script that it is
    language: str
    description: str
    command: str
    rulesets: str
    limits: str
    origin: str  # what was submitted, as its author wrote it
    runner: str = Field(max_length=32)  # that it was tried with
    state: str = Field(max_length=16)
    failure: str  # what failed, if its state is that
    repeat: str  # the command that shows it again
    memory_mb: float | None
    submitted_at: datetime = Field(sa_type=UtcDateTime)


class Qualification(Table, table=True):
    """The games of a version against one opponent in one ruleset, before it was let in; unrated."""

    bot_version_id: int = Field(foreign_key="submission.bot_version_id", primary_key=True)
    ruleset: str = Field(max_length=64, primary_key=True)
    opponent: str = Field(max_length=64, primary_key=True)
    games: int
    score: float
    faults: int
    decisions: int
    time_ms: float
