"""What runs beside the site: started anew if it dies, ended with the site, however that ends."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from arena.sandbox.fork_server import Forked, fork_server
from arena.service.workers import SupervisedProcess, keep_running
from tests.web.waiting import is_running, until

IDLE = """
import os
def main():
    while os.read(0, 1):
        pass
    return 0
"""
STUBBORN = """
import pathlib, signal, time
def main():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("on stdout, where nobody listens")
    pathlib.Path(__file__).with_name("deaf").touch()
    time.sleep(600)
"""
SITE = """
import sys, time
from arena.service.workers import keep_running
with keep_running(("idle", ()), ("idle", ("again",))) as children:
    while not all(child.pid for child in children):
        time.sleep(0.01)
    print(*(child.pid for child in children), flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_fork_server: None) -> None:
    """Modules that can be run, and no pause before they are again."""
    (tmp_path / "idle.py").write_text(IDLE)
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr("arena.service.workers._RESTART_AFTER_S", (0.0,))


def started(*children: SupervisedProcess, before: int | None = None) -> list[int]:
    """Return the process ids of the children as soon as they run; of one child: another id than `before`."""
    until(lambda: all(child.pid not in (None, before) for child in children))
    return [child.pid or 0 for child in children]


@pytest.fixture
def idle() -> Iterator[SupervisedProcess]:
    child = SupervisedProcess("idle")
    yield child
    child.stop()


@pytest.mark.dear
def test_workers_run_during_the_block() -> None:
    with keep_running(("idle", ()), ("idle", ("again",))) as children:
        pids = started(*children)
        assert all(map(is_running, pids))
    assert not any(map(is_running, pids))


def test_dead_worker_is_restarted(idle: SupervisedProcess) -> None:
    before = None
    for _ in range(3):
        [before] = started(idle, before=before)
        assert is_running(before)
        os.kill(before, signal.SIGKILL)


@pytest.mark.dear
def test_workers_are_replaced_if_the_fork_server_dies() -> None:
    with keep_running(("idle", ()), ("idle", ("again",))) as children:
        before = started(*children)
        assert fork_server.pid
        os.kill(fork_server.pid, signal.SIGKILL)
        for child, old in zip(children, before, strict=True):
            assert is_running(*started(child, before=old))
            until(lambda pid=old: not is_running(pid))  # type: ignore[misc] # mypy knows no defaults here


@pytest.mark.dear
def test_stuck_worker_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("arena.service.workers._STOP_TIMEOUT_S", 0.05)
    with keep_running(("stubborn", ())) as [child]:
        [pid] = started(child)
        until((tmp_path / "deaf").exists)
    assert not is_running(pid)


@pytest.mark.dear
def test_workers_ignore_ctrl_c(idle: SupervisedProcess) -> None:
    assert os.getpgid(*started(idle)) != os.getpgid(0)


@pytest.mark.dear
def test_worker_stops_during_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    child = SupervisedProcess("idle")
    [pid] = started(child)
    ending = threading.Thread(target=child.stop, daemon=True)
    start = child._start

    def started_meanwhile() -> tuple[Forked, IO[bytes]]:
        ending.start()
        child._stopping.wait(0.3)  # as far as that comes
        return start()

    monkeypatch.setattr(child, "_start", started_meanwhile)
    os.kill(pid, signal.SIGKILL)
    until(lambda: ending.ident is not None)
    ending.join(20)
    assert not ending.is_alive()
    assert child.pid and not is_running(child.pid)


@pytest.mark.dear
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_stop_with_the_site(how: signal.Signals) -> None:
    command = [sys.executable, "-c", SITE]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as site:
        assert site.stdout
        pids = [int(word) for word in site.stdout.readline().split()]
        assert len(pids) == 2 and all(map(is_running, pids))
        site.send_signal(how)
        site.wait(30)
    for pid in pids:
        until(lambda one=pid: not is_running(one))  # type: ignore[misc] # as above
