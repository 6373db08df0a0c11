"""Helpers for files: write them completely or not at all, and lock them exclusively."""

import errno
import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import IO, Final

_NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
POLL_INTERVAL_S: Final = 1.0  # between two attempts


@contextmanager
def write_whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Yield a temporary file to write to; after the block, rename it to `path`.

    If the block raises, `path` stays unchanged. If `path` is a device or pipe, write to it directly. Raise
    OSError if writing or renaming fails.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    target = path.resolve()
    half = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with _open_temporary(half, path) as file:
            yield file
            sync_file(file)
        if target.exists():
            shutil.copymode(target, half)
        half.replace(target)
        sync_folder(target.parent)
    finally:
        half.unlink(missing_ok=True)


def _open_temporary(half: Path, path: Path) -> IO[bytes]:
    try:
        return half.open("xb")
    except OSError as problem:  # report the path that the caller named
        raise OSError(problem.errno, problem.strerror, str(path)) from None


def rename_exclusively(half: Path, name: Path) -> None:
    """Rename the temporary file `half` to `name`. Raise FileExistsError if `name` already exists.

    On a file system without hard links, an empty file `name` is visible for a moment.
    """
    try:
        os.link(half, name)
    except OSError as problem:
        if problem.errno not in _NO_LINKS:
            raise
        name.open("xb").close()
        half.replace(name)


def sync_file(file: IO[bytes]) -> None:
    """Wait until all data that was written to a file is on the disk.

    Raise OSError if the disk reports an error.
    """
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the names of all files in a folder are on the disk.

    Raise OSError if the disk reports an error.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def hold_lock(path: Path, ended: Event) -> Iterator[int | None]:
    """Hold an exclusive lock on a file during the block, and yield the file's descriptor.

    First wait until the lock is free. If `ended` is set while waiting, yield None. A missing file is created.
    Raise OSError if the file cannot be opened.
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
