"""Unpack the archive of a bot into one folder.

Only plain files within limits are accepted. The sizes and names that the archive states are checked first.
The stated sizes may be false, so the unpacked bytes are counted as well.
"""

import errno
import gzip
import io
import os
import stat
import struct
import tarfile
import time
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, Final

from arena.service.bots.files import MAX_BYTES, MAX_FILES, too_many_files
from arena.service.bots.manifest import MANIFEST
from arena.service.bots.script import USUAL
from arena.service.errors import BadBot, RunError

SUFFIXES: Final = (".zip", ".tar.gz", ".tgz", ".tar")
OTHER_SUFFIXES: Final = (
    ".tar.bz2", ".tar.xz", ".tbz2", ".txz", ".7z", ".rar", ".tar.zst", ".gz", ".bz2", ".xz",
)  # fmt: skip
MAX_PACKED: Final = MAX_BYTES  # bytes of the archive itself
MAX_DEPTH: Final = 10  # folders
MAX_NAME: Final = 200  # bytes of a path
MAX_SHOWN: Final = 60  # characters of a path in a message
MAX_RATIO: Final = 100  # unpacked bytes for each packed byte
MIN_RATIO_BYTES: Final = 1_000_000  # unpacked bytes below which the ratio does not matter

_DEVICES: Final = tuple(f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³")
_WINDOWS_NAMES: Final = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", *_DEVICES))
_WINDOWS_SIGNS: Final = frozenset('<>:"|?*')
_DAMAGED: Final = (
    zipfile.BadZipFile,
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    EOFError,
    IndexError,  # raised by tarfile for a number that is cut off
    struct.error,
    ValueError,
    OverflowError,
)
_OUR_FAULT: Final = frozenset({
    errno.EACCES, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC,
    errno.EPERM, errno.EROFS,
})  # fmt: skip

_TAR_OVERHEAD: Final = 4_096  # bytes of headers and padding for each file

_MAX_DIRECTORY: Final = 1_000_000  # bytes of a zip's central directory
_ZIP_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may need gigabytes of memory
_ZIP_STARTS: Final = (b"PK\x03\x04", b"PK\x05\x06")
_ZIP_END: Final = b"PK\x05\x06"
_ZIP_END_SIZE: Final = 22
_ZIP64_LOCATOR: Final = b"PK\x06\x07"  # points to a second directory, which overrides the first
_ZIP64_LOCATOR_SIZE: Final = 20
_ZIP_HEADER_SIZE: Final = 30  # of a file, without its name
_MAX_ZIP_COMMENT: Final = 65_535


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A file or folder in an archive."""

    path: PurePosixPath
    size: int  # its stated size in bytes, which may be false
    executable: bool
    is_folder: bool
    open: Callable[[], IO[bytes] | None]


def is_archive(path: Path) -> bool:
    """True if the file's name ends like an archive's, even if the arena cannot unpack this kind."""
    return path.name.casefold().endswith((*SUFFIXES, *OTHER_SUFFIXES))


def stem(path: Path) -> str:
    """Return the file name of an archive without its suffix: "mybot" for "mybot.tar.gz"."""
    return path.name[: len(path.name) - len(suffix_of(path.name))]


def suffix_of(name: str, suffixes: Sequence[str] = SUFFIXES) -> str:
    """Return the suffix among `suffixes` with which the file's name ends; empty if there is none."""
    return next((suffix for suffix in suffixes if name.casefold().endswith(suffix)), "")


@contextmanager
def open_archive(archive: Path) -> Iterator[BinaryIO]:
    """Open an archive during the block, and yield the open file.

    Raise BadBot if the file is missing, is too large, or has an unsupported kind.
    """
    if not suffix_of(archive.name):
        raise BadBot(f"unsupported archive {archive}; pack it as .zip, .tar or .tar.gz")
    if not archive.is_file():
        raise BadBot(f"there is no file {archive}")
    size = archive.stat().st_size
    if size > MAX_PACKED:
        raise BadBot(f"{archive} is too large: {size / 1e6:.0f} MB, at most {MAX_PACKED / 1e6:.0f}")
    try:
        file = archive.open("rb")
    except OSError as error:
        raise BadBot(f"cannot read {archive}: {error.strerror}") from None
    with file:
        yield file


def write_files(archive: Path, file: BinaryIO, folder: Path) -> None:
    """Write the files of an archive into an empty folder. Use `unpack_apart` for an archive from a stranger.

    `archive`: the archive's path, for its suffix and for messages. `file`: the open archive.

    Raise BadBot if the archive is invalid, RunError if this machine cannot write the files.
    """
    kind = suffix_of(archive.name)
    try:
        if kind == ".zip":
            _unpack_zip(archive, file, folder)
        else:
            _unpack_tar(archive, file, folder, compressed=kind != ".tar")
        now = time.time()
        for path in folder.rglob("*"):
            os.utime(path, (now, now))  # the order in an archive does not say which file is newer
    except _DAMAGED as error:
        raise BadBot(f"{archive}: damaged, or not a {kind} archive: {error}") from None
    except (RuntimeError, NotImplementedError) as error:  # nested headers; an unknown compression
        raise BadBot(f"{archive}: {error}") from None
    except OSError as error:
        if error.errno in _OUR_FAULT:
            raise RunError(f"cannot unpack the upload here: {error.strerror}") from None
        raise BadBot(f"{archive}: {error.strerror or error}") from None


def bot_folder(archive: Path, folder: Path) -> Path:
    """Return the bot's folder in an unpacked archive: the first folder with a manifest or a script with the
    usual name.

    The search starts in `folder`. If a folder contains only one folder and no file, the search continues in
    the inner folder. `archive`: the archive's path, for the error message. Raise BadBot if nothing is found.
    """
    while True:
        inside = list(folder.iterdir())
        if any((folder / name).is_file() for name in (MANIFEST, *USUAL)):
            return folder
        if len(inside) != 1 or not inside[0].is_dir():
            raise BadBot(f"{archive} holds no {MANIFEST} and no {USUAL[0]}, at its top or in its only folder")
        folder = inside[0]


# ---- limits ----


def max_unpacked(packed: int) -> int:
    """Return how many bytes an archive may unpack to.

    `packed`: the size of the archive in bytes.
    """
    return min(MAX_BYTES, max(MIN_RATIO_BYTES, MAX_RATIO * packed))


def _checked(archive: Path, packed: int, entries: Iterable[ArchiveEntry]) -> list[ArchiveEntry]:
    """Check the entries of an archive, and return them as a list. `packed`: the archive's size in bytes.

    Raise BadBot if the entries exceed a limit, if none is a file, or if two have the same name.
    """
    found: list[ArchiveEntry] = []
    size = 0
    for entry in entries:
        found.append(entry)
        size += entry.size
        if len(found) > MAX_FILES:
            raise too_many_files(archive)
        if entry.size < 0 or size > max_unpacked(packed):
            raise _too_big(archive, packed)
    _check_duplicates(archive, found)
    if all(entry.is_folder for entry in found):
        raise BadBot(f"{archive} holds no file")
    return found


def _check_duplicates(archive: Path, entries: list[ArchiveEntry]) -> None:
    """Raise BadBot if two names are the same on a system that ignores case or the encoding of accents."""
    files: set[str] = set()
    folders: dict[str, PurePosixPath] = {}
    for folder in (folder for entry in entries for folder in _folders(entry)):
        if folders.setdefault(_folded(folder), folder) != folder:
            raise _duplicate(archive, folder)
    for entry in entries:
        if entry.is_folder:
            continue
        name = _folded(entry.path)
        if name in files or name in folders:
            raise _duplicate(archive, entry.path)
        files.add(name)


def _folders(entry: ArchiveEntry) -> Iterator[PurePosixPath]:
    yield from entry.path.parents
    if entry.is_folder:
        yield entry.path


def _folded(path: PurePosixPath) -> str:
    return unicodedata.normalize("NFKC", str(path)).casefold()


def _duplicate(archive: Path, path: PurePosixPath) -> BadBot:
    name = _quoted(str(path))
    return BadBot(
        f"{archive}: there are two of {name}, or names that are the same on some systems; rename one"
    )


def _too_big(archive: Path, packed: int) -> BadBot:
    if max_unpacked(packed) < MAX_BYTES:
        least = MIN_RATIO_BYTES // 1_000_000
        return BadBot(f"{archive} unpacks to more than {least} MB and more than {MAX_RATIO} times its size")
    return BadBot(f"{archive} unpacks to more than {MAX_BYTES // 1_000_000} MB")


def _path(archive: Path, name: str) -> PurePosixPath:
    """Convert an entry's name to a path. Raise BadBot if the path is not relative and portable."""
    text = _quoted(name)
    if not name or "\0" in name or any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise BadBot(f"{archive}: the name {text} is empty or contains invisible characters; rename the file")
    if name.startswith("/") or "\\" in name or name[1:2] == ":":
        raise BadBot(f"{archive}: {text} is not a relative path; pack it with relative paths and /")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise BadBot(f"{archive}: {text} leads out of the archive; pack it without ..")
    if len(parts) > MAX_DEPTH or len(name.encode(errors="surrogateescape")) > MAX_NAME:
        raise BadBot(f"{archive}: {text} is deeper than {MAX_DEPTH} folders or longer than {MAX_NAME} bytes")
    if any(map(_is_invalid_on_windows, parts)):
        raise BadBot(f"{archive}: {text} is not a valid name on every system; rename the file")
    return PurePosixPath(*parts)


def _is_invalid_on_windows(part: str) -> bool:
    reserved = part.partition(".")[0].rstrip().casefold() in _WINDOWS_NAMES
    return reserved or part.endswith((".", " ")) or not _WINDOWS_SIGNS.isdisjoint(part)


def _quoted(name: str) -> str:
    return repr(name if len(name) <= MAX_SHOWN else name[: MAX_SHOWN - 1] + "…")


def _write_all(archive: Path, packed: int, entries: Iterable[ArchiveEntry], folder: Path) -> None:
    """Write the files of an archive to `folder`. Raise BadBot if they have too many bytes in total."""
    left = max_unpacked(packed)
    for entry in entries:
        if not entry.is_folder:
            content = entry.open()
            assert content
            with content:
                left -= _write_file(archive, content, entry, folder, left)


def _write_file(archive: Path, content: IO[bytes], entry: ArchiveEntry, folder: Path, most: int) -> int:
    """Write a file of an archive to `folder` and return the file's size in bytes.

    Raise BadBot if the file is larger than `most` bytes, or does not have the stated size.
    """
    data = content.read(most + 1)
    if len(data) > most or len(data) != entry.size:
        raise BadBot(f"{archive}: damaged, {_quoted(str(entry.path))} does not have its announced size")
    target = folder / entry.path
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as file:
        file.write(data)
    target.chmod(0o755 if entry.executable else 0o644)
    return len(data)


# ---- tar ----


class _BoundedReader(io.RawIOBase):
    """A reader that decompresses an archive. Raise BadBot after more bytes than the archive may unpack to.

    `size`: the size of the packed archive in bytes.
    """

    def __init__(self, archive: Path, stream: BinaryIO | gzip.GzipFile, size: int) -> None:
        self._archive = archive
        self._stream = stream
        self._size = size
        self._left = max_unpacked(size) + MAX_FILES * _TAR_OVERHEAD

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any buffer will do
        data = self._stream.read(len(buffer))
        # Headers between the files count too: they can be compressed as much as the files.
        self._left -= len(data)
        if self._left < 0:
            raise _too_big(self._archive, self._size)
        buffer[: len(data)] = data
        return len(data)


def _unpack_tar(archive: Path, file: BinaryIO, folder: Path, compressed: bool) -> None:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    stream = gzip.GzipFile(fileobj=file) if compressed else file
    data = io.BufferedReader(_BoundedReader(archive, stream, size)).read()
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
        entries = _checked(archive, size, (_tar_entry(archive, tar, info) for info in tar))
        if data.count(0, tar.offset) != len(data) - tar.offset:  # other readers may see more files
            raise BadBot(f"{archive}: damaged, or there are more bytes after its last file")
        _write_all(archive, size, entries, folder)


def _tar_entry(archive: Path, tar: tarfile.TarFile, info: tarfile.TarInfo) -> ArchiveEntry:
    if info.issym() or info.islnk():
        raise _special(archive, info.name, "a link")
    if not (info.isreg() or info.isdir()) or info.issparse():
        raise _special(archive, info.name, "a device or another special file")
    path = _path(archive, info.name)
    content = partial(tar.extractfile, info)
    return ArchiveEntry(path, info.size, bool(info.mode & stat.S_IXUSR), info.isdir(), content)


def _special(archive: Path, name: str, kind: str) -> BadBot:
    return BadBot(f"{archive}: {_quoted(name)} is {kind}; pack only plain files and folders")


# ---- zip ----


def _unpack_zip(archive: Path, file: BinaryIO, folder: Path) -> None:
    size = file.seek(0, io.SEEK_END)
    directory = _check_directory(archive, file, size)
    with zipfile.ZipFile(file) as opened:
        entries = _checked(archive, size, (_zip_entry(archive, opened, info) for info in opened.infolist()))
        _check_overlaps(archive, opened.infolist(), directory)
        _write_all(archive, size, entries, folder)


def _check_directory(archive: Path, file: BinaryIO, size: int) -> int:
    """Check the central directory (list of files) of a zip file. Return the directory's position in bytes.

    `size`: the size of the zip file in bytes. Raise BadBot if the file is no plain zip archive, if the
    directory is missing or too large, or if there are bytes before or after the archive.
    """
    file.seek(0)
    first = file.read(len(_ZIP_STARTS[0]))
    start = file.seek(max(0, size - _MAX_ZIP_COMMENT - _ZIP_END_SIZE - _ZIP64_LOCATOR_SIZE))
    tail = file.read()
    at = tail.rfind(_ZIP_END)
    if at < 0 or len(tail) - at < _ZIP_END_SIZE:
        raise BadBot(f"{archive}: damaged, or not a .zip archive: it has no directory at its end")
    entries, length, place, comment = struct.unpack("<HIIH", tail[at + 10 : at + _ZIP_END_SIZE])
    if entries > MAX_FILES or length > _MAX_DIRECTORY:
        raise too_many_files(archive)
    zip64 = tail[max(0, at - _ZIP64_LOCATOR_SIZE) : at].startswith(_ZIP64_LOCATOR)
    # With bytes before or after it, other programs might read a different archive from the file.
    gaps = place + length != start + at or at + _ZIP_END_SIZE + comment != len(tail)
    if zip64 or gaps or first not in _ZIP_STARTS:
        raise BadBot(f"{archive}: damaged, or more than a plain .zip archive; pack it again")
    return int(place)


def _check_overlaps(archive: Path, infos: Sequence[zipfile.ZipInfo], directory: int) -> None:
    """Raise BadBot if files in a zip overlap.

    Otherwise the same packed bytes could be unpacked many times.

    `directory`: the position of the central directory (list of files), which follows all files.
    """
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise BadBot(
                f"{archive}: {_quoted(info.orig_filename)} overlaps another file in it; pack it again"
            )
        end = info.header_offset + _ZIP_HEADER_SIZE + info.compress_size
    if end > directory:
        raise BadBot(f"{archive}: damaged, its files overlap its directory")


def _zip_entry(archive: Path, opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> ArchiveEntry:
    name = _quoted(info.filename)
    if info.flag_bits & 1:
        raise BadBot(f"{archive}: {name} is encrypted; pack it without a password")
    if info.compress_type not in _ZIP_METHODS:
        raise BadBot(f"{archive}: {name} has an unsupported compression; pack it with deflate")
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        kind = "a link" if stat.S_ISLNK(mode) else "a device or another special file"
        raise _special(archive, info.filename, kind)
    path = _path(archive, info.orig_filename)
    content = partial(opened.open, info)
    return ArchiveEntry(path, info.file_size, bool(mode & stat.S_IXUSR), info.is_dir(), content)
