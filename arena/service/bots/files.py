"""The files that make a bot what it is, and the digest over them that is its version."""

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.service.bots.bot import File
from arena.service.errors import BadBot

BUILD: Final = "build"  # what a bot's build line makes, and nothing else
MAX_FILES: Final = 1_000
MAX_BYTES: Final = 50_000_000
NOT_PARTS: Final = ("__pycache__", "target", "node_modules")  # what compilers and installers leave


def files_in(folder: Path) -> tuple[File, ...]:
    """The files of a bot's folder by their names in it. Raises BadBot if they are too many."""
    found = []
    for name, path in _walk(folder):
        if path.is_file():
            found.append((name, path))
        if len(found) > MAX_FILES:
            raise too_many(folder)
    return tuple(sorted(found))


def too_many(where: Path) -> BadBot:
    """What is wrong with a folder or an archive of more than MAX_FILES."""
    return BadBot(f"{where} holds more than {MAX_FILES:,} files: leave in it only what the bot needs")


def _walk(folder: Path) -> Iterator[File]:
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if is_part(name)]
        for name in names:
            if is_part(name) and not name.endswith(".pyc"):
                path = Path(where, name)
                yield path.relative_to(folder).as_posix(), path


def is_part(name: str) -> bool:
    """Whether a file or folder of this name is a part of the bot: hidden and intermediate ones are not."""
    return not name.startswith(".") and name not in NOT_PARTS


def version(files: Iterable[File], member: str = "") -> str:
    """SHA-256 over names, sizes and bytes of the files in the order of their names; then the member."""
    hasher = sha256()
    total = 0
    for name, path in sorted(files):
        content = read_up_to(MAX_BYTES, path)
        total += len(content)
        if total > MAX_BYTES:
            raise BadBot(f"a bot may have {MAX_BYTES // 1_000_000} MB, there is more at {path.parent}")
        hasher.update(f"{name}\n{len(content)}\n".encode(errors="surrogateescape") + content)
    hasher.update(member.encode())
    return hasher.hexdigest()


def read_up_to(most: int, path: Path) -> bytes:
    """What is in the file, of one that is longer than `most` bytes one more of them. Raises BadBot."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise BadBot(f"{path}: {error.strerror}") from None
