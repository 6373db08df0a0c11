"""Registered bots: their names, submitted versions, and how each qualified."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from arena.store.bots.bots import owner_key, version_key
from arena.store.bots.lookalikes import LOOKALIKES, skeleton
from arena.store.database.table_objects import BOT, BOT_VERSION, OWNER, QUALIFICATION, SUBMISSION
from arena.store.results.records import Entrant


class SubmissionState(StrEnum):
    """Whether a registered version can be played by its name."""

    ACTIVE = "active"
    DISABLED = "disabled"  # by its owner
    FAILED = "failed"  # its check or its qualification


class Kind(StrEnum):
    """The form of a version."""

    FILES = "files"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class Qualified:
    """A version's result against one opponent in one ruleset. `score`: summed over the games."""

    ruleset: str
    opponent: str
    games: int
    score: float
    faults: int
    decisions: int
    time_ms: float  # of all decisions


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted version. `place`: the folder of its files in the data folder, or an image's id."""

    digest: str
    kind: Kind
    place: str
    command: tuple[str, ...]
    language: str
    origin: str  # as its author wrote it
    runner: str  # of its trial
    folder: str = ""  # in an image, where the command starts
    member: str = ""  # class or function of a script
    description: str = ""
    rulesets: tuple[str, ...] = ()  # empty: all
    limits: Mapping[str, float | None] | None = None
    state: SubmissionState = SubmissionState.ACTIVE
    failure: str = ""
    repeat: str = ""  # the command that repeats the failure
    memory_mb: float | None = None
    qualified: tuple[Qualified, ...] = ()


@dataclass(frozen=True, slots=True)
class Registered:
    """A registered version, with its bot's name and owner."""

    key: int
    name: str
    owner: str
    submitted_at: datetime
    submission: Submission


@dataclass(frozen=True, slots=True)
class Claim:
    """The bot that holds a name, or one that looks like it."""

    name: str
    owner: str
    since: datetime


class NameTaken(ValueError):
    """Another bot has this name, or one that looks like it."""

    def __init__(self, claim: Claim) -> None:
        super().__init__(claim.name)
        self.claim = claim


JSON: Final = ("command", "rulesets", "limits")
OTHER_TABLES: Final = ("digest", "qualified")  # fields stored there


def claim_on(tx: Connection, claimed: str) -> Claim | None:
    """Return the bot whose name a folded name is equal to, or else looks like.

    Rows hold the folded name and not its skeleton: names from before skeletons were compared stay valid next
    to each other.
    """
    column: ColumnElement[str] = BOT.c.claimed
    for pair, letter in LOOKALIKES:
        column = func.replace(column, pair, letter)
    row = tx.execute(
        select(BOT.c.name, OWNER.c.name.label("owner"), BOT.c.created_at)
        .join(OWNER, OWNER.c.id == BOT.c.owner_id)
        .where(column == skeleton(claimed))
        .order_by(BOT.c.claimed != claimed)
    ).first()
    return None if row is None else Claim(*row)


def add_submission(
    tx: Connection, owner: str, name: str, claimed: str, submission: Submission, now: datetime
) -> None:
    """Write a version under a name, or replace what is known of it. Raises NameTaken.

    From then on the name is its owner's. Everything else about these bytes stays.
    """
    claim = claim_on(tx, claimed)
    if claim and (claim.owner != owner or claim.name.casefold() != name.casefold()):
        raise NameTaken(claim)
    entrant = Entrant(0, name, claim.name if claim else name, submission.digest, submission.origin)
    theirs = owner_key(tx, owner)
    key = version_key(tx, theirs, entrant, now)
    bot = select(BOT_VERSION.c.bot_id).where(BOT_VERSION.c.id == key).scalar_subquery()
    if not claim:  # an unregistered bot of this name may have played; that claims nothing
        tx.execute(update(BOT).where(BOT.c.id == bot).values(claimed=claimed, name=name, owner_id=theirs))
    tx.execute(delete(QUALIFICATION).where(QUALIFICATION.c.bot_version_id == key))
    tx.execute(delete(SUBMISSION).where(SUBMISSION.c.bot_version_id == key))
    at = _newest_time(tx, key, now)
    tx.execute(insert(SUBMISSION).values(bot_version_id=key, submitted_at=at, **_columns(submission)))
    if submission.qualified:
        rows = [{"bot_version_id": key, **asdict(one)} for one in submission.qualified]
        tx.execute(insert(QUALIFICATION), rows)


