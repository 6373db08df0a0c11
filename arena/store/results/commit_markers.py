"""Whether a commit whose answer was lost was carried out: by a mark that is written with it, and read back.

Each thread has a place of its own for its mark, and asks for it before it writes again. PostgreSQL's own name
of a transaction would not do: after a crash it may be given to another one.
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

OUTCOME_S: Final = 30.0  # that a server is waited for, to be asked
AGAIN_S: Final = 0.2
OLD: Final = timedelta(days=1)  # of a mark that nobody will ask for

_mine = threading.local()


def mark(tx: Connection) -> str:
    """Let this transaction be known again."""
    now, new = datetime.now(UTC), secrets.token_hex(16)
    writer, known = _writer()
    this = update(COMMIT_MARK).where(COMMIT_MARK.c.writer == writer).values(mark=new, at=now)
    if not known or not tx.execute(this).rowcount:
        tx.execute(delete(COMMIT_MARK).where(COMMIT_MARK.c.at < now - OLD))
        tx.execute(insert(COMMIT_MARK).values(writer=writer, mark=new, at=now))
    return new


def _writer() -> tuple[str, bool]:
    """The name of this thread, and whether it has been used before."""
    name, process = getattr(_mine, "name", ("", 0))
    if process == os.getpid():
        return name, True
    name = secrets.token_hex(16)
    _mine.name = name, os.getpid()  # a process that forks is not the same writer
    return name, False


def was_committed(engine: Engine, marked: str, outcome_s: float = OUTCOME_S) -> bool:
    """Whether the transaction with this mark was, as soon as the server answers. Raises Unsure.

    A server may still be busy with it: whoever has the right to write next knows that it is over.
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
                    "database: the connection was lost in the commit, and whether it is stored nobody tells:"
                    " look before you do it again"
                ) from error
        time.sleep(AGAIN_S)
