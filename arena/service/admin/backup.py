"""Back up a database to one file, while the arena runs."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.service.admin.database_errors import existing_database, raise_database_errors
from arena.service.admin.postgres_tools import run_tool
from arena.service.common.files import rename_exclusively, sync_folder
from arena.service.database import file_of
from arena.service.errors import BadSettings, DatabaseError
from arena.store.database.copies import copy_file
from arena.store.database.integrity import IntegrityReport, check_file
from arena.store.database.private_files import make_private_file
from arena.store.database.urls import hide_secrets


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was written and checked: its file, its size and the result of the check."""

    where: str  # the database's URL without its password
    path: Path
    size: int  # bytes of the backup file
    integrity: IntegrityReport  # of the check: schema, row counts, whether the ledger is intact


def back_up(option: str | None, path: Path, replace: bool = False) -> Backup:
    """Write a backup of the database to a file, which appears only once it is complete.

    `option`: the value of --db. `path`: the file. `replace`: overwrite an existing file.

    Raise BadSettings if `path` is not a usable file name, or exists and `replace` is False. Raise
    DatabaseError if the database cannot be read or the file cannot be written.
    """
    url = existing_database(option)
    _check_target(path, file_of(url), replace)
    with temporary_file(path) as temporary:
        with raise_database_errors(url, "; nothing was written"):
            source = file_of(url)
            if source:
                copy_file(source, temporary)
            integrity = check_file(temporary) if source else _dump(url, temporary)
        _move_into_place(temporary, path, replace)
    return Backup(hide_secrets(url), path, path.stat().st_size, integrity)


def _dump(url: str, temporary: Path) -> IntegrityReport:
    """Write a dump of a PostgreSQL database to a file and check it. Return the report on its contents."""
    from arena.store.database.copies import snapshot

    with snapshot(url) as (name, integrity):
        options = ("--format=custom", "--no-owner", "--no-privileges")
        make_private_file(temporary)
        run_tool("pg_dump", (*options, f"--snapshot={name}", f"--file={temporary}"), url)
    run_tool("pg_restore", ("--list", str(temporary)))
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    return integrity


@contextmanager
def temporary_file(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file in the folder of `path`. It is deleted after the block.

    Raise DatabaseError if the block raises OSError, for example because the disk is full.
    """
    temporary = path.resolve().with_name(f".{secrets.token_hex(8)}.part")
    try:
        yield temporary
    except OSError as error:
        raise DatabaseError(f"{path}: {error.strerror or error}; nothing was changed") from error
    finally:
        for name in (
            temporary,
            *(temporary.with_name(f"{temporary.name}{end}") for end in ("-wal", "-shm", "-journal")),
        ):
            name.unlink(missing_ok=True)


def _check_target(path: Path, source: Path | None, replace: bool) -> None:
    if path.is_dir():
        raise BadSettings(f"{path} is a folder; name a file in it")
    if path.exists() and not path.is_file():
        raise BadSettings(f"{path} is not a file; name one")
    if source is not None and path.exists() and path.samefile(source):
        raise BadSettings(f"{path} is the database itself; name another file")
    if path.exists() and not replace:
        raise BadSettings(f"{path} already exists; name another file, or replace it with --force")


def _move_into_place(temporary: Path, path: Path, replace: bool) -> None:
    """Rename a temporary file to its final name.

    Raise FileExistsError if the name is taken and `replace` is False.
    """
    if replace:
        temporary.replace(path.resolve())  # replace the file, not a link to it
    else:
        rename_exclusively(temporary, path)
    sync_folder(path.resolve().parent)