def add_qualification(
    tx: Connection,
    key: int,
    qualified: Sequence[Qualified],
    memory_mb: float | None,
    failure: tuple[str, str] | None,
) -> None:
    """Add games in further rulesets to a version. `failure`: why it failed, with how to repeat it."""
    is_it = SUBMISSION.c.bot_version_id == key
    if qualified:
        tx.execute(insert(QUALIFICATION), [{"bot_version_id": key, **asdict(one)} for one in qualified])
    if memory_mb:
        more = SUBMISSION.c.memory_mb < memory_mb
        tx.execute(update(SUBMISSION).where(is_it, more).values(memory_mb=memory_mb))
    if failure:
        what, repeat = failure
        values = {"state": SubmissionState.FAILED.value, "failure": what, "repeat": repeat}
        tx.execute(update(SUBMISSION).where(is_it).values(**values))


def registered(tx: Connection, name: str | None = None) -> tuple[Registered, ...]:
    """Return registered versions by name, the newest first; all, or one bot's without regard to case."""
    rows = tx.execute(
        select(SUBMISSION, BOT.c.name, OWNER.c.name.label("owner"), BOT_VERSION.c.digest)
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .join(OWNER, OWNER.c.id == BOT.c.owner_id)
        .where(BOT.c.folded == name.casefold() if name is not None else BOT.c.id.is_not(None))
        .order_by(BOT.c.folded, SUBMISSION.c.submitted_at.desc(), SUBMISSION.c.bot_version_id.desc())
    ).all()
    qualified = _qualified(tx, [row.bot_version_id for row in rows])
    return tuple(_registered(row, qualified.get(row.bot_version_id, ())) for row in rows)


def set_submission_state(tx: Connection, keys: Collection[int], state: SubmissionState) -> None:
    """Set whether these versions can be played by their names."""
    tx.execute(update(SUBMISSION).where(SUBMISSION.c.bot_version_id.in_(keys)).values(state=state.value))


def make_newest(tx: Connection, key: int, now: datetime) -> None:
    """Make a version the newest of its bot."""
    at = _newest_time(tx, key, now)
    tx.execute(update(SUBMISSION).where(SUBMISSION.c.bot_version_id == key).values(submitted_at=at))


def _newest_time(tx: Connection, key: int, now: datetime) -> datetime:
    """Return now, or a moment after the bot's newest other version if the clock was set back."""
    bot = select(BOT_VERSION.c.bot_id).where(BOT_VERSION.c.id == key).scalar_subquery()
    others = (BOT_VERSION.c.bot_id == bot) & (BOT_VERSION.c.id != key)
    newest: datetime | None = tx.scalar(
        select(func.max(SUBMISSION.c.submitted_at))
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.bot_version_id)
        .where(others)
    )
    return now if newest is None or newest < now else newest + timedelta(microseconds=1)


def _columns(submission: Submission) -> dict[str, object]:
    names = [field.name for field in fields(Submission) if field.name not in OTHER_TABLES]
    values = {name: getattr(submission, name) for name in names}
    return {name: json.dumps(value) if name in JSON else value for name, value in values.items()}


def _registered(row: Row[*tuple[Any, ...]], qualified: Sequence[Qualified]) -> Registered:
    names = [field.name for field in fields(Submission) if field.name not in OTHER_TABLES]
    values = {name: getattr(row, name) for name in names}
    values |= {name: json.loads(values[name]) for name in JSON}
    values |= {name: tuple(values[name]) for name in ("command", "rulesets")}
    values |= {"kind": Kind(row.kind), "state": SubmissionState(row.state)}
    submission = Submission(digest=row.digest, qualified=tuple(qualified), **values)
    return Registered(row.bot_version_id, row.name, row.owner, row.submitted_at, submission)


def _qualified(tx: Connection, keys: Sequence[int]) -> dict[int, tuple[Qualified, ...]]:
    rows = tx.execute(
        select(QUALIFICATION)
        .where(QUALIFICATION.c.bot_version_id.in_(keys))
        .order_by(QUALIFICATION.c.bot_version_id, QUALIFICATION.c.ruleset, QUALIFICATION.c.opponent)
    )
    return {
        key: tuple(Qualified(*row[1:]) for row in group)
        for key, group in groupby(rows, key=lambda row: int(row.bot_version_id))
    }
