"""Registered bots: their names, submitted versions, and qualification results."""

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
from arena.store.results.records import Entrant
from arena.store.tables.bots import BOT, BOT_VERSION, OWNER, QUALIFICATION, SUBMISSION


class SubmissionState(StrEnum):
    """The state of a registered version. Only an ACTIVE version can enter tournaments by its bot's name."""

    ACTIVE = "active"
    DISABLED = "disabled"  # disabled by its owner
    FAILED = "failed"  # failed its check or its qualification


class SubmissionKind(StrEnum):
    """The form of a submitted version: files, or a container image."""

    FILES = "files"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class QualificationResult:
    """A version's results in its qualification games against one opponent under one ruleset.

    `score`: the version's total score in these games.
    """

    ruleset: str
    opponent: str
    games: int
    score: float
    faults: int
    decisions: int
    time_ms: float  # total time of all decisions


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted version of a bot."""

    digest: str
    kind: SubmissionKind
    place: str  # folder of its files, inside the data folder; for an image, the image's id
    command: tuple[str, ...]
    language: str
    origin: str  # the bot as its author named it in the command
    runner: str  # the runner of its trial
    folder: str = ""  # the folder in an image in which the command is run
    member: str = ""  # the class or function in a script
    description: str = ""
    rulesets: tuple[str, ...] = ()  # the rulesets that it plays; empty: all
    limits: Mapping[str, float | None] | None = None
    state: SubmissionState = SubmissionState.ACTIVE
    failure: str = ""
    repeat: str = ""  # the command that repeats the failure
    memory_mb: float | None = None
    qualified: tuple[QualificationResult, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A registered version, together with its bot's name and owner."""

    key: int
    name: str
    owner: str
    submitted_at: datetime
    submission: Submission


@dataclass(frozen=True, slots=True)
class NameClaim:
    """The registered bot that blocks a name, because its own name is the same or looks like it."""

    name: str
    owner: str
    since: datetime


class NameTaken(ValueError):
    """Another bot already has this name or a name that looks like it."""

    def __init__(self, claim: NameClaim) -> None:
        super().__init__(claim.name)
        self.claim = claim


JSON: Final = ("command", "rulesets", "limits")
OTHER_TABLES: Final = ("digest", "qualified")  # fields of Submission that are stored in other tables


def find_name_claim(tx: Connection, claimed: str) -> NameClaim | None:
    """Return the registered bot whose name equals `claimed` or looks like it; None if the name is free.

    `claimed`: a name in the form that `arena.service.bots.names.fold_name` returns.
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
    return None if row is None else NameClaim(*row)


def add_submission(
    tx: Connection, owner: str, name: str, claimed: str, submission: Submission, now: datetime
) -> None:
    """Add a version of a bot. The name then belongs to `owner`.

    If the version exists, its submission and qualification are replaced. Its game results stay.

    `claimed`: the name in the form that `arena.service.bots.names.fold_name` returns.

    Raise NameTaken if another bot owns the name or a name that looks like it.
    """
    claim = find_name_claim(tx, claimed)
    if claim and (claim.owner != owner or claim.name.casefold() != name.casefold()):
        raise NameTaken(claim)
    entrant = Entrant(0, name, claim.name if claim else name, submission.digest, submission.origin)
    theirs = owner_key(tx, owner)
    key = version_key(tx, theirs, entrant, now)
    bot = select(BOT_VERSION.c.bot_id).where(BOT_VERSION.c.id == key).scalar_subquery()
    if not claim:  # an unregistered bot of this name may have played, but does not own the name
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
    qualified: Sequence[QualificationResult],
    memory_mb: float | None,
    failure: tuple[str, str] | None,
) -> None:
    """Add the results of a version's qualification games under further rulesets.

    `key`: the version's database key. `memory_mb`: the memory that the version used in these games.
    `failure`: the reason, and the command that repeats the failure; None if the version passed. After a
    failure, the version's state is FAILED.
    """
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


def list_versions(tx: Connection, name: str | None = None) -> tuple[StoredVersion, ...]:
    """Return registered versions sorted by bot, the newest version of each bot first.

    `name`: only the versions of this bot (upper and lower case are equal); None for all bots.
    """
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
    """Set the state of the versions with these database keys."""
    tx.execute(update(SUBMISSION).where(SUBMISSION.c.bot_version_id.in_(keys)).values(state=state.value))


def make_newest(tx: Connection, key: int, now: datetime) -> None:
    """Make an older version the newest of its bot again, by changing the version's submission time."""
    at = _newest_time(tx, key, now)
    tx.execute(update(SUBMISSION).where(SUBMISSION.c.bot_version_id == key).values(submitted_at=at))


def _newest_time(tx: Connection, key: int, now: datetime) -> datetime:
    """Return a submission time with which the version is the newest of its bot.

    Return `now`, unless another version of the bot has a later time. `key`: the version's database key.
    """
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


def _registered(row: Row[*tuple[Any, ...]], qualified: Sequence[QualificationResult]) -> StoredVersion:
    names = [field.name for field in fields(Submission) if field.name not in OTHER_TABLES]
    values = {name: getattr(row, name) for name in names}
    values |= {name: json.loads(values[name]) for name in JSON}
    values |= {name: tuple(values[name]) for name in ("command", "rulesets")}
    values |= {"kind": SubmissionKind(row.kind), "state": SubmissionState(row.state)}
    submission = Submission(digest=row.digest, qualified=tuple(qualified), **values)
    return StoredVersion(row.bot_version_id, row.name, row.owner, row.submitted_at, submission)


def _qualified(tx: Connection, keys: Sequence[int]) -> dict[int, tuple[QualificationResult, ...]]:
    rows = tx.execute(
        select(QUALIFICATION)
        .where(QUALIFICATION.c.bot_version_id.in_(keys))
        .order_by(QUALIFICATION.c.bot_version_id, QUALIFICATION.c.ruleset, QUALIFICATION.c.opponent)
    )
    return {
        key: tuple(QualificationResult(*row[1:]) for row in group)
        for key, group in groupby(rows, key=lambda row: int(row.bot_version_id))
    }
