"""The disk of the database is full or breaks: stored results stay, and the tournament can go on."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.bad_disks import BOARDS
from tests.faults.coordinated import an_event, make_up, run_to_its_end

pytestmark = pytest.mark.dear
ROOT = Path(__file__).parents[2]
ALONE = (["unshare", "--mount"], ["unshare", "--map-root-user", "--mount"])


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> str | None:
    """Return the undisturbed result of a tournament with long matches."""
    folder = tmp_path_factory.mktemp("larger")
    with pytest.MonkeyPatch.context() as monkeypatch, an_event(folder, BOARDS) as undisturbed:
        make_up(undisturbed, monkeypatch)
        return run_to_its_end(undisturbed).event_digest


@pytest.mark.fault("F07")
def test_a_full_disk_pauses_the_run(tmp_path: Path, larger: str) -> None:
    """At every commit, including that of the next round and of the end."""
    alone = alone_on_a_small_disk(tmp_path)
    found = run_on(tmp_path, "small" if alone else "pages", alone)
    assert (found["digest"], found["integrity"]) == (larger, "ok")
    assert found["said"], "it was full"
    assert all("the disk is full: make room, then it goes on" in one for one in found["said"])


def alone_on_a_small_disk(folder: Path) -> list[str]:
    """Return a command that starts a process with a private small disk; empty if that is not allowed."""
    for command in ALONE:
        mount = [*command, "mount", "-t", "tmpfs", "arena-test", str(folder)]
        try:
            if subprocess.run(mount, capture_output=True, check=False).returncode == 0:
                return command
        except FileNotFoundError:  # no such program
            return []
    return []


@pytest.mark.fault("F08")
def test_a_broken_disk_ends_the_run(tmp_path: Path, larger: str) -> None:
    """A write stops short and the next one fails: that is not a full disk."""
    found = run_on(tmp_path, "broken")
    assert found["said"] == ["StoreFailed", "database: disk I/O error"]
    assert (found["digest"], found["integrity"]) == (larger, "ok")


def run_on(folder: Path, kind: str, alone: list[str] | None = None) -> dict[str, Any]:
    """Return the results of the tournament on such a disk."""
    command = [*(alone or ()), sys.executable, "-m", "tests.faults.bad_disks", kind, str(folder)]
    done = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
