"""Check Python and its libraries, SQLite, files, disks, sockets and the clock."""

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
from arena.service.common.paths import existing_folder
from arena.service.data.library import INSTALL, LIBRARY, can_write

PROJECT: Final = "maumau-arena"
MIN_PYTHON: Final = (3, 11)
LIBRARIES: Final = ("grpcio", "protobuf", "docker", "sqlalchemy", "alembic", "fastapi", "zstandard")
COMPILE: Final = "ARENA_COMPILE=1 uv tool install --reinstall ."
SOUND_SQLITE: Final = ((3, 51, 3), (3, 50, 7), (3, 44, 6))  # the first of each series with the WAL bug fixed
MIN_FILES: Final = 256
ENOUGH_FILES: Final = 1_024
MIN_FREE: Final = 2_000_000_000  # bytes
MIN_SHARE: Final = 0.05
SEAT: Final = "0-00"  # a name as long as the referee's names of seat folders

_OLDEST_SECOND: Final = 1_767_225_600  # 2026-01-01
_DAY_S: Final = 86_400


def python() -> Iterator[Finding]:
    have = platform.python_version()
    if tuple(map(int, have.split(".")[:2])) < MIN_PYTHON:
        yield failed("Python", have, "install Python {}.{} or newer".format(*MIN_PYTHON))
    else:
        yield ok("Python", f"{have} on {platform.system()} {platform.release()}, {platform.machine()}")


def libraries() -> Iterator[Finding]:
    """Check that each library is installed, in a version that the arena's package metadata allows."""
    minimums, good = _min_versions(), []
    for name in LIBRARIES:
        try:
            have = version(name)
        except PackageNotFoundError:
            yield failed("libraries", f"{name} is not installed", f"pip install {name}")
            continue
        if problem := too_old(name, have, minimums.get(name, "")):
            yield problem
        else:
            good.append(f"{name} {have}")
    if good:
        yield ok("libraries", ", ".join(good))


def too_old(name: str, have: str, floor: str) -> Finding | None:
    """Return a failure if an installed library is too old, else None.

    `have`: its version. `floor`: the oldest allowed version.
    """
    if numbers(have) >= numbers(floor):
        return None
    return failed("libraries", f"{name} {have} is older than {floor}", f"pip install '{name}>={floor}'")


def _min_versions() -> dict[str, str]:
    """Return the oldest allowed version of each library, by the library's name."""
    versions = {}
    try:
        lines = requires(PROJECT) or ()
    except PackageNotFoundError:  # run from the sources, not installed
        return {}
    for line in lines:
        name, at_least, rest = line.partition(">=")
        if at_least and ";" not in line:
            versions[name.strip()] = rest.partition(",")[0].strip()
    return versions


