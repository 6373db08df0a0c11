"""The checks of the doctor, on a sound machine and on a broken one."""

import os
import resource
import socket
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from arena.service.admin.doctor import checks, machine, probe
from arena.service.admin.doctor import database as databases
from arena.service.admin.doctor.checks import run_checks
from arena.service.admin.doctor.containers import engine_clock, runtime
from arena.service.admin.doctor.database import database
from arena.service.admin.doctor.postgres import schema_result
from arena.service.admin.doctor.probe_results import SEAT_CHANGES, probe_order, probe_results
from arena.service.admin.doctor.result import CheckState, Finding
from arena.service.common.paths import file_system
from arena.service.errors import BadSettings
from arena.store.database.store import open_store, sqlite_url
from arena.store.database.upgrade import HEAD
from tests.docs.documents import guide

NOBODY = 65_534
GB = 1_000_000_000


def only(findings: Iterator[Finding]) -> Finding:
    (one,) = findings
    return one


# ---- the machine ----


def test_games_as_data_need_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "can_write", lambda: False)
    found = only(machine.games_as_data())
    assert (found.state, "pip install" in found.found) == (CheckState.OK, True)


def test_this_machine_passes() -> None:
    looks = (machine.python, machine.libraries, machine.sqlite, machine.sockets)
    assert {one.state for look in looks for one in look()} == {CheckState.OK}
    assert "grpcio" in only(machine.libraries()).found


@pytest.mark.parametrize(
    ("have", "floor", "fits"),
    [("1.76.0", "1.76", True), ("1.75.9", "1.76", False), ("2", "1.76", True), ("1.76rc1", "1.76", False)],
)
def test_libraries_have_floors(have: str, floor: str, fits: bool) -> None:
    wrong = machine.too_old("grpcio", have, floor)
    assert (wrong is None) == fits
    assert wrong is None or wrong.to_do == f"pip install 'grpcio>={floor}'"


@pytest.mark.parametrize(
    ("free", "total", "state"),
    [
        (100 * GB, 200 * GB, CheckState.OK),
        (2 * GB, 10 * GB, CheckState.OK),
        (2 * GB - 1, 10 * GB, CheckState.FAILED),
        (49 * GB, 1_000 * GB, CheckState.FAILED),
        (0, 0, CheckState.FAILED),
    ],
)
def test_free_space_of_a_disk(free: int, total: int, state: CheckState) -> None:
    assert machine.room("images", Path("/"), free, total).state is state


def test_one_disk_is_one_line(tmp_path: Path) -> None:
    found = list(machine.disks([("logs", tmp_path / "none" / "yet"), ("copies", tmp_path)]))
    assert len(found) == 1
    assert f"for logs, copies at {tmp_path}" in found[0].found


def test_speed_says_how_to_compile() -> None:
    found = only(machine.speed())
    assert (found.state, found.to_do) == (CheckState.OK, "")
    assert f"in a checkout, {machine.COMPILE}" in found.found
    assert machine.COMPILE in guide("performance")


@contextmanager
def files_allowed(many: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (many, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize(
    ("many", "state"), [(200, CheckState.FAILED), (512, CheckState.WARNING), (1024, CheckState.OK)]
)
def test_open_files(many: int, state: CheckState) -> None:
    with files_allowed(many):
        assert only(machine.open_files()).state is state


def test_a_scratch_folder_with_too_long_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    found = only(machine.sockets())
    assert (found.state, found.to_do.startswith("set TMPDIR")) == (CheckState.FAILED, True)
    assert "at most 103" in found.found


def test_games_fail_at_once_if_no_bot_can_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    found = only(checks.games("process"))
    assert (found.state, found.name) == (CheckState.FAILED, "as processes")
    assert "set TMPDIR to a short, plain directory" in found.found


def test_a_scratch_folder_that_is_not_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = tmp_path / "#"
    odd.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(odd))
    assert only(machine.sockets()).state is CheckState.FAILED


def test_a_missing_scratch_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    assert only(machine.sockets()).state is CheckState.FAILED


def test_a_clock_that_was_never_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert only(machine.clock()).state is not CheckState.FAILED
    monkeypatch.setattr("time.time", lambda: 3_600.0)
    found = only(machine.clock())
    assert (found.state, "1970-01-01 01:00" in found.found) == (CheckState.FAILED, True)


def test_a_crashing_check_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> Iterator[Finding]:
        raise ZeroDivisionError("of nothing")

    monkeypatch.setattr(machine, "python", gone)
    lines = run_checks(runner="process")
    first, second = next(lines), next(lines)
    assert (first.state, first.found) == (
        CheckState.FAILED,
        "could not be tested: ZeroDivisionError: of nothing",
    )
    assert second.name == "libraries"


def test_an_unknown_runner() -> None:
    with pytest.raises(BadSettings):
        next(run_checks(runner="dokcer"))


# ---- the database ----


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "arena.db"
    open_store(sqlite_url(path)).close()
    return path


def looked_at(path: Path) -> Finding:
    return list(database(str(path)))[-1]


def test_a_sound_database_stays_unchanged(file: Path) -> None:
    before = file.read_bytes()
    found = list(database(str(file)))
    assert [one.state for one in found if one.name == "database"] == [CheckState.OK]
    assert f"sound, schema {HEAD}" in found[-1].found
    assert file.read_bytes() == before


def test_a_missing_database_is_not_created(tmp_path: Path) -> None:
    path = tmp_path / "below" / "arena.db"
    found = looked_at(path)
    assert found.state is CheckState.OK
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("known", "state"),
    [(None, CheckState.OK), (HEAD, CheckState.OK), ("0001", CheckState.WARNING), ("9999", CheckState.FAILED)],
)
def test_schemas(known: str | None, state: CheckState) -> None:
    assert schema_result("a.db", known).state is state


