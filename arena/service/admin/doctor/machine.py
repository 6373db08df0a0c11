"""Python and its libraries, files, disks and the clock."""

import contextlib
import os
import platform
import resource
import shutil
import socket
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

from arena.rules import turns
from arena.sandbox.match_dir import run_directory
from arena.sandbox.protocol import SOCKET, why_unreachable
from arena.service.admin.doctor.result import Finding, failed, ok, warning

PROJECT: Final = "maumau-arena"
OLDEST_PYTHON: Final = (3, 11)
LIBRARIES: Final = ("grpcio", "protobuf", "docker", "sqlmodel", "alembic", "fastapi", "zstandard")
COMPILE: Final = "ARENA_COMPILE=1 uv tool install --reinstall ."
SOUND_SQLITE: Final = ((3, 51, 3), (3, 50, 7), (3, 44, 6))  # the first of each series with the WAL mended
MIN_FILES: Final = 256
ENOUGH_FILES: Final = 1_024
MIN_FREE: Final = 2_000_000_000  # bytes
MIN_SHARE: Final = 0.05
SEAT: Final = "0-00"  # as long as a referee's name for one

_OLDEST_SECOND: Final = 1_767_225_600  # 2026-01-01
_DAY_S: Final = 86_400


def python() -> Iterator[Finding]:
    have = platform.python_version()
    if tuple(map(int, have.split(".")[:2])) < OLDEST_PYTHON:
        yield failed("Python", have, "install Python {}.{} or newer".format(*OLDEST_PYTHON))
    else:
        yield ok("Python", f"{have} on {platform.system()} {platform.release()}, {platform.machine()}")


def libraries() -> Iterator[Finding]:
    """Each against the floor that the arena's own metadata names for it."""
    floors, fine = _floors(), []
    for name in LIBRARIES:
        try:
            have = version(name)
        except PackageNotFoundError:
            yield failed(
                "libraries", f"{name} is not installed", f"install the arena anew: pip install {PROJECT}"
            )
            continue
        if wrong := too_old(name, have, floors.get(name, "")):
            yield wrong
        else:
            fine.append(f"{name} {have}")
    if fine:
        yield ok("libraries", ", ".join(fine))


def too_old(name: str, have: str, floor: str) -> Finding | None:
    """What is wrong with a library, if it is older than the oldest that will do."""
    if numbers(have) >= numbers(floor):
        return None
    return failed("libraries", f"{name} {have} is older than {floor}", f"pip install '{name}>={floor}'")


def _floors() -> dict[str, str]:
    """The oldest versions that are asked for, by name."""
    found = {}
    try:
        lines = requires(PROJECT) or ()
    except PackageNotFoundError:  # it runs where it lies, and was not installed
        return {}
    for line in lines:
        name, at_least, rest = line.partition(">=")
        if at_least and ";" not in line:
            found[name.strip()] = rest.partition(",")[0].strip()
    return found


def numbers(version: str) -> tuple[int, ...]:
    """A version to compare, up to the first part that is no number.

    >>> numbers("1.76.0rc1")
    (1, 76)
    """
    parts: list[int] = []
    for part in version.split("."):
        if not part.isdecimal():
            break
        parts.append(int(part))
    return tuple(parts)


def speed() -> Iterator[Finding]:
    """Whether the modules in which most of the time goes are compiled. All is the same where they are not."""
    if str(turns.__file__).endswith(tuple(EXTENSION_SUFFIXES)):
        yield ok("speed", "rules, the referee's tables, wire and log are compiled")
    else:
        yield ok("speed", f"played from the sources; in a checkout, {COMPILE} is a third faster")


def sqlite() -> Iterator[Finding]:
    """What the database asks of SQLite, tried on a file; a build may lack it."""
    have = sqlite3.sqlite_version
    lacking = _lacking_in_sqlite()
    if lacking:
        yield failed(
            "SQLite", f"{have} lacks {', '.join(lacking)}", "use another build of Python, or PostgreSQL: --db"
        )
        return
    known = numbers(have)
    sound = known >= SOUND_SQLITE[0] or any(known[:2] == one[:2] and known >= one for one in SOUND_SQLITE)
    rare = (
        "" if sound else "; before 3.51.3 it can, very rarely, damage a file while several write: keep copies"
    )
    yield ok("SQLite", f"{have}, with a write-ahead log, foreign keys, threads{rare}")


def _lacking_in_sqlite() -> list[str]:
    with (
        tempfile.TemporaryDirectory(prefix="arena-doctor-") as folder,
        contextlib.closing(sqlite3.connect(Path(folder, "a.db"), isolation_level=None)) as tried,
    ):
        return [name for name, works in _SQLITE.items() if not _works(tried, works)]


def _works(tried: sqlite3.Connection, statements: Sequence[tuple[str, object]]) -> bool:
    try:
        return all(tried.execute(text).fetchone() == expected for text, expected in statements)
    except sqlite3.Error:
        return False