def numbers(version: str) -> tuple[int, ...]:
    """Return a version's leading numbers as a tuple, for comparison.

    Stop at the first part that is not a number.

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
    """Report whether the slowest modules of the arena are compiled to machine code."""
    if str(turns.__file__).endswith(tuple(EXTENSION_SUFFIXES)):
        yield ok("speed", "rules, referee, wire and log are compiled")
    else:
        yield ok("speed", f"not compiled; in a checkout, {COMPILE} makes it a third faster")


def games_as_data() -> Iterator[Finding]:
    """Report whether the optional library for exporting games as data files is installed."""
    if can_write():
        yield ok("games as data", f"{LIBRARY} {version(LIBRARY)}: the site offers files to download at /data")
    else:
        yield ok("games as data", f"no files at /data, no `arena export games`: {INSTALL}")


def sqlite() -> Iterator[Finding]:
    """Check SQLite's version, and test the features that the arena's database needs."""
    have = sqlite3.sqlite_version
    missing = _missing_features()
    if missing:
        yield failed(
            "SQLite", f"{have} lacks {', '.join(missing)}", "use another build of Python, or PostgreSQL: --db"
        )
        return
    own = numbers(have)
    is_sound = own >= SOUND_SQLITE[0] or any(own[:2] == one[:2] and own >= one for one in SOUND_SQLITE)
    rare = (
        "" if is_sound else "; before 3.51.3, concurrent writes can damage a file in rare cases: make backups"
    )
    yield ok("SQLite", f"{have}, with a write-ahead log, foreign keys, threads{rare}")


def _missing_features() -> list[str]:
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
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    found = f"{soft:,} at a time" if soft != resource.RLIM_INFINITY else "no limit"
    if soft == resource.RLIM_INFINITY or soft >= ENOUGH_FILES:
        yield ok("open files", found)
        return
    raised = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    to_do = f"ulimit -n {raised}, before starting the arena"
    if soft < MIN_FILES:
        yield failed("open files", f"{found}, a run needs {MIN_FILES}", to_do)
    else:
        yield warning("open files", f"{found}: enough for few matches at a time", to_do)


def disks(places: Sequence[tuple[str, Path]]) -> Iterator[Finding]:
    """Check the free space of each disk that the arena writes to.

    `places`: pairs of a description, such as "scratch files", and the folder where these are written.
    """
    by_disk: dict[int, tuple[list[str], Path]] = {}
    for what, path in places:
        there = existing_folder(path)
        by_disk.setdefault(there.stat().st_dev, ([], there))[0].append(what)
    for contents, there in by_disk.values():
        usage = shutil.disk_usage(there)
        yield room(", ".join(contents), there, usage.free, usage.total)


def room(contents: str, there: Path, free: int, total: int) -> Finding:
    """Check the free space of one disk.

    `contents`: what the arena stores there, such as "images, scratch files". `there`: a folder on the disk.
    `free`, `total`: bytes.
    """
    share = free / total if total else 0.0
    found = f"{free / 1e9:,.1f} GB ({share:.0%}) free for {contents} at {there}"
    if free >= MIN_FREE and share >= MIN_SHARE:
        return ok("disk", found)
    return failed("disk", found, f"free up space: at least {MIN_FREE / 1e9:g} GB and {MIN_SHARE:.0%}")


def sockets() -> Iterator[Finding]:
    """Check that sockets work: make a folder like a bot's, and connect to a socket in it."""
    where = tempfile.gettempdir()
    to_do = "set TMPDIR to a short, writable directory without special characters: TMPDIR=/tmp"
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
        yield failed("sockets", f"cannot create a socket in {where}: {error.strerror or error}", to_do)
        return
    yield ok("sockets", f"created and reached in {where}, paths of {length} bytes")


def _connect(path: Path) -> None:
    """Create a socket at a path and connect to it. Raise OSError if that fails."""
    with socket.socket(socket.AF_UNIX) as listens, socket.socket(socket.AF_UNIX) as dials:
        listens.bind(str(path))
        listens.listen()
        dials.settimeout(5)
        dials.connect(str(path))
        listens.accept()[0].close()


def clock() -> Iterator[Finding]:
    """Check that the time of day is plausible, and that the machine is idle enough to time bots exactly."""
    now = time.time()
    built = min(Path(__file__).stat().st_mtime, now + 10 * _DAY_S)
    stamp = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now))
    if now < max(_OLDEST_SECOND, built - _DAY_S):
        yield failed("clock", f"{stamp} is before the arena's release", "set the clock; use NTP")
        return
    late = _wake_delay_s()
    if late > _MAX_WAKE_DELAY_S:
        yield warning(
            "clock",
            f"{stamp}; the machine is busy: this process woke up {late * 1000:.0f} ms late",
            "run fewer other programs, or fewer matches at a time: -j",
        )
        return
    yield ok("clock", f"{stamp}; woke up at most {late * 1000:.1f} ms late")


def _wake_delay_s() -> float:
    """Measure how late this machine wakes up from short sleeps. Return the longest delay in seconds.

    The referee's time measurements can be wrong by this much.
    """
    never = threading.Event()
    late = 0.0
    for _ in range(_SLEEPS):
        before = time.monotonic()
        never.wait(_SLEEP_S)
        late = max(late, time.monotonic() - before - _SLEEP_S)
    return late


_SLEEPS: Final = 20
_SLEEP_S: Final = 0.005
_MAX_WAKE_DELAY_S: Final = 0.02  # above this, short decisions are timed badly
