"""Unpacking a zip archive."""

import io
import stat
import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from arena.service.bots.files import MAX_FILES, too_many
from arena.service.errors import BadBot
from arena.service.submission.archive_limits import ArchiveEntry, checked, most_bytes, path_of, shown, write

MAX_INDEX: Final = 1_000_000  # bytes of its directory
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may ask for gigabytes to begin with
_FIRST: Final = (b"PK\x03\x04", b"PK\x05\x06")
_END: Final = b"PK\x05\x06"
_END_SIZE: Final = 22
_FOR_HUGE: Final = b"PK\x06\x07"  # the locator of a second directory, which overrides the first
_LOCATOR_SIZE: Final = 20
_HEAD_SIZE: Final = 30  # of a file, without its name
_COMMENT: Final = 65_535


def unzip(archive: Path, file: BinaryIO, folder: Path) -> None:
    size = file.seek(0, io.SEEK_END)
    index = _checked_index(archive, file, size)
    with zipfile.ZipFile(file) as opened:
        entries = checked(archive, size, (_zipped(archive, one) for one in opened.infolist()))
        _check_places(archive, opened.infolist(), index)
        left = most_bytes(size)
        for entry in entries:
            if not entry.is_folder:
                assert isinstance(entry.inside, zipfile.ZipInfo)
                with opened.open(entry.inside) as content:
                    left -= write(archive, content, entry, folder, left)


def _checked_index(archive: Path, file: BinaryIO, size: int) -> int:
    """Where its directory begins. Raises BadBot for one that would fill the memory when it is read, and where
    there is anything before or behind: a reader in another language may see another archive.
    """
    file.seek(0)
    first = file.read(len(_FIRST[0]))
    start = file.seek(max(0, size - _COMMENT - _END_SIZE - _LOCATOR_SIZE))
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise BadBot(f"{archive} is damaged, or no .zip archive: it has no directory at its end")
    entries, length, place, comment = struct.unpack("<HIIH", tail[at + 10 : at + _END_SIZE])
    if entries > MAX_FILES or length > MAX_INDEX:
        raise too_many(archive)
    huge = tail[max(0, at - _LOCATOR_SIZE) : at].startswith(_FOR_HUGE)
    if huge or first not in _FIRST or place + length != start + at or at + _END_SIZE + comment != len(tail):
        raise BadBot(f"{archive}: damaged, or something else than a .zip archive as well: pack it anew")
    return int(place)


def _check_places(archive: Path, infos: Sequence[zipfile.ZipInfo], index: int) -> None:
    """Raises BadBot where files lie over each other: one packed byte would be unpacked many times."""
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise BadBot(f"{archive}: {shown(info.orig_filename)} lies over another file in it")
        end = info.header_offset + _HEAD_SIZE + info.compress_size
    if end > index:
        raise BadBot(f"{archive}: damaged, or its files lie over its directory")


def _zipped(archive: Path, info: zipfile.ZipInfo) -> ArchiveEntry:
    if info.flag_bits & 1:
        raise BadBot(f"{archive}: {shown(info.filename)} is encrypted: pack it without a password")
    if info.compress_type not in METHODS:
        raise BadBot(f"{archive}: {shown(info.filename)} is packed in a rare way: pack it with deflate")
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise BadBot(f"{archive}: {shown(info.filename)} is {_what(mode)}: only files and folders are taken")
    path = path_of(archive, info.orig_filename)
    return ArchiveEntry(path, info.file_size, bool(mode & stat.S_IXUSR), info.is_dir(), info)


def _what(mode: int) -> str:
    return "a link" if stat.S_ISLNK(mode) else "a device or something else that is no file"
