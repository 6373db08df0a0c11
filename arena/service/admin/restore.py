"""A back-up put in the place of a database: it is looked through first, and what was there is kept."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from arena.service.admin.backup import half_file
from arena.service.admin.copy import copy_database
from arena.service.admin.postgres_restore import restore_dump
from arena.service.admin.postgres_tools import DUMP
from arena.service.common.atomic_file import folder_on_disk, give_name
from arena.service.database import database_url, file_of, open_database
from arena.service.errors import BadSettings, DatabaseError
from arena.store.database.failures import Locked, StoreFailed
from arena.store.database.inspect import look
from arena.store.database.integrity import SQLITE, Sound, Unsound, sound_file
from arena.store.database.private_files import make_private_folder
from arena.store.database.sqlite_copy import alone, copy_file
from arena.store.database.urls import shown, sqlite_url

_ENDS: Final = ("-wal", "-shm")


@dataclass(frozen=True, slots=True)
class Restored:
    """What is in the database now. `kept`: where that is which was there before, if anything."""

    where: str
    sound: Sound
    kept: str


def restore(path: Path, option: str | None, force: bool = False) -> Restored:
    """Put a back-up in the place of the database, upgraded. Where that fails nothing is changed.

    `force`: also if there is something in it, which is kept beside; or the back-up's ledger does not fit.
    Raises BadSettings of a file that is no back-up, DatabaseError.
    """
    url = database_url(option)
    kind = _kind(path)
    try:
        if kind == DUMP:
            return _of_dump(path, url, force)
        _check_ledger(path, sound_file(path), force)
        if target := file_of(url):
            return _of_file(path, target.resolve(), force)  # of a link what it names
        return Restored(shown(url), copy_database(path, url), "")
    except Unsound as error:
        raise BadSettings(f"{path}: {error}; nothing was changed") from error
    except StoreFailed as error:
        raise DatabaseError(f"{shown(url)}: {error}; nothing was changed") from error


def _kind(path: Path) -> bytes:
    """How the file begins, which says what made it."""
    if path.is_dir():
        raise BadSettings(f"{path} is a folder: name the file of a back-up")
    try:
        with path.open("rb") as file:
            begins = file.read(len(SQLITE))
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from error
    for kind in (SQLITE, DUMP):
        if begins.startswith(kind):
            return kind
    raise BadSettings(f"{path} is no back-up of an arena: arena db backup writes one")


def _check_ledger(path: Path, found: Sound, force: bool) -> None:
    if found.broken and not force:
        raise BadSettings(f"{path}: {found.broken}; --force takes it as it is")


def _of_dump(path: Path, url: str, force: bool) -> Restored:
    if file_of(url):
        raise BadSettings(
            f"{path} is a back-up of PostgreSQL: restore it there (--db postgresql://…), then arena db copy"
        )
    sound, kept = restore_dump(path, url, force)
    return Restored(shown(url), sound, kept)


def _of_file(path: Path, target: Path, force: bool) -> Restored:
    if target.exists() and target.samefile(path):
        raise BadSettings(f"{path} is the database itself: name a back-up of it")
    filled = target.exists() and not _is_empty(target)
    if filled and not force:
        raise DatabaseError(f"{target}: there is something in it; --force keeps that beside and goes on")
    make_private_folder(target.parent)
    with half_file(target) as half:
        copy_file(path, half)
        with open_database(str(half)):
            pass  # that upgrades it
        found = sound_file(half)
        name = f"{target.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        kept = target.with_name(name) if filled else None
        _swap(half, target, kept)
    return Restored(str(target), found, str(kept or ""))


def _is_empty(target: Path) -> bool:
    """Nothing but tables. What cannot be read is not empty."""
    if not target.stat().st_size:
        return True
    with suppress(StoreFailed):
        return look(sqlite_url(target)).is_empty
    return False


def _swap(half: Path, target: Path, kept: Path | None) -> None:
    """One file in the place of the other, which keeps its bytes under another name."""
    if not target.exists():
        give_name(half, target)
    elif _is_damaged(target):
        for end in _ENDS:  # nobody can read these into it any more
            _move(target, kept, end)
        _exchange(half, target, kept)
    else:
        with alone(target):
            _exchange(half, target, kept)
    folder_on_disk(target.parent)


def _exchange(half: Path, target: Path, kept: Path | None) -> None:
    if kept:
        os.link(target, kept)
    half.replace(target)


def _move(target: Path, kept: Path | None, end: str) -> None:
    beside = target.with_name(target.name + end)
    if beside.exists() and kept:
        beside.replace(kept.with_name(kept.name + end))


def _is_damaged(target: Path) -> bool:
    """Whether SQLite cannot even open it. Raises Locked where somebody else has it open."""
    try:
        with alone(target):
            return False
    except Locked as error:
        raise Locked(
            "somebody has it open, a tournament or arena serve: end that first (fuser FILE shows who)"
        ) from error
    except StoreFailed:
        return True
