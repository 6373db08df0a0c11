"""Ctrl-C and SIGTERM while bots think for ever: once ends within ten seconds, twice within two."""

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
RUN = "from arena.__main__ import main; main()"


@contextmanager
def thinking(database: Path) -> "Iterator[subprocess.Popen[str]]":
    """Run `arena run` with a first match that never ends."""
    arguments = ["run", str(SILENT), "builtin:random", "--clock", "none", "--runner", "process", "-j", "1"]
    command = [sys.executable, "-c", RUN, *arguments, "--db", str(database)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            until(lambda: len(list(descendants(process.pid))) >= 3)  # the referee and two bots
            yield process
        finally:
            process.kill()


def ended_by(process: "subprocess.Popen[str]", *signals: signal.Signals) -> float:
    """Return how long it took to end, without its waits for a processor; nothing is left."""
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
    """Return how long a process has waited for a processor."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except OSError:  # a system that does not tell
        return 0.0


def pending(pid: int) -> bool:
    """Return True if a process has pending signals."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    return is_running(pid) and any(
        int(line.split()[1], 16) for line in status.splitlines() if line.startswith(("SigPnd", "ShdPnd"))
    )


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_one_interrupt_ends_it_and_says_how_to_resume(how: signal.Signals, tmp_path: Path) -> None:
    with thinking(tmp_path / "arena.db") as process:
        assert ended_by(process, how) < ONCE_S
        assert process.wait() == INTERRUPTED
        assert process.stderr
        *_, stored, go_on = process.stderr.read().splitlines()
    assert stored == "0 of 100 games are stored. To continue:"
    assert "arena run --resume 1 --db" in go_on


def test_two_interrupts_end_it_at_once(tmp_path: Path) -> None:
    """The better of two runs: the machine may be busy."""
    seconds = []
    for attempt in range(2):
        with thinking(tmp_path / f"{attempt}.db") as process:
            seconds.append(ended_by(process, signal.SIGINT, signal.SIGINT))
            assert process.wait() == INTERRUPTED
        if seconds[-1] < TWICE_S:
            return
    assert min(seconds) < TWICE_S
