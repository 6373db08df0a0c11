"""The queue of uploads (bots that were sent to the site), and their trials.

In a trial, a bot is checked and plays games before it is registered.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import zip_longest
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, update

from arena.store.bots.bots import owner_key
from arena.store.tables.bots import OWNER, UPLOAD, UPLOAD_STEP


class UploadState(StrEnum):
    """The state of an upload."""

    WAITING = "waiting"
    CHECKING = "checking"
    REGISTERED = "registered"  # the bot passed and can play
    FAILED = "failed"  # registered, but it failed its check or its qualification
    REFUSED = "refused"  # not registered: the bot cannot be accepted
    GIVEN_UP = "given up"  # not registered: the trial failed, which is not the bot's fault


UNFINISHED: Final = (UploadState.WAITING, UploadState.CHECKING)


class StepState(StrEnum):
    """The state of a step of a trial. Only RUNNING, PASSED and FAILED are stored.

    TO_DO and NOT_TRIED are for steps that have not started.
    """

    TO_DO = "to do"
    RUNNING = "running"
    PASSED = "passed"
    FAILED = "failed"
    NOT_TRIED = "not tried"


@dataclass(frozen=True, slots=True)
class SentFile:
    """A bot's file that was sent to the site, with its owner and options."""

    owner: str
    file: str
    digest: str = ""  # SHA-256 of its bytes, hex
    size: int = 0
    member: str = ""
    wanted_name: str = ""
    rulesets: tuple[str, ...] = ()
    source: str = ""  # the bot's path or name on the sender's machine


@dataclass(frozen=True, slots=True)
class UploadOutcome:
    """The outcome of an upload's trial."""

    state: UploadState
    message: str
    bot: str = ""  # the registered name and version
    version: str = ""
    output: str = ""  # after a failure: the text that the bot printed
    command: str = ""  # after a failure: the command that repeats it


@dataclass(frozen=True, slots=True)
class TrialStep:
    """A step of an upload's trial.

    Some fields are set only after a failure. `request`: the question that the bot did not answer. `output`:
    the bot's last printed lines. `command`: the command that repeats the step.
    """

    number: int
    title: str
    state: StepState
    detail: str = ""
    seconds: float = 0.0
    request: str = ""
    output: str = ""
    command: str = ""

    @property
    def passed(self) -> bool:
        return self.state is StepState.PASSED


@dataclass(frozen=True, slots=True)
class QueuedUpload:
    """An upload whose trial is waiting or running."""

    key: int
    ticket: str
    sent: SentFile
    attempts: int


@dataclass(frozen=True, slots=True)
class UploadStatus:
    """The status of an upload, for its owner. `ahead`: the number of uploads before it in the queue."""

    id: str
    state: UploadState
    over: bool
    file: str
    size: int
    bot: str
    version: str
    runner: str
    ahead: int
    attempts: int
    sent_at: datetime
    begun_at: datetime | None
    ended_at: datetime | None
    message: str
    output: str
    command: str
    steps: tuple[TrialStep, ...]
    changes: int

    @property
    def passed(self) -> bool:
        return self.state is UploadState.REGISTERED


# ---- sending and looking ----


def add_upload(tx: Connection, ticket: str, sent: SentFile, now: datetime) -> QueuedUpload:
    """Put an upload in the queue. `ticket`: its public id."""
    texts = dict.fromkeys(("runner", "bot", "version", "message", "output", "command"), "")
    values = {
        "ticket": ticket,
        "owner_id": owner_key(tx, sent.owner),
        "rulesets": json.dumps(sent.rulesets),
        "state": UploadState.WAITING.value,
        "attempts": 0,
        "changes": 0,
        "created_at": now,
        **{name: getattr(sent, name) for name in SentFile.__slots__ if name not in ("owner", "rulesets")},
    }
    key = tx.scalar(insert(UPLOAD).values(**values, **texts).returning(UPLOAD.c.id))
    return QueuedUpload(int(key or 0), ticket, sent, 0)


def find_waiting(tx: Connection, sent: SentFile) -> QueuedUpload | None:
    """Return an unfinished upload with the same file, options and owner, or None."""
    same = [UPLOAD.c[name] == getattr(sent, name) for name in ("digest", "file", "member", "wanted_name")]
    rulesets = UPLOAD.c.rulesets == json.dumps(sent.rulesets)
    uploads = _uploads(tx, _unfinished(), OWNER.c.name == sent.owner, rulesets, *same)
    return next(iter(uploads), None)


