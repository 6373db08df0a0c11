"""Archives that somebody sends: unpacked within bounds, plain files only, and nothing outside of one folder.

Nothing is written before all that an archive says of itself is in order; and what it says is not believed,
what comes out is counted.
"""

import errno
import gzip
import os
import struct
import tarfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from arena.service.bots.files import MAX_BYTES
from arena.service.bots.manifest import MANIFEST
from arena.service.bots.script import USUAL
from arena.service.errors import BadBot, RunError
from arena.service.submission.tars import untar
from arena.service.submission.zips import unzip

SUFFIXES: Final = (".zip", ".tar.gz", ".tgz", ".tar")
OTHERS: Final = (".tar.bz2", ".tar.xz", ".tbz2", ".txz", ".7z", ".rar", ".tar.zst", ".gz", ".bz2", ".xz")
MAX_PACKED: Final = MAX_BYTES  # bytes of the archive itself
_BAD: Final = (
    zipfile.BadZipFile,
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    EOFError,
    IndexError,  # tarfile, of a number that is cut off
    struct.error,
    ValueError,
    OverflowError,
)
_NOT_ITS_FAULT: Final = frozenset({
    errno.EACCES, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC,
    errno.EPERM, errno.EROFS,
})  # fmt: skip


def is_archive(path: Path) -> bool:
    """Whether it is called like an archive, also like one that is not taken."""
    return path.name.casefold().endswith((*SUFFIXES, *OTHERS))


def stem(path: Path) -> str:
    """The name of an archive without what says that it is one."""
    ending = next((one for one in SUFFIXES if path.name.casefold().endswith(one)), "")
    return path.name.removesuffix(path.name[len(path.name) - len(ending) :])


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack an archive into an empty folder; gives the one in it that is the bot's. Raises BadBot, RunError.

    In this process: what somebody else sent is unpacked by `unpack_apart`.
    """
    with opened(archive) as file:
        write_out(archive, file, folder)
    return top(archive, folder)


@contextmanager
def opened(archive: Path) -> Iterator[BinaryIO]:
    """An archive that is taken, by its name and its size. Raises BadBot."""
    if not _kind(archive):
        raise BadBot(f"{archive} is packed in a way that is not taken: make it a .zip, .tar or .tar.gz")
    if not archive.is_file():
        raise BadBot(f"there is no file {archive}")
    if archive.stat().st_size > MAX_PACKED:
        raise BadBot(
            f"{archive} has {archive.stat().st_size / 1e6:.0f} MB, and {MAX_PACKED / 1e6:.0f} is the most"
        )
    try:
        file = archive.open("rb")
    except OSError as error:
        raise BadBot(f"{archive}: {error.strerror}") from None
    with file:
        yield file


def write_out(archive: Path, file: BinaryIO, folder: Path) -> None:
    """Write what is in an archive into an empty folder. Raises BadBot, RunError."""
    try:
        _write_out(archive, file, folder)
    except _BAD as error:
        raise BadBot(f"{archive}: damaged, or no {_kind(archive)} archive: {error}") from None
    except (RuntimeError, NotImplementedError) as error:  # headings in headings; a way of packing
        raise BadBot(f"{archive}: {error}") from None
    except OSError as error:
        if error.errno in _NOT_ITS_FAULT:
            raise RunError(f"what was sent cannot be unpacked here: {error.strerror}") from None
        raise BadBot(f"{archive}: {error.strerror or error}") from None


def _write_out(archive: Path, file: BinaryIO, folder: Path) -> None:
    kind = _kind(archive)
    if kind == ".zip":
        unzip(archive, file, folder)
    else:
        untar(archive, file, folder, packed=kind != ".tar")
    now = time.time()
    for path in folder.rglob("*"):
        os.utime(path, (now, now))  # in which order they came says nothing about which is newer


def _kind(archive: Path) -> str:
    return next((suffix for suffix in SUFFIXES if archive.name.casefold().endswith(suffix)), "")


def top(archive: Path, folder: Path) -> Path:
    """The folder with the bot: what was unpacked, or the only folder in it."""
    while True:
        inside = list(folder.iterdir())
        if any((folder / name).is_file() for name in (MANIFEST, *USUAL)):
            return folder
        if len(inside) != 1 or not inside[0].is_dir():
            raise BadBot(f"{archive} holds no {MANIFEST} and no {USUAL[0]}, at its top or in its only folder")
        folder = inside[0]
