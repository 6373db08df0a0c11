"""Writing down what comes in, as it comes, until it is too much."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Final

from arena.service.common.atomic_file import folder_on_disk, on_disk
from arena.service.errors import RunError, UserError
from arena.service.uploads.upload_dir import UNFINISHED, path_of, touch, uploads_folder

MAX_BYTES: Final = 10_000_000  # of what is sent, packed
MIN_FREE: Final = 1_000_000_000  # bytes of disk that are left for everybody else


class TooLarge(UserError):
    """More is sent than is taken."""


class NoRoom(RunError):
    """The disk is nearly full."""


class Incoming:
    """Bytes that are coming in. Nothing is left of them unless they are kept."""

    def __init__(self, file: IO[bytes], path: Path, most: int) -> None:
        self._file = file
        self._path = path
        self._most = most
        self._hasher = sha256()
        self.size = 0
        self.beginning = b""  # enough to see what it is

    def write(self, data: bytes) -> None:
        """Some more. Raises TooLarge."""
        self.size += len(data)
        if self.size > self._most:
            raise TooLarge(f"more was sent than {self._most / 1e6:g} MB, which is the most")
        if len(self.beginning) < _LOOKED_AT:
            self.beginning += data[:_LOOKED_AT]
        self._hasher.update(data)
        self._file.write(data)

    @property
    def digest(self) -> str:
        """SHA-256 of what has come, in hex."""
        return self._hasher.hexdigest()

    def keep(self, file: str) -> None:
        """Put it where what is sent lies, safe on the disk; `file` says what it is."""
        on_disk(self._file)
        target = path_of(self.digest, file)
        os.replace(self._path, target)
        touch(target)
        folder_on_disk(target.parent)


_LOOKED_AT: Final = 512


@contextmanager
def incoming(most: int = MAX_BYTES) -> Iterator[Incoming]:
    """Somewhere to write to. Raises NoRoom."""
    try:
        folder = uploads_folder()
        if shutil.disk_usage(folder).free < MIN_FREE:
            raise NoRoom("there is hardly any room left on the arena's disk, so no bots are taken")
        number, name = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)
    except OSError as error:
        raise NoRoom(f"bots cannot be kept: {error.strerror}") from None
    try:
        with open(number, "wb") as file:
            yield Incoming(file, Path(name), most)
    except OSError as error:
        raise NoRoom(f"bots cannot be kept: {error.strerror}") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