def test_a_database_readable_by_all_users(short_path: Path) -> None:
    path = short_path / "arena.db"
    open_store(sqlite_url(path)).close()
    path.chmod(0o644)
    assert [
        one.name for one in database(str(path)) if one.state is CheckState.WARNING
    ] == []  # nobody gets there
    short_path.chmod(0o755)
    [found] = [one for one in database(str(path)) if one.state is CheckState.WARNING]
    subprocess.run(found.to_do, shell=True, check=True)
    assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in database(str(path)) if one.state is CheckState.WARNING] == []


def test_a_database_of_a_newer_arena(file: Path) -> None:
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'")
    assert looked_at(file).to_do == "use a newer arena"


def test_a_damaged_database(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[8_192:40_000] = b"x" * (40_000 - 8_192)
    file.write_bytes(data)
    found = looked_at(file)
    assert (found.state, found.to_do) == (CheckState.FAILED, databases.REPAIR)


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    path.write_bytes(b"hello" * 1_000)
    found = looked_at(path)
    assert (found.state, found.to_do) == (CheckState.FAILED, databases.REPAIR)


def test_a_locked_database(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "LOCK_TIMEOUT_S", 0.05)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert looked_at(file).state is CheckState.WARNING


@contextmanager
def nobody() -> Iterator[None]:
    """Root may do everything, so it becomes somebody else for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_read_only_database(short_path: Path) -> None:
    path = short_path / "arena.db"
    open_store(sqlite_url(path)).close()
    short_path.chmod(0o777)
    path.chmod(0o444)
    looked_at(path)  # what is imported for it lies where only its owner may look
    with nobody():
        found = looked_at(path)
    assert (found.state, found.to_do.startswith("become its owner")) == (CheckState.FAILED, True)


def test_a_read_only_folder(short_path: Path) -> None:
    short_path.chmod(0o555)
    with nobody():
        found = looked_at(short_path / "arena.db")
    assert (found.state, "not writable" in found.found) == (CheckState.FAILED, True)
    short_path.chmod(0o755)


def test_an_unreachable_server_and_its_password_stays_hidden() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = only(database(f"postgresql://arena:secret@127.0.0.1:{port}/arena"))
    assert found.state is CheckState.FAILED
    assert "secret" not in f"{found.found} {found.to_do}"


MOUNTS = (
    "21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
    "22 21 0:40 / /data rw - nfs4 nas:/data rw\n"
    "23 22 0:41 / /data/in\\040here rw - xfs /dev/vdb rw\n"
    "24 21 0:42 / /run rw - tmpfs tmpfs rw\n"
    "25 21 0:43 / /größe\u2028 rw - nfs nas:/größe rw\n"
    "26 21 0:44 / /stick\udcff rw - vfat /dev/sdb1 rw\n"
)


@pytest.mark.parametrize(
    ("folder", "kind", "state"),
    [
        ("/", "ext4", CheckState.OK),
        ("/data", "nfs4", CheckState.FAILED),
        ("/data/deep/er", "nfs4", CheckState.FAILED),
        ("/database", "ext4", CheckState.OK),
        ("/data/in here", "xfs", CheckState.OK),
        ("/run/arena", "tmpfs", CheckState.WARNING),
        ("/größe\u2028/here", "nfs", CheckState.FAILED),
        ("/stick\udcff/here", "vfat", CheckState.OK),
    ],
)
def test_file_systems(folder: str, kind: str, state: CheckState, tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_bytes(os.fsencode(MOUNTS))
    assert file_system(Path(folder), mounts) == kind
    assert databases.on_disk(Path(folder), kind).state is state


def test_a_database_on_a_network_file_system(file: Path) -> None:
    mounts = file.parent / "mountinfo"
    mounts.write_text(f"22 21 0:40 / {file.parent} rw - nfs nas:/data rw\n")
    found = next(database(str(file), mounts))
    assert (found.name, found.state) == ("its disk", CheckState.FAILED)
    assert "name another: --db or ARENA_DB" in found.to_do


# ---- what a program found in a container ----

FINE: dict[str, dict[str, Any]] = {
    "surroundings": {"network devices": "lo", "processes": 2,
        "environment": "ARENA_TARGET ARENA_TOKEN HOME HOSTNAME LANG PATH TZ"},
    "network": {"port at 192.0.2.1": "ENETUNREACH"},
    "sockets": {"socket AF_UNIX": "allowed", "socket AF_INET": "EAFNOSUPPORT"},
    "calls": {"call bpf": "EPERM", "call keyctl": "ENOSYS"},
    "user": {"user": 200_003},
    "privileges": {"groups but its own": [], "CapEff": "0" * 16, "CapBnd": "0" * 16,
        "NoNewPrivs": "1", "Seccomp": "2"},
    "resources": {"limit NOFILE": [256, 256], "limit CORE": [0, 0]},
    "folders": {"folder /tmp": "written to", "folder /dev/shm": "written to"},
    "seat": dict.fromkeys(SEAT_CHANGES, "EROFS"),
    "mounts": {"mount /tmp": "written to, nodev nosuid"},
    "scratch": {"bytes in /tmp/big": 16 << 20, "folders in /tmp": 1_023, "bytes in /dev/shm/big": 1 << 20},
    "pids": {"most processes": 128},
    "cpu": {"used processors": 1.01, "processors": 2},
    "memory": {"allocated bytes": 250 << 20, "killed for memory": True},
}  # fmt: skip
WRONG: list[tuple[str, str, str, Any]] = [
    ("network", "surroundings", "network devices", "eth0 lo"),
    ("network", "network", "port at 192.0.2.1", "timed out"),
    ("sockets", "sockets", "socket AF_VSOCK", "allowed"),
    ("system calls", "calls", "call io_uring_setup", "reached"),
    ("privileges", "user", "user", 0),
    ("privileges", "privileges", "groups but its own", [27]),
    ("privileges", "privileges", "CapBnd", "00000000a80425fb"),
    ("privileges", "privileges", "NoNewPrivs", "0"),
    ("privileges", "privileges", "Seccomp", "0"),
    ("environment", "surroundings", "environment", "HOME HTTP_PROXY"),
    ("other processes", "surroundings", "processes", 40),
    ("files", "resources", "limit NOFILE", [256, 1_048_576]),
    ("files", "resources", "limit CORE", [0, -1]),
    ("disk", "folders", "folder /bot", "written to"),
    ("seat", "seat", "seat file", "allowed"),
    ("scratch folder", "scratch", "bytes in /tmp/big", 32 << 20),
    ("scratch folder", "scratch", "folders in /tmp", 2_048),
    ("scratch folder", "mounts", "mount /tmp", "written to, nosuid"),
    ("shared memory", "scratch", "bytes in /dev/shm/big", 4 << 20),
    ("processes", "pids", "most processes", 256),
    ("processor", "cpu", "used processors", 1.9),
    ("memory", "memory", "allocated bytes", 512 << 20),
    ("memory", "memory", "killed for memory", False),
]


def states(results: dict[str, Any]) -> dict[str, CheckState]:
    return {one.name: one.state for one in probe_results(results)}


def test_a_sound_container() -> None:
    assert len(states(FINE)) == 14
    assert {*states(FINE).values()} == {CheckState.OK}
    assert {*FINE, "waiting"} == {*probe_order()["attempts"]}


@pytest.mark.parametrize(("title", "attempt", "what", "result"), WRONG)
def test_a_container_that_allows_more_fails(
    title: str,
    attempt: str,
    what: str,
    result: Any,  # noqa: ANN401 - of JSON
) -> None:
    results = {**FINE, attempt: {**FINE[attempt], what: result}}
    (failure,) = [one for one in probe_results(results) if one.state is CheckState.FAILED]
    assert failure.name == title
    assert failure.to_do


def test_missing_attempts_fail() -> None:
    for missing in FINE:
        found = states({name: result for name, result in FINE.items() if name != missing})
        assert CheckState.FAILED in found.values()
    found = states({**FINE, "resources": {"error": "OSError: no"}})
    assert [name for name, state in found.items() if state is not CheckState.OK] == ["files"]
    assert found["files"] is CheckState.WARNING


def test_the_probe_finds_that_tests_are_not_confined() -> None:
    harmless = (probe.sockets, probe.surroundings, probe.resources, probe.user, probe.privileges)
    found = {what.__name__: dict(what({})) for what in harmless}
    open_ones = {name for name, state in states({**FINE, **found}).items() if state is CheckState.FAILED}
    assert open_ones >= {"sockets", "environment", "privileges"}


@pytest.mark.parametrize(("seconds", "warned"), [(0, False), (-3_600, True), (3_600, True)])
def test_an_engine_with_a_different_clock(seconds: int, warned: bool) -> None:
    theirs = datetime.now(UTC) + timedelta(seconds=seconds)
    found = list(engine_clock(f"{theirs:%Y-%m-%dT%H:%M:%S}.123456789Z"))
    assert [one.state for one in found] == ([CheckState.WARNING] if warned else [])
    assert list(engine_clock("yesterday")) == []


def test_runtimes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_RUNTIME", raising=False)
    assert "only gVisor" in runtime(("runc",)).found
    assert runtime(("runc", "runsc")).found.endswith("ARENA_RUNTIME=runsc")
    monkeypatch.setenv("ARENA_RUNTIME", "runsc")
    assert runtime(("runc", "runsc")).found == "runsc, as ARENA_RUNTIME says"
