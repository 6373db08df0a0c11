"""The disk of the database is full, or it breaks: what is stored stays, and the event goes on from there."""

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
    """How an event of long matches ends to which nothing happens."""
    folder = tmp_path_factory.mktemp("larger")
    with pytest.MonkeyPatch.context() as monkeypatch, an_event(folder, BOARDS) as undisturbed:
        make_up(undisturbed, monkeypatch)
        return run_to_its_end(undisturbed).event_digest


@pytest.mark.fault("F07")
def test_a_full_disk_is_a_pause(tmp_path: Path, larger: str) -> None:
    """Of every commit, also that of the next round and that of the end."""
    alone = alone_on_a_small_disk(tmp_path)
    found = told(tmp_path, "small" if alone else "pages", alone)
    assert (found["digest"], found["integrity"]) == (larger, "ok")
    assert found["said"], "it was full"
    assert all("the disk is full: make room, then it goes on" in one for one in found["said"])


def alone_on_a_small_disk(folder: Path) -> list[str]:
    """How to start a process that has a disk of its own; nothing where that is not allowed."""
    for command in ALONE:
        mount = [*command, "mount", "-t", "tmpfs", "arena-test", str(folder)]
        try:
            if subprocess.run(mount, capture_output=True, check=False).returncode == 0:
                return command
        except FileNotFoundError:  # no such program
            return []
    return []


@pytest.mark.fault("F08")
def test_a_broken_disk_ends_the_run_and_what_is_stored_stays(tmp_path: Path, larger: str) -> None:
    """A write of the database stops short, the next one fails: that is no disk that is full."""
    found = told(tmp_path, "broken")
    assert found["said"] == ["StoreFailed", "database: disk I/O error"]
    assert (found["digest"], found["integrity"]) == (larger, "ok")


def told(folder: Path, kind: str, alone: list[str] | None = None) -> dict[str, Any]:
    """What the event on such a disk came to."""
    command = [*(alone or ()), sys.executable, "-m", "tests.faults.bad_disks", kind, str(folder)]
    done = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
