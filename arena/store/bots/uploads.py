"""Bots that were sent from outside: the queue of them, and what becomes of each, step by step."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, update

from arena.store.bots.bots import owner_key
from arena.store.database.table_objects import OWNER, UPLOAD, UPLOAD_STEP


class UploadState(StrEnum):
    """How far an upload is."""

    WAITING = "waiting"
    CHECKING = "checking"
    REGISTERED = "registered"  # it plays
    FAILED = "failed"  # registered as failed: its check or its qualification
    REFUSED = "refused"  # not registered: it is no bot that can be taken
    GIVEN_UP = "given up"  # not registered: it could not be tried, which is no fault of the bot


UNFINISHED: Final = (UploadState.WAITING, UploadState.CHECKING)


class StepState(StrEnum):
    """How far a step is."""

    RUNNING = "running"
    PASSED = "passed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Sent:
    """What somebody sent. `digest`: SHA-256 of its bytes; `source`: what its author calls it."""

    owner: str
    file: str
    digest: str
    size: int
    member: str = ""
    wanted_name: str = ""
    rulesets: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """How an upload ended. `bot`, `version`: what was registered; the others only where something failed."""

    state: UploadState
    message: str
    bot: str = ""
    version: str = ""
    output: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class UploadStep:
    """A step. Where it failed: `request` was asked, `output` was printed, `command` repeats it."""

    number: int
    title: str
    state: StepState
    detail: str = ""
    seconds: float = 0.0
    request: str = ""
    output: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload as it is now."""

    key: int
    ticket: str
    sent: Sent
    attempts: int
    changes: int
    created_at: datetime
    begun_at: datetime | None
    ended_at: datetime | None
    runner: str
    ending: Ending  # with the state that it is in before

    @property
    def state(self) -> UploadState:
        return self.ending.state


def add_upload(tx: Connection, ticket: str, sent: Sent, now: datetime) -> None:
    """Put it in the queue."""
    tx.execute(
        insert(UPLOAD).values(
            ticket=ticket,
            owner_id=owner_key(tx, sent.owner),
            file=sent.file,
            member=sent.member,
            digest=sent.digest,
            size=sent.size,
            wanted_name=sent.wanted_name,
            rulesets=json.dumps(sent.rulesets),
            source=sent.source,
            state=UploadState.WAITING.value,
            attempts=0,
            changes=0,
            created_at=now,
            runner="",
            bot="",
            version="",
            message="",
            output="",
            command="",
        )
    )


def upload_with(tx: Connection, ticket: str) -> Upload | None:
    """The upload with this ticket."""
    return _first(tx, UPLOAD.c.ticket == ticket)


def same_waiting(tx: Connection, sent: Sent) -> Upload | None:
    """An upload of just this that is not done yet."""
    owner = select(OWNER.c.id).where(OWNER.c.name == sent.owner).scalar_subquery()
    return _first(
        tx,
        (UPLOAD.c.owner_id == owner)
        & (UPLOAD.c.digest == sent.digest)
        & (UPLOAD.c.file == sent.file)
        & (UPLOAD.c.member == sent.member)
        & (UPLOAD.c.wanted_name == sent.wanted_name)
        & (UPLOAD.c.rulesets == json.dumps(sent.rulesets))
        & _unfinished(),
    )


def uploads_of(tx: Connection, owner: str, most: int) -> tuple[Upload, ...]:
    """Somebody's, the newest first."""
    query = _ALL.where(OWNER.c.name == owner).order_by(UPLOAD.c.id.desc()).limit(most)
    return tuple(map(_upload, tx.execute(query)))


def waiting(tx: Connection, owner: str | None = None) -> int:
    """How many are not done yet, of all or of one."""
    query = select(func.count()).select_from(UPLOAD).join(OWNER, OWNER.c.id == UPLOAD.c.owner_id)
    mine = OWNER.c.name == owner if owner is not None else OWNER.c.id.is_not(None)
    return tx.scalar(query.where(_unfinished() & mine)) or 0


def before(tx: Connection, upload: Upload) -> int:
    """How many came before it."""
    query = select(func.count()).select_from(UPLOAD)
    return tx.scalar(query.where(_unfinished() & (UPLOAD.c.id < upload.key))) or 0


def digests_wanted(tx: Connection) -> frozenset[str]:
    """What was sent and is still to be tried."""
    return frozenset(tx.scalars(select(UPLOAD.c.digest).where(_unfinished())))


