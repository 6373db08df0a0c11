"""Files that are there when they are complete, and on the disk; where that fails nothing is changed."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

_NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Something to write to, which is the file when the block is over. Raises OSError.

    A device or a pipe is written to as it is.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    target = path.resolve()
    half = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with _begun(half, path) as file:
            yield file
            on_disk(file)
        if target.exists():
            shutil.copymode(target, half)
        half.replace(target)
        folder_on_disk(target.parent)
    finally:
        half.unlink(missing_ok=True)


def _begun(half: Path, path: Path) -> IO[bytes]:
    try:
        return half.open("xb")
    except OSError as problem:  # in the name that was asked for
        raise OSError(problem.errno, problem.strerror, str(path)) from None


def give_name(half: Path, name: Path) -> None:
    """A file's name as soon as it is complete. Raises OSError where there is one of that name.

    What USB sticks and network folders are formatted with has no links: there the name is taken first.
    """
    try:
        os.link(half, name)
    except OSError as problem:
        if problem.errno not in _NO_LINKS:
            raise
        name.open("xb").close()
        half.replace(name)


def on_disk(file: IO[bytes]) -> None:
    """Wait until all that was written is on the disk. Raises OSError."""
    file.flush()
    os.fsync(file.fileno())


def folder_on_disk(folder: Path) -> None:
    """The same of the names in a folder."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
