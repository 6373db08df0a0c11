"""One process at a time: who holds the lock of a file works, all others wait."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Final

LOOK_S: Final = 1.0  # between two looks whether the lock is free


@contextmanager
def alone(path: Path, ended: Event) -> Iterator[int | None]:
    """While the block lasts nobody else holds the lock: the open file; None if `ended` was set before.

    The file is made if it is missing. Raises OSError.
    """
    lock = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        while not (mine := locked(lock)) and not ended.wait(LOOK_S):
            pass
        yield lock if mine else None
    finally:
        os.close(lock)


def locked(file: int) -> bool:
    """Lock an open file, or folder, for this process alone; False if others hold a lock of it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
