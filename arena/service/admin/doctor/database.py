"""Check the database: its disk, its permissions, its contents and its schema."""

import contextlib
import shlex
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from arena.service.admin.doctor.postgres import ELSEWHERE, NAME, schema_result, server
from arena.service.admin.doctor.result import Finding, failed, ok, warning
from arena.service.common.paths import FAR_AWAY, MOUNTS, existing_folder, file_system
from arena.service.database import database_url, file_of

REPAIR: Final = "restore a backup; `sqlite3 FILE .recover` saves what is readable"
IN_MEMORY: Final = frozenset({"tmpfs", "ramfs"})
LOCK_TIMEOUT_S: Final = 5.0
MAX_CHECKED_SIZE: Final = 500_000_000  # bytes; larger files are not read completely


def database(option: str | None, mounts: Path = MOUNTS) -> Iterator[Finding]:
    """Check the database without changing it, and yield the results.

    `option`: the value of --db. `mounts`: the kernel's list of mounted file systems.
    """
    url = database_url(option)
    if path := file_of(url):
        yield from _file(path, mounts)
    else:
        yield from server(url)


def _file(path: Path, mounts: Path) -> Iterator[Finding]:
    folder = existing_folder(path.parent)
    yield on_disk(folder, file_system(folder, mounts))
    if reason := _write_problem(folder):
        yield failed(NAME, f"{folder} is not writable: {reason}", f"become its owner, or {ELSEWHERE}")
    elif not path.exists():
        yield ok(NAME, f"none yet; it will be created at {path}")
    else:
        yield from _readable_by_others(path)
        yield _open_file(path)


def _readable_by_others(path: Path) -> Iterator[Finding]:
    """Yield a warning if other users of this machine can read the database file, which holds secrets."""
    files = [path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm"))]
    exposed = [str(file) for file in files if file.exists() and file.stat().st_mode & stat.S_IROTH]
    if exposed and all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents):
        found = f"all users of this machine can read {path} and its shuffle secrets"
        yield warning("its readers", found, shlex.join(["chmod", "o=", *exposed]))


def on_disk(folder: Path, kind: str) -> Finding:
    """Check that the database's folder is on a file system that is safe for SQLite.

    `kind`: the type of the file system, such as "nfs4".
    """
    if kind in FAR_AWAY:
        found = f"{folder} is on {kind}, where SQLite's write-ahead log is not safe"
        return failed("its disk", found, f"put it on a local disk: {ELSEWHERE}")
    if kind in IN_MEMORY:
        found = f"{folder} is in memory ({kind}): lost when the machine restarts"
        return warning("its disk", found, ELSEWHERE)
    return ok("its disk", f"{folder} is on a local file system{f', {kind}' if kind else ''}")


def _write_problem(folder: Path) -> str:
    """Return why files cannot be created in a folder; "" if they can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
            file.flush()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _open_file(path: Path) -> Finding:
    """Check that a database file can be read and written, without changing it. Return the result."""
    size = path.stat().st_size
    address = f"file:{quote(bytes(path))}?mode=rw"
    try:
        with contextlib.closing(
            sqlite3.connect(address, timeout=LOCK_TIMEOUT_S, isolation_level=None, uri=True)
        ) as opened:
            known = _revision(opened)
            if size <= MAX_CHECKED_SIZE and (damage := _damage(opened)):
                return failed(NAME, f"{path} is damaged: {damage}", REPAIR)
            opened.execute("BEGIN IMMEDIATE")
            opened.execute("CREATE TABLE written_by_arena_doctor (x INTEGER)")
            opened.execute("ROLLBACK")
    except sqlite3.Error as error:
        return _error_result(str(path), error)
    return schema_result(f"{path}, {size / 1e6:,.1f} MB", known)


def _error_result(where: str, error: sqlite3.Error) -> Finding:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_BUSY:
        return warning(
            NAME, f"{where}: locked by another program for {LOCK_TIMEOUT_S:g} s", "wait and try again"
        )
    if code == sqlite3.SQLITE_READONLY:
        return failed(NAME, f"{where} is read-only", f"become its owner (chown), or {ELSEWHERE}")
    damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return failed(NAME, f"{where}: {error}", REPAIR if damaged else ELSEWHERE)


def _revision(opened: sqlite3.Connection) -> str | None:
    """Return the revision of the database's schema; None if the database is empty."""
    tables = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
    if not opened.execute(tables).fetchone()[0]:
        return None
    row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else None


def _damage(opened: sqlite3.Connection) -> str:
    result = opened.execute("PRAGMA quick_check(1)").fetchone()
    return "" if result == ("ok",) else str(result[0])