_SQLITE: Final[dict[str, Sequence[tuple[str, object]]]] = {
    "version 3.35": [("CREATE TABLE t (x INTEGER PRIMARY KEY)", None),
        ("INSERT INTO t VALUES (7) RETURNING x", (7,))],
    "a write-ahead log": [("PRAGMA journal_mode=WAL", ("wal",))],
    "foreign keys": [("PRAGMA foreign_keys=ON", None), ("PRAGMA foreign_keys", (1,))],
    "threads": [("SELECT count(*) FROM pragma_compile_options WHERE compile_options = 'THREADSAFE=0'", (0,))],
    "upserts": [("INSERT INTO t VALUES (7) ON CONFLICT DO NOTHING", None)],
}  # fmt: skip


def open_files() -> Iterator[Finding]:
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    found = f"{now:,} at a time" if now != resource.RLIM_INFINITY else "as many as are wanted"
    if now == resource.RLIM_INFINITY or now >= ENOUGH_FILES:
        yield ok("open files", found)
        return
    raised = ENOUGH_FILES if most == resource.RLIM_INFINITY else min(most, ENOUGH_FILES)
    to_do = f"ulimit -n {raised}, before the arena is started"
    if now < MIN_FILES:
        yield failed("open files", f"{found}, a run needs {MIN_FILES}", to_do)
    else:
        yield warning("open files", f"{found}: enough for few matches at a time", to_do)


def disks(places: Sequence[tuple[str, Path]]) -> Iterator[Finding]:
    """Room where something is written; what lies on one disk is one line."""
    by_disk: dict[int, tuple[list[str], Path]] = {}
    for what, path in places:
        there = nearest(path)
        by_disk.setdefault(there.stat().st_dev, ([], there))[0].append(what)
    for whats, there in by_disk.values():
        usage = shutil.disk_usage(there)
        yield room(", ".join(whats), there, usage.free, usage.total)


def room(whats: str, there: Path, free: int, total: int) -> Finding:
    """Whether there is enough of a disk left. Both in bytes."""
    share = free / total if total else 0.0
    found = f"{free / 1e9:,.1f} GB ({share:.0%}) free for {whats} at {there}"
    if free >= MIN_FREE and share >= MIN_SHARE:
        return ok("disk", found)
    return failed("disk", found, f"make room: at least {MIN_FREE / 1e9:g} GB and {MIN_SHARE:.0%}")


def nearest(path: Path) -> Path:
    """The path, or the nearest folder above it that is there."""
    return next(one for one in (path, *path.parents) if one.exists())


def sockets() -> Iterator[Finding]:
    """A seat as a referee makes it, with a socket that somebody connects to."""
    where = tempfile.gettempdir()
    to_do = "set TMPDIR to a short, plain directory that you may write to: TMPDIR=/tmp"
    try:
        with run_directory() as run:
            path = run / SEAT / SOCKET
            length = len(os.fsencode(path))
            if why := why_unreachable(path):
                yield failed("sockets", why, to_do)
                return
            path.parent.mkdir()
            _connect(path)
    except OSError as error:
        yield failed("sockets", f"none can be made in {where}: {error.strerror or error}", to_do)
        return
    yield ok("sockets", f"made and reached in {where}, paths of {length} bytes")


def _connect(path: Path) -> None:
    """Raises OSError."""
    with socket.socket(socket.AF_UNIX) as listens, socket.socket(socket.AF_UNIX) as dials:
        listens.bind(str(path))
        listens.listen()
        dials.settimeout(5)
        dials.connect(str(path))
        listens.accept()[0].close()


def clock() -> Iterator[Finding]:
    """The time of day, which records carry, and the clock that bots are timed with."""
    now = time.time()
    built = min(Path(__file__).stat().st_mtime, now + 10 * _DAY_S)
    stamp = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now))
    if now < max(_OLDEST_SECOND, built - _DAY_S):
        yield failed("clock", f"it says {stamp}, and the arena is newer", "set the clock; let NTP keep it")
        return
    late = _late_s()
    if late > _LATE_S:
        yield warning(
            "clock",
            f"{stamp}; this process was woken {late * 1000:.0f} ms late: the machine is busy",
            "run fewer things beside a tournament, or fewer matches at a time: -j",
        )
        return
    yield ok("clock", f"{stamp}; woken at most {late * 1000:.1f} ms late")


def _late_s() -> float:
    """By how much the referee's clock may be off here: the worst of some wakings, in seconds."""
    never = threading.Event()
    late = 0.0
    for _ in range(_WAKINGS):
        before = time.monotonic()
        never.wait(_NAP_S)
        late = max(late, time.monotonic() - before - _NAP_S)
    return late


_WAKINGS: Final = 20
_NAP_S: Final = 0.005
_LATE_S: Final = 0.02  # later than that, small decisions are measured badly
