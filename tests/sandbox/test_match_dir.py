"""The directories of a match are removed, however the match ends."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.sandbox.match_dir import clean_up_after, instance_directory, run_directory, sweep_directories
from arena.sandbox.process import ProcessRunner


@contextmanager
def straggler(run: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Return a process of this match's bot that does not end by itself."""
    code = "print(flush=True); input()"
    environment = os.environ | {"HOME": f"{run}/home-1"}
    pipes = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdin=pipes, stdout=pipes
    ) as process:
        assert process.stdout
        process.stdout.readline()
        yield process


def test_the_directory_is_removed_with_its_contents() -> None:
    with pytest.raises(ZeroDivisionError), run_directory() as run:
        (run / "seat").mkdir()
        (run / "seat" / "file").touch()
        _ = 1 // 0
    assert not run.exists()


def test_an_instance_path_does_not_name_its_match() -> None:
    with run_directory() as run:
        with instance_directory(run) as first:
            (first / "0").mkdir()
        with instance_directory(run) as second:
            assert not first.exists()
            names = {run.name, first.name, second.name}
            assert len(names) == 3
            assert first.parent == second.parent == run.parent
        assert not second.exists()


def test_running_bots_are_ended_after_an_error(tmp_path: Path) -> None:
    with straggler(tmp_path) as process:
        with pytest.raises(ZeroDivisionError), clean_up_after([ProcessRunner(tmp_path)]):
            _ = 1 // 0
        assert process.wait(30) == -9


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of run directories."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.fault("F15")
def test_instance_directories_of_a_killed_match_are_removed(
    temporary: Path,
) -> None:
    code = "from arena.sandbox.match_dir import *\nwith instance_directory(Path(sys.argv[1])) as own: input()"
    with run_directory() as run:
        command = [sys.executable, "-c", f"import sys\n{code}", str(run)]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as dies:
            while len(list(temporary.glob("arena-*"))) < 2:
                time.sleep(0.01)
            dies.kill()
    assert not list(temporary.glob("*arena-*"))


@pytest.mark.fault("F15")
def test_directories_of_killed_matches_are_removed(temporary: Path) -> None:
    code = (
        "from arena.sandbox.match_dir import *\nwith run_directory() as run: print(run, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env=os.environ | {"TMPDIR": str(temporary)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as dies:
        assert dies.stdout
        run = Path(dies.stdout.readline().strip())
        (run / "seat").mkdir()
        sweep_directories()
        assert (run / "seat").is_dir(), "it is still needed"
        dies.kill()
    with straggler(run) as process:
        sweep_directories()
        assert process.wait(30) == -9
    assert not run.exists()


def test_other_directories_stay(temporary: Path) -> None:
    (temporary / "elsewhere").mkdir()
    (temporary / "arena-link4567").symlink_to(temporary / "elsewhere")
    (temporary / "arena-unpacked-12345678").mkdir()
    (temporary / "arena-file4567").touch()
    before = sorted(temporary.rglob("*"))
    with run_directory() as run:
        assert run.parent == temporary
        sweep_directories()
        assert run.is_dir()
    assert sorted(temporary.rglob("*")) == before
