"""Replace a database with a backup. The backup is checked first, and the old database is kept."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from arena.service.admin.backup import temporary_file
from arena.service.admin.copy import copy_database
from arena.service.admin.postgres_tools import DUMP, restore_dump
from arena.service.common.files import rename_exclusively, sync_folder
from arena.service.database import database_url, file_of, open_database
from arena.service.errors import BadSettings, DatabaseError
from arena.store.database.copies import copy_file, lock_sqlite_file
from arena.store.database.failures import Locked, StoreFailed
from arena.store.database.integrity import SQLITE, IntegrityReport, Unsound, check_file, inspect_database
from arena.store.database.private_files import make_private_folder
from arena.store.database.urls import hide_secrets, sqlite_url

_ENDS: Final = ("-wal", "-shm")


@dataclass(frozen=True, slots=True)
class RestoredDatabase:
    """The result of a restore: the database, the check of its contents, and the old database's new name."""

    where: str  # its URL or file
    integrity: IntegrityReport
    kept: str  # the new name of the old database's file; empty without one


def restore(path: Path, option: str | None, force: bool = False) -> RestoredDatabase:
    """Replace the database with a backup and upgrade its schema. After an error, the database is unchanged.

    If the replaced database is an SQLite file with rows, it is kept under another name.

    `path`: the backup. `option`: the value of --db. `force`: also replace a database that is not empty, and
    accept a backup with a broken ledger (the hash chain of all commits).

    Raise BadSettings for an invalid backup, DatabaseError if the database cannot be replaced.
    """
    url = database_url(option)
    kind = _kind(path)
    try:
        if kind == DUMP:
            return _restore_dump(path, url, force)
        _check_ledger(path, check_file(path), force)
        if target := file_of(url):
            return _restore_file(path, target.resolve(), force)  # replace the file, not a link to it
        return RestoredDatabase(hide_secrets(url), copy_database(path, url), "")
    except Unsound as error:
        raise BadSettings(f"{path}: {error}; nothing was changed") from error
    except StoreFailed as error:
        raise DatabaseError(f"{hide_secrets(url)}: {error}; nothing was changed") from error


def _kind(path: Path) -> bytes:
    """Return the kind of a backup file, SQLITE or DUMP, by its first bytes.

    Raise BadSettings for other files.
    """
    if path.is_dir():
        raise BadSettings(f"{path} is a folder; name a backup file")
    try:
        with path.open("rb") as file:
            start = file.read(len(SQLITE))
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from error
    for kind in (SQLITE, DUMP):
        if start.startswith(kind):
            return kind
    raise BadSettings(f"{path} is not a backup; arena db backup writes one")


def _check_ledger(path: Path, contents: IntegrityReport, force: bool) -> None:
    if contents.broken and not force:
        raise BadSettings(f"{path}: {contents.broken}; restore it anyway with --force")


def _restore_dump(path: Path, url: str, force: bool) -> RestoredDatabase:
    if file_of(url):
        raise BadSettings(
            f"{path} is a backup of PostgreSQL; restore it there (--db postgresql://…), then arena db copy"
        )
    return RestoredDatabase(hide_secrets(url), restore_dump(path, url, force), "")


def _restore_file(path: Path, target: Path, force: bool) -> RestoredDatabase:
    if target.exists() and target.samefile(path):
        raise BadSettings(f"{path} is the database itself; name a backup of it")
    filled = target.exists() and not _is_empty(target)
    if filled and not force:
        raise DatabaseError(f"{target}: not empty; --force replaces it and keeps the old one")
    make_private_folder(target.parent)
    with temporary_file(target) as temporary:
        copy_file(path, temporary)
        with open_database(str(temporary)):
            pass  # opening it upgrades it
        contents = check_file(temporary)
        name = f"{target.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        kept = target.with_name(name) if filled else None
        _swap(temporary, target, kept)
    return RestoredDatabase(str(target), contents, str(kept or ""))


def _is_empty(target: Path) -> bool:
    """True if a database file has no rows. A file that cannot be read counts as not empty."""
    if not target.stat().st_size:
        return True
    with suppress(StoreFailed):
        return inspect_database(sqlite_url(target)).is_empty
    return False


def _swap(temporary: Path, target: Path, kept: Path | None) -> None:
    """Put the database file `temporary` in the place of the file `target`.

    `kept`: the new path of the old file; None: delete the old file.
    """
    if not target.exists():
        rename_exclusively(temporary, target)
    elif _is_damaged(target):
        for end in _ENDS:  # these files belong to the old database file
            _move(target, kept, end)
        _exchange(temporary, target, kept)
    else:
        with lock_sqlite_file(target):
            _exchange(temporary, target, kept)
    sync_folder(target.parent)


def _exchange(temporary: Path, target: Path, kept: Path | None) -> None:
    if kept:
        os.link(target, kept)
    temporary.replace(target)


def _move(target: Path, kept: Path | None, end: str) -> None:
    extra = target.with_name(target.name + end)
    if extra.exists() and kept:
        extra.replace(kept.with_name(kept.name + end))


def _is_damaged(target: Path) -> bool:
    """True if SQLite cannot open the database file. Raise Locked if another program has it open."""
    try:
        with lock_sqlite_file(target):
            return False
    except Locked as error:
        raise Locked(
            "another program has it open; stop tournaments and arena serve first (fuser FILE shows them)"
        ) from error
    except StoreFailed:
        return True
