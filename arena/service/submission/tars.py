"""Unpacking a tar archive, compressed or not."""

import gzip
import io
import stat
import tarfile
from pathlib import Path
from typing import BinaryIO, Final

from arena.service.bots.files import MAX_FILES
from arena.service.errors import BadBot
from arena.service.submission.archive_limits import (
    ArchiveEntry,
    checked,
    most_bytes,
    path_of,
    shown,
    too_big,
    write,
)

OVERHEAD: Final = 4_096  # bytes of heads and padding for a file


class _Bounded(io.RawIOBase):
    """What is unpacked of a stream, and not more than so many bytes: also heads may be bombs."""

    def __init__(self, archive: Path, stream: BinaryIO | gzip.GzipFile, size: int) -> None:
        self._archive = archive
        self._stream = stream
        self._size = size
        self._left = most_bytes(size) + MAX_FILES * OVERHEAD

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any buffer will do
        data = self._stream.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise too_big(self._archive, self._size)
        buffer[: len(data)] = data
        return len(data)


def untar(archive: Path, file: BinaryIO, folder: Path, packed: bool) -> None:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    stream = gzip.GzipFile(fileobj=file) if packed else file
    data = io.BufferedReader(_Bounded(archive, stream, size)).read()
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as opened:
        entries = checked(archive, size, (_tarred(archive, one) for one in opened))
        _check_end(archive, data, opened.offset)
        left = most_bytes(size)
        for entry in entries:
            if not entry.is_folder:
                assert isinstance(entry.inside, tarfile.TarInfo)
                content = opened.extractfile(entry.inside)
                assert content
                left -= write(archive, content, entry, folder, left)


def _check_end(archive: Path, data: bytes, end: int) -> None:
    """Raises BadBot where anything is behind the last entry: a reader in another language may see more."""
    if data.count(0, end) != len(data) - end:
        raise BadBot(f"{archive}: damaged, or there is something else behind its last file")


def _tarred(archive: Path, info: tarfile.TarInfo) -> ArchiveEntry:
    if info.issym() or info.islnk():
        raise BadBot(f"{archive}: {shown(info.name)} is a link: only files and folders are taken")
    if not (info.isreg() or info.isdir()) or info.issparse():
        raise BadBot(f"{archive}: {shown(info.name)} is a device or something else that is no file")
    path = path_of(archive, info.name)
    return ArchiveEntry(path, info.size, bool(info.mode & stat.S_IXUSR), info.isdir(), info)
