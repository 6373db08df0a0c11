"""Drops the printed output of old trials of uploads. The results of the trials stay."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, Select, func, select, update

from arena.store.bots.uploads import UNFINISHED
from arena.store.database.table_objects import UPLOAD, UPLOAD_STEP

_DROPPED: Final = {"output": "", "request": ""}


def count_old_output(tx: Connection, before: datetime) -> int:
    """Return how many characters of output are stored of trials that ended before a time."""
    old = _select_ended(before)
    steps = select(func.sum(func.length(UPLOAD_STEP.c.output) + func.length(UPLOAD_STEP.c.request)))
    whole = select(func.sum(func.length(UPLOAD.c.output))).where(UPLOAD.c.id.in_(old))
    return (tx.scalar(steps.where(UPLOAD_STEP.c.upload_id.in_(old))) or 0) + (tx.scalar(whole) or 0)


def drop_old_output(tx: Connection, before: datetime) -> None:
    """Delete the output of trials that ended before a time."""
    old = _select_ended(before)
    tx.execute(update(UPLOAD_STEP).where(UPLOAD_STEP.c.upload_id.in_(old)).values(_DROPPED))
    tx.execute(update(UPLOAD).where(UPLOAD.c.id.in_(old)).values(output=""))


def _select_ended(before: datetime) -> Select[int]:
    return select(UPLOAD.c.id).where(UPLOAD.c.ended_at < before, UPLOAD.c.state.not_in(UNFINISHED))
