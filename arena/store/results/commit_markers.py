"""Commit marks: find out whether a commit was carried out although its answer was lost.

Each thread writes a mark with every transaction and reads it back. PostgreSQL's own transaction ids would not
do: after a crash they may be given again.
"""

import os
import secrets
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from arena.store.database.failures import OutcomeUnknown, is_gone, is_locked
from arena.store.database.table_objects import COMMIT_MARK

OUTCOME_S: Final = 30.0  # to wait for a server
RETRY_S: Final = 0.2
OLD: Final = timedelta(days=1)  # then nobody will ask for the mark

_mine = threading.local()


def mark(tx: Connection) -> str:
    """Mark this transaction and return the mark."""
    now, new = datetime.now(UTC), secrets.token_hex(16)
    writer, known = _writer()
    this = update(COMMIT_MARK).where(COMMIT_MARK.c.writer == writer).values(mark=new, at=now)
    if not known or not tx.execute(this).rowcount:
        tx.execute(delete(COMMIT_MARK).where(COMMIT_MARK.c.at < now - OLD))
        tx.execute(insert(COMMIT_MARK).values(writer=writer, mark=new, at=now))
    return new


def _writer() -> tuple[str, bool]:
    """Return the name of this thread, and whether it has been used before."""
    name, process = getattr(_mine, "name", ("", 0))
    if process == os.getpid():
        return name, True
    name = secrets.token_hex(16)
    _mine.name = name, os.getpid()  # a forked process is another writer
    return name, False


def was_committed(engine: Engine, marked: str, outcome_s: float = OUTCOME_S) -> bool:
    """True if the transaction with this mark was committed; waits for the server. Raises OutcomeUnknown.

    A server may still be busy with that transaction: taking the writers' lock waits until it has ended.
    """
    end = time.monotonic() + outcome_s
    while True:
        try:
            with engine.begin() as tx:
                found = tx.scalar(select(COMMIT_MARK.c.mark).where(COMMIT_MARK.c.writer == _writer()[0]))
                return bool(found == marked)
        except SQLAlchemyError as error:
            if time.monotonic() > end or not (is_gone(error) or is_locked(getattr(error, "orig", None))):
                raise OutcomeUnknown(
                    "database: connection lost in the commit, so the change may be stored or not;"
                    " check before you repeat it"
                ) from error
        time.sleep(RETRY_S)
