"""Commit marks: they show whether a commit was carried out although its answer was lost.

Each thread writes a mark with every transaction and can read it afterwards. PostgreSQL's own transaction ids
cannot be used, because they may be assigned again after a crash.
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

OUTCOME_S: Final = 30.0  # how long to wait for a server
RETRY_S: Final = 0.2
OLD: Final = timedelta(days=1)  # older marks are not needed any more

_mine = threading.local()


def write_mark(tx: Connection) -> str:
    """Write a new commit mark into this transaction and return it."""
    now, new = datetime.now(UTC), secrets.token_hex(16)
    writer, known = _writer()
    this = update(COMMIT_MARK).where(COMMIT_MARK.c.writer == writer).values(mark=new, at=now)
    if not known or not tx.execute(this).rowcount:
        tx.execute(delete(COMMIT_MARK).where(COMMIT_MARK.c.at < now - OLD))
        tx.execute(insert(COMMIT_MARK).values(writer=writer, mark=new, at=now))
    return new


def _writer() -> tuple[str, bool]:
    """Return the name under which this thread writes marks, and True if the name has been used before."""
    name, process = getattr(_mine, "name", ("", 0))
    if process == os.getpid():
        return name, True
    name = secrets.token_hex(16)
    _mine.name = name, os.getpid()  # a forked process is another writer
    return name, False


def was_committed(engine: Engine, marked: str, outcome_s: float = OUTCOME_S) -> bool:
    """True if the transaction with this mark was committed.

    Wait `outcome_s` seconds for the server, after that raise OutcomeUnknown. If the server still works on the
    transaction, the writers' lock makes us wait until it has ended.
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
