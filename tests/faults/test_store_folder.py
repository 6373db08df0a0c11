"""A database in an unusable place: one line says why and what to do."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.service.database import open_database
from arena.service.errors import DatabaseError
from tests.faults.test_store_full import ALONE, ROOT

pytestmark = pytest.mark.fault("F27")
ANOTHER = "--db or ARENA_DB name another"

READ_ONLY = """
import subprocess, sys
folder = sys.argv.pop(1)
subprocess.run(["mount", "--bind", folder, folder], check=True)
subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
"""
ARENA = "from arena.__main__ import main; main()"
# Root may write what it may not; like this it is one of many.
NO_POWER = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]


def attempt(path: Path, *alone: str, first: str = "", arguments: tuple[str, ...] = ()) -> tuple[int, str]:
    """Run `arena run` there; return its exit code and last line."""
    run = ["run", "builtin:random", "builtin:greedy", "-n", "1", "--runner", "process", "--db", str(path)]
    command = [*alone, sys.executable, "-c", first + ARENA, *arguments, *run]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == ""
    return done.returncode, done.stderr.splitlines()[-1]


@pytest.fixture
def there(short_path: Path) -> Path:
    """Return a database."""
    with open_database(str(short_path / "arena.db")):
        return short_path / "arena.db"


@pytest.mark.dear
def test_a_read_only_file_system(there: Path) -> None:
    said = "its file system is read-only"
    for path in (there, there.with_name("new.db")):
        for alone in ALONE:
            if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode == 0:
                done = attempt(path, *alone, first=READ_ONLY, arguments=(str(there.parent),))
                assert done == (1, f"arena: {path}: {said}; {ANOTHER}")
                break
        else:  # in a container, where nothing is mounted, but where something is read-only
            other = next(read_only()) / "new.db"
            assert attempt(other) == (1, f"arena: {other}: {said}; {ANOTHER}")


def read_only() -> Iterator[Path]:
    """Return folders that nobody can write."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        point, options = line.split()[4:6]
        if "ro" in options.split(",") and Path(point).is_dir():
            yield Path(point)


@pytest.mark.dear
@pytest.mark.parametrize("which", ["its folder", "the file"])
def test_a_read_only_folder_or_file(which: str, there: Path) -> None:
    (there.parent if which == "its folder" else there).chmod(0o555)
    try:
        code, said = attempt(there, *(() if os.getuid() else NO_POWER))
    finally:
        there.parent.chmod(0o755)
    assert code == 1
    assert said.startswith(f"arena: {there}: {which} is not writable by ")
    assert said.endswith(ANOTHER)


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs"])
def test_a_network_file_system(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mounts").write_text(
        f"22 1 0:21 / / rw - ext4 /dev/a rw\n23 22 0:22 / {tmp_path} rw - {kind} host:/a rw\n"
    )
    monkeypatch.setattr("arena.service.database.MOUNTS", tmp_path / "mounts")
    with pytest.raises(DatabaseError, match=f"is on {kind}, where SQLite loses data: use a local disk"):
        open_database(str(tmp_path / "arena.db")).__enter__()
    assert not (tmp_path / "arena.db").exists()


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="is a folder: name a file in it"):
        open_database(str(tmp_path)).__enter__()
