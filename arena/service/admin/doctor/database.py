"""The database: where it lies, whether it can be read and written, and whether it is of this arena's time."""

import contextlib
import shlex
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from arena.service.admin.doctor.machine import nearest
from arena.service.admin.doctor.result import Finding, failed, ok, warning
from arena.service.admin.doctor.schema import ELSEWHERE, NAME, schema
from arena.service.admin.doctor.server import server
from arena.service.common.paths import FAR_AWAY, MOUNTS, file_system
from arena.service.database import database_url

MEND: Final = "restore a copy; `sqlite3 FILE .recover` saves what can be read"
FORGETS: Final = frozenset({"tmpfs", "ramfs"})
WAIT_S: Final = 5.0  # for somebody who is writing
MAX_READ: Final = 500_000_000  # bytes of a file that is read whole to see that it is sound


def database(option: str | None, mounts: Path = MOUNTS) -> Iterator[Finding]:
    """What `--db` names, or would without it. Nothing is made and nothing is changed."""
    url = database_url(option)
    if url.startswith("sqlite:///"):
        yield from _file(Path(url.removeprefix("sqlite:///")), mounts)
    else:
        yield from server(url)


def place(option: str | None) -> Path | None:
    """The folder of the database, None where it is no file."""
    url = database_url(option)
    return Path(url.removeprefix("sqlite:///")).parent if url.startswith("sqlite:///") else None


def _file(path: Path, mounts: Path) -> Iterator[Finding]:
    folder = nearest(path.parent)
    yield on_disk(folder, file_system(folder, mounts))
    if wrong := _not_writable(folder):
        yield failed(NAME, f"{folder} cannot be written: {wrong}", f"become its owner, or {ELSEWHERE}")
    elif not path.exists():
        yield ok(NAME, f"none yet; it is made at {path}")
    else:
        yield from _readable_by_others(path)
        yield _opened(path)


def _readable_by_others(path: Path) -> Iterator[Finding]:
    """Yield a warning if another user of this machine can read the database: it holds secrets."""
    files = [path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm"))]
    exposed = [str(file) for file in files if file.exists() and file.stat().st_mode & stat.S_IROTH]
    if exposed and all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents):
        found = f"all users of this machine can read {path}, which holds the secrets of running tournaments"
        yield warning("its readers", found, shlex.join(["chmod", "o=", *exposed]))


def on_disk(folder: Path, kind: str) -> Finding:
    if kind in FAR_AWAY:
        found = f"{folder} is on {kind}, where a write-ahead log is not safe"
        return failed("its disk", found, f"put it on a local disk: {ELSEWHERE}")
    if kind in FORGETS:
        found = f"{folder} is in memory ({kind}): lost when the machine starts anew"
        return warning("its disk", found, ELSEWHERE)
    return ok("its disk", f"{folder} is on a local file system{f', {kind}' if kind else ''}")


def _not_writable(folder: Path) -> str:
    """Why no file can be made there, empty if one can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
            file.flush()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _opened(path: Path) -> Finding:
    """Read, and written to without a trace."""
    size = path.stat().st_size
    address = f"file:{quote(bytes(path))}?mode=rw"
    try:
        with contextlib.closing(
            sqlite3.connect(address, timeout=WAIT_S, isolation_level=None, uri=True)
        ) as opened:
            known = _revision(opened)
            if size <= MAX_READ and (wrong := _unsound(opened)):
                return failed(NAME, f"{path} is damaged: {wrong}", MEND)
            opened.execute("BEGIN IMMEDIATE")
            opened.execute("CREATE TABLE written_by_arena_doctor (x INTEGER)")
            opened.execute("ROLLBACK")
    except sqlite3.Error as error:
        return _unusable(str(path), error)
    return schema(f"{path}, {size / 1e6:,.1f} MB", known)


def _unusable(where: str, error: sqlite3.Error) -> Finding:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_BUSY:
        return warning(
            NAME, f"{where}: somebody else has been writing for {WAIT_S:g} s", "wait, and try again"
        )
    if code == sqlite3.SQLITE_READONLY:
        return failed(NAME, f"{where} may only be read", f"become its owner (chown), or {ELSEWHERE}")
    damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return failed(NAME, f"{where}: {error}", MEND if damaged else ELSEWHERE)


def _revision(opened: sqlite3.Connection) -> str | None:
    """The schema, None of an empty database."""
    tables = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
    if not opened.execute(tables).fetchone()[0]:
        return None
    row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else None


def _unsound(opened: sqlite3.Connection) -> str:
    found = opened.execute("PRAGMA quick_check(1)").fetchone()
    return "" if found == ("ok",) else str(found[0])
