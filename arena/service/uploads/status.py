"""How far an upload is, for its owner: every step, also those that are still to come."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from arena.service.common.step_titles import OF_UPLOADS, OTHER_RULESETS
from arena.service.errors import NotFound
from arena.store.bots.uploads import (
    UNFINISHED,
    Upload,
    UploadState,
    UploadStep,
    before,
    changes_of,
    steps_of,
    upload_with,
    uploads_of,
)
from arena.store.database.store import Store

TO_DO: Final = "to do"
NOT_TRIED: Final = "not tried"
MOST: Final = 50  # uploads that are listed


class UnknownUpload(NotFound):
    """There is none, or it is somebody else's."""


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A step: to do, running, passed, failed or not tried. The last three are empty unless it failed."""

    number: int
    title: str
    state: str
    detail: str = ""
    seconds: float = 0.0
    request: str = ""
    output: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class UploadStatus:
    """An upload. `ahead`: how many are tried before it; `message`, `output`, `command`: how it ended."""

    id: str
    state: str
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
    steps: tuple[StatusLine, ...]
    changes: int

    @property
    def passed(self) -> bool:
        """It plays."""
        return self.state == UploadState.REGISTERED


def followed(store: Store, ticket: str, owner: str) -> UploadStatus:
    """An upload of that owner's. Raises UnknownUpload."""
    with store.reading() as tx:
        upload = _own(tx, ticket, owner)
        return _followed(upload, steps_of(tx, upload.key), before(tx, upload))


def mine(store: Store, owner: str) -> tuple[UploadStatus, ...]:
    """What that owner sent, the newest first, without the steps."""
    with store.reading() as tx:
        return tuple(_followed(one, (), 0) for one in uploads_of(tx, owner, MOST))


def number_of(store: Store, ticket: str, owner: str) -> int:
    """The key of an upload, to ask for its changes. Raises UnknownUpload."""
    with store.reading() as tx:
        return _own(tx, ticket, owner).key


def _own(tx: Connection, ticket: str, owner: str) -> Upload:
    upload = upload_with(tx, ticket)
    if upload is None or upload.sent.owner != owner:
        raise UnknownUpload(f"you sent nothing with the number {ticket!r}")
    return upload


def changes(store: Store, key: int) -> int:
    """A number that grows whenever something about an upload changes."""
    with store.reading() as tx:
        return changes_of(tx, key)


def _followed(upload: Upload, steps: tuple[UploadStep, ...], ahead: int) -> UploadStatus:
    over, ending, sent = upload.state not in UNFINISHED, upload.ending, upload.sent
    return UploadStatus(
        id=upload.ticket,
        state=upload.state.value,
        over=over,
        file=sent.file,
        size=sent.size,
        bot=ending.bot or sent.wanted_name,
        version=ending.version,
        runner=upload.runner,
        ahead=0 if over else ahead,
        attempts=upload.attempts,
        sent_at=upload.created_at,
        begun_at=upload.begun_at,
        ended_at=upload.ended_at,
        message=ending.message,
        output=ending.output,
        command=ending.command,
        steps=_lines(steps, upload.state),
        changes=upload.changes,
    )


def _lines(steps: tuple[UploadStep, ...], state: UploadState) -> tuple[StatusLine, ...]:
    known = {step.number: step for step in steps}
    missing = TO_DO if state in UNFINISHED else NOT_TRIED
    return tuple(
        _line(known[number]) if number in known else StatusLine(number, title, missing)
        for number, title in OF_UPLOADS.items()
        if number in known or number != OTHER_RULESETS or state is not UploadState.REGISTERED
    )


def _line(step: UploadStep) -> StatusLine:
    return StatusLine(
        step.number,
        step.title,
        step.state.value,
        step.detail,
        step.seconds,
        step.request,
        step.output,
        step.command,
    )
