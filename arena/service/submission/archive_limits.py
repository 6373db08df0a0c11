"""What an archive may hold: plain files of plain names, not too many and not too big."""

import tarfile
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Final

from arena.service.bots.files import MAX_BYTES, MAX_FILES, too_many
from arena.service.errors import BadBot

MAX_DEPTH: Final = 10
MAX_NAME: Final = 200  # bytes of a path
MAX_SHOWN: Final = 60  # characters of a path in a message
MAX_RATIO: Final = 100  # bytes unpacked for each packed one
ANY_RATIO: Final = 1_000_000  # bytes unpacked up to which that does not matter
_PORTS: Final = tuple(f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³")
_FOR_WINDOWS: Final = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS))
_NOT_FOR_WINDOWS: Final = frozenset('<>:"|?*')


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A file or folder in an archive. `size` is what the archive says."""

    path: PurePosixPath
    size: int
    executable: bool
    is_folder: bool
    inside: zipfile.ZipInfo | tarfile.TarInfo


def path_of(archive: Path, name: str) -> PurePosixPath:
    """The path of an entry, if it is a plain one inside. Raises BadBot."""
    text = shown(name)
    if not name or "\0" in name or any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise BadBot(f"{archive}: the name {text} holds what cannot be seen, or nothing")
    if name.startswith("/") or "\\" in name or name[1:2] == ":":
        raise BadBot(
            f"{archive}: {text} is not a path inside of the archive: pack it with relative paths, with /"
        )
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise BadBot(f"{archive}: {text} leads out of the archive: pack it without ..")
    if len(parts) > MAX_DEPTH or len(name.encode(errors="surrogateescape")) > MAX_NAME:
        raise BadBot(f"{archive}: {text} lies deeper than {MAX_DEPTH} folders, or has too long a path")
    if any(map(_only_here, parts)):
        raise BadBot(f"{archive}: {text} is no name of a file on every system: choose another")
    return PurePosixPath(*parts)


def _only_here(part: str) -> bool:
    """Whether a name is one only on some systems."""
    reserved = part.partition(".")[0].rstrip().casefold() in _FOR_WINDOWS
    return reserved or part.endswith((".", " ")) or not _NOT_FOR_WINDOWS.isdisjoint(part)


def most_bytes(packed: int) -> int:
    """How many bytes an archive of that size may hold when it is unpacked."""
    return min(MAX_BYTES, max(ANY_RATIO, MAX_RATIO * packed))


def checked(archive: Path, packed: int, entries: Iterable[ArchiveEntry]) -> list[ArchiveEntry]:
    """All entries, if they are not too many or too big, and no two are one. Raises BadBot.

    `packed`: the size of the archive itself.
    """
    found: list[ArchiveEntry] = []
    size = 0
    for entry in entries:
        found.append(entry)
        size += entry.size
        if len(found) > MAX_FILES:
            raise too_many(archive)
        if entry.size < 0 or size > most_bytes(packed):
            raise too_big(archive, packed)
    _check_names(archive, found)
    if not any(not entry.is_folder for entry in found):
        raise BadBot(f"{archive} holds no file")
    return found


def _check_names(archive: Path, entries: list[ArchiveEntry]) -> None:
    """Raises BadBot where two are the same, here or where case or accents make no difference."""
    files: set[str] = set()
    folders: dict[str, PurePosixPath] = {}
    for folder in (folder for entry in entries for folder in _folders(entry)):
        if folders.setdefault(_folded(folder), folder) != folder:
            raise _two(archive, folder)
    for entry in entries:
        if entry.is_folder:
            continue
        name = _folded(entry.path)
        if name in files or name in folders:
            raise _two(archive, entry.path)
        files.add(name)


def _two(archive: Path, path: PurePosixPath) -> BadBot:
    return BadBot(f"{archive}: there are two of {shown(str(path))}, which many systems take for one")


def _folders(entry: ArchiveEntry) -> Iterator[PurePosixPath]:
    yield from entry.path.parents
    if entry.is_folder:
        yield entry.path


def _folded(path: PurePosixPath) -> str:
    return unicodedata.normalize("NFKC", str(path)).casefold()


def write(archive: Path, content: IO[bytes], entry: ArchiveEntry, folder: Path, most: int) -> int:
    """Write one file; gives its size. Raises BadBot if that is more, or not what the archive says."""
    data = content.read(most + 1)
    if len(data) > most or len(data) != entry.size:
        raise BadBot(f"{archive}: damaged, {shown(str(entry.path))} does not have the size that it says")
    target = folder / entry.path
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as file:
        file.write(data)
    target.chmod(0o755 if entry.executable else 0o644)
    return len(data)


def too_big(archive: Path, packed: int) -> BadBot:
    if most_bytes(packed) < MAX_BYTES:
        return BadBot(
            f"{archive} holds more than {MAX_RATIO} times its size when it is unpacked, and more than "
            f"{ANY_RATIO // 1_000_000} MB"
        )
    return BadBot(f"{archive} holds more than {MAX_BYTES // 1_000_000} MB when it is unpacked")


def shown(name: str) -> str:
    return repr(name if len(name) <= MAX_SHOWN else name[: MAX_SHOWN - 1] + "…")
