"""What runs beside the site: started anew if it dies, ended with the site, however that ends."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.web.http.workers import SupervisedProcess, keep_running
from tests.web.waiting import is_running, until

IDLE = "import sys\nsys.stdin.read()\n"
STUBBORN = """
import pathlib, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("on stdout, where nobody listens")
pathlib.Path(__file__).with_name("deaf").touch()
time.sleep(600)
"""
SITE = """
import sys
from arena.web.http.workers import keep_running
with keep_running(("idle", ()), ("idle", ("again",))) as children:
    print(*(child.pid for child in children), flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules that can be run, and no pause before they are again."""
    (tmp_path / "idle.py").write_text(IDLE)
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr("arena.web.http.workers._RESTART_AFTER_S", (0.0,))


@pytest.fixture
def idle() -> Iterator[SupervisedProcess]:
    child = SupervisedProcess("idle")
    yield child
    child.stop()


def test_workers_run_during_the_block() -> None:
    with keep_running(("idle", ()), ("idle", ("again",))) as children:
        pids = [child.pid for child in children]
        assert all(map(is_running, pids))
    assert not any(map(is_running, pids))


def test_dead_worker_is_restarted(idle: SupervisedProcess) -> None:
    for _ in range(2):
        before = idle.pid
        os.kill(before, signal.SIGKILL)
        until(lambda dead=before: idle.pid != dead)  # type: ignore[misc] # mypy knows no defaults here
        assert is_running(idle.pid)


def test_stuck_worker_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("arena.web.http.workers._STOP_TIMEOUT_S", 0.05)
    with keep_running(("stubborn", ())) as [child]:
        pid = child.pid
        until((tmp_path / "deaf").exists)
    assert not is_running(pid)


def test_workers_ignore_ctrl_c(idle: SupervisedProcess) -> None:
    assert os.getpgid(idle.pid) != os.getpgid(0)


def test_worker_stops_during_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    child = SupervisedProcess("idle")
    ending = threading.Thread(target=child.stop, daemon=True)
    start = child._start

    def started_meanwhile() -> "subprocess.Popen[bytes]":
        ending.start()
        child._stopping.wait(0.3)  # as far as that comes
        return start()

    monkeypatch.setattr(child, "_start", started_meanwhile)
    os.kill(child.pid, signal.SIGKILL)
    until(lambda: ending.ident is not None)
    ending.join(20)
    assert not ending.is_alive()
    assert not is_running(child.pid)


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
