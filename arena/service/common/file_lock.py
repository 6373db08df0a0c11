"""An exclusive file lock."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Final

POLL_INTERVAL_S: Final = 1.0  # between two attempts


@contextmanager
def hold_lock(path: Path, ended: Event) -> Iterator[int | None]:
    """Yield the open file once this process holds an exclusive lock on it; None if `ended` is set before.

    Create the file if it is missing. Raise OSError.
    """
    lock = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        while not (mine := try_lock(lock)) and not ended.wait(POLL_INTERVAL_S):
            pass
        yield lock if mine else None
    finally:
        os.close(lock)


def try_lock(file: int) -> bool:
    """Lock an open file or folder for this process. Return False if another process has locked it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