def count_waiting(tx: Connection, owner: str | None = None) -> int:
    """Return the number of unfinished uploads.

    `owner`: count only the uploads of this owner; None for all owners.
    """
    query = select(func.count()).select_from(UPLOAD).join(OWNER, OWNER.c.id == UPLOAD.c.owner_id)
    if owner is not None:
        query = query.where(OWNER.c.name == owner)
    return tx.scalar(query.where(_unfinished())) or 0


def upload_status(tx: Connection, ticket: str, owner: str) -> UploadStatus | None:
    """Return the status of an owner's upload, with the steps that have started.

    `ticket`: the upload's public id. Return None if the owner has no such upload.
    """
    found = _statuses(tx, UPLOAD.c.ticket == ticket, owner, 1)
    return found[0] if found else None


def uploads_of(tx: Connection, owner: str, most: int) -> tuple[UploadStatus, ...]:
    """Return the status of an owner's newest uploads, newest first. `most`: their largest number.

    The steps of their trials (each trial checks a bot in several steps) are left out, and `ahead` is 0.
    """
    return _statuses(tx, OWNER.c.name == owner, owner, most, with_steps=False)


def count_changes(tx: Connection, ticket: str, owner: str) -> int | None:
    """Return how often an upload or one of its steps has changed, to detect new changes.

    `ticket`: the upload's public id. Return None if the owner has no such upload.
    """
    query = select(UPLOAD.c.changes).join(OWNER, OWNER.c.id == UPLOAD.c.owner_id)
    changes: int | None = tx.scalar(query.where(UPLOAD.c.ticket == ticket, OWNER.c.name == owner))
    return changes


def digests_wanted(tx: Connection) -> frozenset[str]:
    """Return the digests of the uploaded files whose trials have not ended. These files are still needed."""
    return frozenset(tx.scalars(select(UPLOAD.c.digest).where(_unfinished())))


def _statuses(
    tx: Connection, which: ColumnElement[bool], owner: str, most: int, with_steps: bool = True
) -> tuple[UploadStatus, ...]:
    query = (
        select(
            UPLOAD.c.id.label("key"),
            UPLOAD.c.ticket.label("id"),
            UPLOAD.c.created_at.label("sent_at"),
            func.coalesce(func.nullif(UPLOAD.c.bot, ""), UPLOAD.c.wanted_name).label("bot"),
            *(UPLOAD.c[name] for name in _SERVED),
        )
        .join(OWNER, OWNER.c.id == UPLOAD.c.owner_id)
        .where(which, OWNER.c.name == owner)
        .order_by(UPLOAD.c.id.desc())
        .limit(most)
    )
    statuses = []
    for row in tx.execute(query).mappings().all():
        values = dict(row)
        key, state = values.pop("key"), UploadState(values.pop("state"))
        over = state not in UNFINISHED
        ahead = _ahead(tx, key) if with_steps and state is UploadState.WAITING else 0
        steps = steps_of(tx, key) if with_steps else ()
        statuses.append(UploadStatus(**values, state=state, over=over, ahead=ahead, steps=steps))
    return tuple(statuses)


_SERVED: Final = (
    "state", "file", "size", "version", "runner", "attempts", "begun_at", "ended_at", "message", "output",
    "command", "changes",
)  # fmt: skip


# ---- trying ----


def take_next(tx: Connection, runner: str, now: datetime) -> QueuedUpload | None:
    """Start the trial of the next upload in the queue and return the upload; None if none waits.

    If the trial was interrupted before, its old steps are deleted. `runner`: how the bot will be run, such
    as "docker".
    """
    order = queue_order(tx)
    if not order:
        return None
    key = order[0]
    tx.execute(UPLOAD_STEP.delete().where(UPLOAD_STEP.c.upload_id == key))
    attempts = UPLOAD.c.attempts + 1
    _change(tx, key, state=UploadState.CHECKING.value, attempts=attempts, begun_at=now, runner=runner)
    (upload,) = _uploads(tx, UPLOAD.c.id == key)
    return upload


