"""List the files of a bot, and compute the bot's version, which is a digest of its files."""

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.service.bots.bot import File
from arena.service.errors import BadBot

BUILD: Final = "build"  # the folder for the results of the build line, and for nothing else
MAX_FILES: Final = 1_000
MAX_BYTES: Final = 50_000_000
NOT_PARTS: Final = ("__pycache__", "target", "node_modules")  # left by compilers and installers


def files_in(folder: Path) -> tuple[File, ...]:
    """Return the files of a bot's folder, sorted by name. Raise BadBot if there are too many.

    Each file has its name relative to the folder, and its path.
    """
    found = []
    for name, path in _walk(folder):
        if path.is_file():
            found.append((name, path))
        if len(found) > MAX_FILES:
            raise too_many_files(folder)
    return tuple(sorted(found))


def too_many_files(where: Path) -> BadBot:
    """Return the error for a folder or archive with more than MAX_FILES files."""
    return BadBot(f"{where} holds more than {MAX_FILES:,} files; remove those that the bot does not need")


def _walk(folder: Path) -> Iterator[File]:
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if is_part(name)]
        for name in names:
            if is_part(name) and not name.endswith(".pyc"):
                path = Path(where, name)
                yield path.relative_to(folder).as_posix(), path


def is_part(name: str) -> bool:
    """True if a file or folder with this name belongs to the bot.

    Hidden files do not, nor folders that compilers and installers leave, such as `node_modules`.
    """
    return not name.startswith(".") and name not in NOT_PARTS


def version(files: Iterable[File], member: str = "") -> str:
    """Return a bot's version, the SHA-256 of its files and `member`, in hex.

    The names, sizes and bytes of the files count. `member`: the class or function that is the bot; empty for
    the whole script. Raise BadBot if the files are too large.
    """
    hasher = sha256()
    total = 0
    for name, path in sorted(files):
        content = read_up_to(MAX_BYTES, path)
        total += len(content)
        if total > MAX_BYTES:
            raise BadBot(f"the bot at {path.parent} is too large: at most {MAX_BYTES // 1_000_000} MB")
        hasher.update(f"{name}\n{len(content)}\n".encode(errors="surrogateescape") + content)
    hasher.update(member.encode())
    return hasher.hexdigest()


def read_up_to(most: int, path: Path) -> bytes:
    """Return the first `most` + 1 bytes of a file; all bytes if the file is shorter.

    A result with more than `most` bytes means that the file is too large. Raise BadBot if the file cannot
    be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise BadBot(f"{path}: {error.strerror}") from None
