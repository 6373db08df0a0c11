"""The folder of uploads that wait for their trial. Each file is named by the digest of its bytes."""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Final

from arena.sandbox.remove_tree import remove_folder
from arena.service.common.files import sync_file, sync_folder
from arena.service.common.paths import data_folder
from arena.service.errors import RunError, UserError
from arena.service.submission.archives import SUFFIXES, suffix_of
from arena.store.database.private_files import make_private_folder

FOLDER: Final = "uploads"
UNFINISHED: Final = ".new-"
SCRATCH: Final = "scratch"
LOCK: Final = ".lock"
SCRIPT: Final = ".py"
UPLOADED: Final = (*SUFFIXES, SCRIPT)  # suffixes of files that can be uploaded
MAX_BYTES: Final = 10_000_000  # of an upload, packed
MIN_FREE: Final = 1_000_000_000  # bytes of disk that are left for other programs
MIN_AGE_S: Final = (
    7_200  # of an unwanted file that is removed: it may just be arriving, or the clock be changed
)

_BEGINNING: Final = 512  # bytes


class TooLarge(UserError):
    """An upload is larger than allowed."""


class NoRoom(RunError):
    """The disk is nearly full or cannot be written."""


class IncomingFile:
    """A file that is being uploaded. It is deleted when the upload ends, unless `keep` was called."""

    def __init__(self, file: IO[bytes], path: Path, most: int) -> None:
        self._file = file
        self._path = path
        self._most = most
        self._hasher = sha256()
        self.size = 0
        self.beginning = b""  # the first bytes, enough to recognise the kind of file

    def write(self, data: bytes) -> None:
        """Append bytes that have arrived. Raise TooLarge if the file becomes too large."""
        self.size += len(data)
        if self.size > self._most:
            raise TooLarge(f"the upload is too large: at most {self._most / 1e6:g} MB")
        if len(self.beginning) < _BEGINNING:
            self.beginning += data[:_BEGINNING]
        self._hasher.update(data)
        self._file.write(data)

    @property
    def digest(self) -> str:
        """The SHA-256 of the bytes written so far, in hex."""
        return self._hasher.hexdigest()

    def keep(self, name: str) -> None:
        """Move the file into the folder of uploads, and wait until it is on the disk.

        Its new name is its digest, with the suffix of `name`.
        """
        sync_file(self._file)
        target = upload_path(self.digest, name)
        os.replace(self._path, target)
        os.utime(target)
        sync_folder(target.parent)


@contextmanager
def receive_file(most: int = MAX_BYTES) -> Iterator[IncomingFile]:
    """Yield a file to which an upload of at most `most` bytes can be written.

    Raise NoRoom if the disk is nearly full or cannot be written.
    """
    try:
        folder = uploads_folder()
        if shutil.disk_usage(folder).free < MIN_FREE:
            raise NoRoom("cannot accept bots: the arena's disk is nearly full")
        number, name = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)
    except OSError as error:
        raise NoRoom(f"cannot store bots: {error.strerror}") from None
    try:
        with open(number, "wb") as file:
            yield IncomingFile(file, Path(name), most)
    except OSError as error:
        raise NoRoom(f"cannot store bots: {error.strerror}") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def uploads_folder() -> Path:
    """Return the folder of uploads, which only this user can read. It is created if it is missing."""
    folder = data_folder() / FOLDER
    make_private_folder(folder)
    return folder


def upload_path(digest: str, name: str) -> Path:
    """Return the path of the upload whose bytes have this digest.

    `name`: a file name that ends with the upload's suffix.
    """
    return data_folder() / FOLDER / f"{digest}{suffix_of(name, UPLOADED)}"


def sweep(wanted: Collection[str], now: float | None = None) -> None:
    """Delete files older than `MIN_AGE_S` from the folder of uploads, unless their digest is in `wanted`.

    `now`: the current Unix time in seconds; None to read the clock.
    """
    for path in uploads_folder().iterdir():
        if path.name in (SCRATCH, LOCK) or path.name.partition(".")[0] in wanted:
            continue
        with contextlib.suppress(OSError):
            if (now or time.time()) - path.stat().st_mtime > MIN_AGE_S:
                path.unlink()


def scratch_folder(slot: int = 0) -> Path:
    """Return an empty folder in which a thread can unpack an upload. Its old contents are deleted.

    `slot`: the thread's number. Only the process that holds the queue's lock may call this.
    """
    folder = uploads_folder() / SCRATCH / str(slot)
    remove_folder(folder)
    folder.mkdir(mode=0o700, parents=True)
    return folder