def queue_order(tx: Connection) -> list[int]:
    """Return the keys of all waiting uploads in the order of their trials.

    Owners take turns: the owner whose last turn was longest ago is next.
    """
    rows = tx.execute(
        select(UPLOAD.c.id, UPLOAD.c.owner_id)
        .where(UPLOAD.c.state == UploadState.WAITING.value)
        .order_by(UPLOAD.c.id)
    ).all()
    keys: dict[int, list[int]] = {}
    for key, owner in rows:
        keys.setdefault(owner, []).append(key)
    last_turn = select(UPLOAD.c.owner_id, func.max(UPLOAD.c.begun_at)).group_by(UPLOAD.c.owner_id)
    turns = {row[0]: row[1] for row in tx.execute(last_turn.where(UPLOAD.c.owner_id.in_(keys)))}
    never = [owner for owner in keys if turns[owner] is None]
    waited = sorted((owner for owner in keys if turns[owner] is not None), key=turns.__getitem__)
    rounds = zip_longest(*(keys[owner] for owner in (*never, *waited)))
    return [key for each in rounds for key in each if key is not None]


def _ahead(tx: Connection, key: int) -> int:
    """Return how many uploads are before a waiting upload, including those with a running trial.

    `key`: the database key of the waiting upload.
    """
    checking = select(func.count()).where(UPLOAD.c.state == UploadState.CHECKING.value)
    return (tx.scalar(checking) or 0) + queue_order(tx).index(key)


def interrupted_uploads(tx: Connection) -> tuple[QueuedUpload, ...]:
    """Return the uploads whose trial was started but has not ended."""
    return _uploads(tx, UPLOAD.c.state == UploadState.CHECKING.value)


def put_back(tx: Connection, key: int, count_it: bool) -> None:
    """Put an upload back into the queue after its trial was interrupted.

    `count_it`: True if the interrupted trial counts as an attempt.
    """
    _change(tx, key, state=UploadState.WAITING.value, attempts=UPLOAD.c.attempts - int(not count_it))


def end_upload(tx: Connection, key: int, ending: UploadOutcome, now: datetime) -> None:
    """Store the outcome of an upload's trial."""
    values = {name: getattr(ending, name) for name in UploadOutcome.__slots__}
    _change(tx, key, ended_at=now, **values | {"state": ending.state.value})


def write_step(tx: Connection, key: int, step: TrialStep) -> None:
    """Store a step of an upload's trial. Replace the step if it is already stored."""
    is_it = (UPLOAD_STEP.c.upload_id == key) & (UPLOAD_STEP.c.number == step.number)
    tx.execute(UPLOAD_STEP.delete().where(is_it))
    values = {name: getattr(step, name) for name in TrialStep.__slots__}
    tx.execute(insert(UPLOAD_STEP).values(upload_id=key, **values | {"state": step.state.value}))
    _change(tx, key)


def steps_of(tx: Connection, key: int) -> tuple[TrialStep, ...]:
    """Return the steps of an upload's trial that have started, ordered by number."""
    columns = [UPLOAD_STEP.c[name] for name in TrialStep.__slots__]
    rows = tx.execute(select(*columns).where(UPLOAD_STEP.c.upload_id == key).order_by(UPLOAD_STEP.c.number))
    return tuple(TrialStep(**{**row, "state": StepState(row["state"])}) for row in rows.mappings())


def _change(tx: Connection, key: int, **values: object) -> None:
    tx.execute(update(UPLOAD).where(UPLOAD.c.id == key).values(changes=UPLOAD.c.changes + 1, **values))


def _unfinished() -> ColumnElement[bool]:
    return UPLOAD.c.state.in_([state.value for state in UNFINISHED])


def _uploads(tx: Connection, *which: ColumnElement[bool]) -> tuple[QueuedUpload, ...]:
    query = select(UPLOAD, OWNER.c.name.label("owner")).join(OWNER, OWNER.c.id == UPLOAD.c.owner_id)
    return tuple(map(_upload, tx.execute(query.where(*which).order_by(UPLOAD.c.id))))


def _upload(row: Row[*tuple[Any, ...]]) -> QueuedUpload:
    values = {name: getattr(row, name) for name in SentFile.__slots__}
    sent = SentFile(**values | {"rulesets": tuple(json.loads(row.rulesets))})
    return QueuedUpload(row.id, row.ticket, sent, row.attempts)
