"""Ctrl-C and SIGTERM while bots think for ever: once is heard within ten seconds, twice within two."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from tests.web.waiting import descendants, is_running, until

pytestmark = [pytest.mark.fault("F03"), pytest.mark.dear]
SILENT = Path(__file__).parents[1] / "bots" / "silent"
INTERRUPTED = 130
ONCE_S, TWICE_S = 10.0, 2.0
RUN = "from arena.cli.main import main; main()"


@contextmanager
def thinking(database: Path) -> "Iterator[subprocess.Popen[str]]":
    """`arena run` whose first match is under way, and is never over."""
    arguments = ["run", str(SILENT), "builtin:random", "--clock", "none", "--runner", "process", "-j", "1"]
    command = [sys.executable, "-c", RUN, *arguments, "--db", str(database)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            until(lambda: len(list(descendants(process.pid))) >= 3)  # the referee and two bots
            yield process
        finally:
            process.kill()


def ended_by(process: "subprocess.Popen[str]", *signals: signal.Signals) -> float:
    """How long it took to end, in seconds, without those that it waited for a processor; nothing is left."""
    below = list(descendants(process.pid))
    begun, waited = monotonic(), waiting(process.pid)
    for one in signals:
        process.send_signal(one)
        until(lambda: not pending(process.pid))  # else two of a kind are one
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    seconds = monotonic() - begun - (waiting(process.pid) - waited)
    until(lambda: not any(map(is_running, below)))
    return seconds


def waiting(pid: int) -> float:
    """How long a process could have run, but others did."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except OSError:  # a system that does not tell
        return 0.0


def pending(pid: int) -> bool:
    """Whether there are signals that a process has not heard yet."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    return is_running(pid) and any(
        int(line.split()[1], 16) for line in status.splitlines() if line.startswith(("SigPnd", "ShdPnd"))
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_once_it_ends_and_says_how_to_go_on(how: signal.Signals, tmp_path: Path) -> None:
    with thinking(tmp_path / "arena.db") as process:
        assert ended_by(process, how) < ONCE_S
        assert process.wait() == INTERRUPTED
        assert process.stderr
        *_, stored, go_on = process.stderr.read().splitlines()
    assert stored == "0 of 100 games are stored. To continue:"
    assert "arena run --resume 1 --db" in go_on


def test_twice_it_ends_at_once(tmp_path: Path) -> None:
    """The better of two: a machine may be busy with something else."""
    seconds = []
    for attempt in range(2):
        with thinking(tmp_path / f"{attempt}.db") as process:
            seconds.append(ended_by(process, signal.SIGINT, signal.SIGINT))
            assert process.wait() == INTERRUPTED
        if seconds[-1] < TWICE_S:
            return
    assert min(seconds) < TWICE_S