def take_next(tx: Connection, runner: str, now: datetime) -> Upload | None:
    """One of the owner whose turn was longest ago, the one that has waited longest. It is begun now."""
    waits = UPLOAD.c.state == UploadState.WAITING.value
    of_same = UPLOAD.alias()
    turn = select(func.max(of_same.c.begun_at)).where(of_same.c.owner_id == UPLOAD.c.owner_id)
    turns = turn.correlate(UPLOAD).scalar_subquery()
    in_turn = (turns.is_not(None), turns, UPLOAD.c.id)
    key = tx.scalar(select(UPLOAD.c.id).where(waits).order_by(*in_turn).limit(1))
    if key is None:
        return None
    tx.execute(UPLOAD_STEP.delete().where(UPLOAD_STEP.c.upload_id == key))
    _change(
        tx,
        key,
        state=UploadState.CHECKING.value,
        attempts=UPLOAD.c.attempts + 1,
        begun_at=now,
        runner=runner,
    )
    return _first(tx, UPLOAD.c.id == key)


def put_back(tx: Connection, keys: Collection[int], count_it: bool) -> None:
    """They are to be tried again; `count_it`: the attempt that was broken off was one."""
    for key in keys:
        _change(tx, key, state=UploadState.WAITING.value, attempts=UPLOAD.c.attempts - int(not count_it))


def broken_off(tx: Connection) -> tuple[Upload, ...]:
    """Those that somebody began and did not end."""
    query = _ALL.where(UPLOAD.c.state == UploadState.CHECKING.value).order_by(UPLOAD.c.id)
    return tuple(map(_upload, tx.execute(query)))


def end_upload(tx: Connection, key: int, ending: Ending, now: datetime) -> None:
    """Write how it ended."""
    _change(
        tx,
        key,
        state=ending.state.value,
        ended_at=now,
        bot=ending.bot,
        version=ending.version,
        message=ending.message,
        output=ending.output,
        command=ending.command,
    )


def write_step(tx: Connection, key: int, step: UploadStep) -> None:
    """Write a step, or what is new of it."""
    is_it = (UPLOAD_STEP.c.upload_id == key) & (UPLOAD_STEP.c.number == step.number)
    tx.execute(UPLOAD_STEP.delete().where(is_it))
    values = {name: getattr(step, name) for name in UploadStep.__slots__}
    tx.execute(insert(UPLOAD_STEP).values(upload_id=key, **values | {"state": step.state.value}))
    _change(tx, key)


def steps_of(tx: Connection, key: int) -> tuple[UploadStep, ...]:
    """The steps of an upload that were begun, in order."""
    columns = [UPLOAD_STEP.c[name] for name in UploadStep.__slots__]
    rows = tx.execute(select(*columns).where(UPLOAD_STEP.c.upload_id == key).order_by(UPLOAD_STEP.c.number))
    return tuple(UploadStep(**{**row, "state": StepState(row["state"])}) for row in rows.mappings())


def changes_of(tx: Connection, key: int) -> int:
    """How often it or its steps changed."""
    return tx.scalar(select(UPLOAD.c.changes).where(UPLOAD.c.id == key)) or 0


def _change(tx: Connection, key: int, **values: object) -> None:
    tx.execute(update(UPLOAD).where(UPLOAD.c.id == key).values(changes=UPLOAD.c.changes + 1, **values))


def _unfinished() -> ColumnElement[bool]:
    return UPLOAD.c.state.in_([state.value for state in UNFINISHED])


_ALL: Final = select(UPLOAD, OWNER.c.name.label("owner")).join(OWNER, OWNER.c.id == UPLOAD.c.owner_id)


def _first(tx: Connection, which: ColumnElement[bool]) -> Upload | None:
    row = tx.execute(_ALL.where(which).order_by(UPLOAD.c.id.desc()).limit(1)).first()
    return None if row is None else _upload(row)


def _upload(row: Row[*tuple[Any, ...]]) -> Upload:
    sent = {name: getattr(row, name) for name in Sent.__slots__}
    ending = {name: getattr(row, name) for name in Ending.__slots__}
    return Upload(
        row.id,
        row.ticket,
        Sent(**sent | {"rulesets": tuple(json.loads(row.rulesets))}),
        row.attempts,
        row.changes,
        row.created_at,
        row.begun_at,
        row.ended_at,
        row.runner,
        Ending(**ending | {"state": UploadState(row.state)}),
    )
