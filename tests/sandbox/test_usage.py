"""The usage of a running bot: memory, output, processes."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.process import ProcessRunner
from arena.sandbox.protocol import Launch
from arena.sandbox.usage import Usage, with_home
from tests.conftest import Scale

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there /proc shows it")

HELD = 60 << 20
HOLDS = f"x = b'x' * {HELD}; print('ready', flush=True); import time; time.sleep(60)"
HELD_ONCE = f"x = b'x' * {HELD}; del x; print('ready', flush=True); import time; time.sleep(60)"
COME_AND_GO = """
import os
while True:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)
"""
LEAVES = "import subprocess; subprocess.Popen(['sleep', '61'], start_new_session=True)"


def used(code: str, folder: Path, enough: Callable[[Usage], bool]) -> Usage:
    """Return the first usage for which `enough` is true."""

    async def look() -> Usage:
        runner = ProcessRunner(folder)
        launch = Launch((sys.executable, "-c", code), str(folder), folder, "token", 1_000)
        box = await runner.start(launch)
        try:
            while not enough(usage := await box.usage()):
                await asyncio.sleep(0.02)
            return usage
        finally:
            await box.close()
            runner.sweep()

    return asyncio.run(asyncio.wait_for(look(), 30))


def test_current_memory(tmp_path: Path) -> None:
    usage = used(HOLDS, tmp_path, lambda usage: usage.memory > HELD)
    assert usage.memory < 2 * HELD


def test_peak_memory(tmp_path: Path) -> None:
    usage = used(HELD_ONCE, tmp_path, lambda usage: usage.printed > 0 and usage.memory > 0)
    assert usage.memory > HELD


def test_output_is_counted(tmp_path: Path) -> None:
    used("print('x' * 5000, flush=True)", tmp_path, lambda usage: usage.printed == 5001)


def test_processes_are_listed_by_command(tmp_path: Path) -> None:
    usage = used(HOLDS, tmp_path, lambda usage: usage.printed > 0 and bool(usage.processes))
    (line,) = usage.processes
    assert line.startswith(f"{sys.executable} -c x = ")


def test_processes_that_outlive_the_bot_are_listed(tmp_path: Path) -> None:
    used(LEAVES, tmp_path, lambda usage: usage.processes == ("sleep 61",))


@pytest.mark.dear
def test_processes_may_end_during_a_look(tmp_path: Path, scale: Scale) -> None:
    """The old failure was rare: one in some thousand looks."""
    others = [subprocess.Popen([sys.executable, "-S", "-c", COME_AND_GO]) for _ in range(4)]
    try:
        for _ in range(scale.pick(quick=50, ci=300, full=40_000)):
            assert with_home(str(tmp_path)) == []
    finally:
        for other in others:
            other.kill()
            other.wait()
