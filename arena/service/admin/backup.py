"""A copy of a database in one file, as it is at one moment; the arena may go on meanwhile."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.service.admin.database_errors import told_of
from arena.service.admin.postgres_tools import carry_out
from arena.service.common.atomic_file import folder_on_disk, give_name
from arena.service.database import database_url, file_of, is_there
from arena.service.errors import BadSettings, DatabaseError, NoDatabase
from arena.store.database.integrity import Sound, sound_file
from arena.store.database.private_files import make_private_file
from arena.store.database.sqlite_copy import copy_file
from arena.store.database.urls import shown


@dataclass(frozen=True, slots=True)
class BackUp:
    """A back-up that was written, and looked through since. `size` in bytes."""

    where: str
    path: Path
    size: int
    sound: Sound


def back_up(option: str | None, path: Path, replace: bool = False) -> BackUp:
    """Write a back-up to a file, which is there when it is complete. Nothing is upgraded.

    Raises BadSettings of a file that must not be written, DatabaseError.
    """
    url = database_url(option)
    if not is_there(option):
        raise NoDatabase(f"{shown(url)}: there is no database")
    _check_target(path, file_of(url), replace)
    with half_file(path) as half:
        with told_of(url, "; nothing was written"):
            source = file_of(url)
            sound = _of_file(source, half) if source else _dump(url, half)
        _name(half, path, replace)
    return BackUp(shown(url), path, path.stat().st_size, sound)


def _of_file(source: Path, half: Path) -> Sound:
    copy_file(source, half)
    return sound_file(half)


def _dump(url: str, half: Path) -> Sound:
    """A dump of just what was looked through."""
    from arena.store.database.snapshot import snapshot

    with snapshot(url) as (name, sound):
        options = ("--format=custom", "--no-owner", "--no-privileges", "--exclude-schema=before_restore_*")
        make_private_file(half)
        carry_out("pg_dump", (*options, f"--snapshot={name}", f"--file={half}"), url)
    carry_out("pg_restore", ("--list", str(half)))
    with half.open("rb") as file:
        os.fsync(file.fileno())
    return sound


@contextmanager
def half_file(path: Path) -> Iterator[Path]:
    """A name beside a file, under which nothing is left. Raises DatabaseError where it cannot be written."""
    half = path.resolve().with_name(f".{secrets.token_hex(8)}.part")
    try:
        yield half
    except OSError as error:
        raise DatabaseError(f"{path}: {error.strerror or error}; nothing was changed") from error
    finally:
        for name in (half, *(half.with_name(f"{half.name}{end}") for end in ("-wal", "-shm", "-journal"))):
            name.unlink(missing_ok=True)


def _check_target(path: Path, source: Path | None, replace: bool) -> None:
    if path.is_dir():
        raise BadSettings(f"{path} is a folder: name a file in it")
    if path.exists() and not path.is_file():
        raise BadSettings(f"{path} is no file: name one")
    if source is not None and path.exists() and path.samefile(source):
        raise BadSettings(f"{path} is the database itself: name another file")
    if path.exists() and not replace:
        raise BadSettings(f"{path} is there already: name another file, or --force replaces it")


def _name(half: Path, path: Path, replace: bool) -> None:
    """Give a file its name; where somebody else made one of that name meanwhile, that is kept."""
    if replace:
        half.replace(path.resolve())  # of a link what it names
    else:
        give_name(half, path)
    folder_on_disk(path.resolve().parent)
