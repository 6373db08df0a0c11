"""The status of uploads, for their owners, with all steps of the trial."""

from dataclasses import replace
from typing import Final

from arena.service.common.step_titles import OF_UPLOADS, OTHER_RULESETS
from arena.service.errors import NotFound
from arena.store.bots import uploads as stored
from arena.store.bots.uploads import StepState, TrialStep, UploadStatus
from arena.store.database.store import Store

MAX_LISTED: Final = 50


class UnknownUpload(NotFound):
    """An upload does not exist or belongs to somebody else."""

    def __init__(self, ticket: str) -> None:
        super().__init__(f"you have no upload {ticket!r}")


def read_upload(store: Store, ticket: str, owner: str) -> UploadStatus:
    """Return the status of an owner's upload with all steps.

    `ticket`: the upload's public id. Raise UnknownUpload if this owner has no such upload.
    """
    with store.reading() as tx:
        status = stored.upload_status(tx, ticket, owner)
    if status is None:
        raise UnknownUpload(ticket)
    return replace(status, steps=_complete_steps(status))


def list_uploads(store: Store, owner: str) -> tuple[UploadStatus, ...]:
    """Return the status of an owner's newest uploads, newest first, at most MAX_LISTED. The steps are left
    out.
    """
    with store.reading() as tx:
        return stored.uploads_of(tx, owner, MAX_LISTED)


def count_changes(store: Store, ticket: str, owner: str) -> int:
    """Return a number that increases with every change of an owner's upload.

    `ticket`: the upload's public id. Raise UnknownUpload if this owner has no such upload.
    """
    with store.reading() as tx:
        changes = stored.count_changes(tx, ticket, owner)
    if changes is None:
        raise UnknownUpload(ticket)
    return changes


def _complete_steps(status: UploadStatus) -> tuple[TrialStep, ...]:
    """Return all steps in order: the stored steps, and entries for steps that have not started."""
    started = {step.number: step for step in status.steps}
    state = StepState.NOT_TRIED if status.over else StepState.TO_DO
    return tuple(
        started.get(number, TrialStep(number, title, state))
        for number, title in OF_UPLOADS.items()
        if number in started or number != OTHER_RULESETS or not status.passed
    )
