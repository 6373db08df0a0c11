"""The inside of a bot's container: only itself, its seat and limits."""

import asyncio
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from arena.sandbox.docker.box import DockerBox
from arena.sandbox.docker.cleanup import RUN
from arena.sandbox.docker.engine import NoEngine
from arena.sandbox.docker.runner import DockerRunner
from arena.sandbox.protocol import CannotStart, Exit
from tests.docker.boxes import launch, run, run_launch
from tests.docker.matches import containers, leases_of

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = pytest.mark.usefixtures("engine")

HOARDS: Final = "hoard = []\nwhile True: hoard.append(b'x' * (8 << 20))"
FORKS: Final = """
import os, time
try:
    while os.fork():
        pass
except OSError:
    print(sum(name.isdigit() for name in os.listdir('/proc')), flush=True)
time.sleep(60)
"""


@pytest.mark.dear
@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("import sys; sys.exit(3)", Exit(3)),
        ("import os; os.kill(os.getpid(), 11)", Exit(139)),
        ("import os; os.kill(os.getpid(), 9)", Exit(137)),
        (HOARDS, Exit(137, oom=True, oom_inside=True)),
        (f"import subprocess; subprocess.run(['python', '-c', {HOARDS!r}])", Exit(0, oom_inside=True)),
    ],
    ids=["exit code", "signal", "killed itself", "memory", "memory of a child"],
)
def test_exit(code: str, how: Exit, tmp_path: Path) -> None:
    assert run(code, tmp_path)[0] == how


@pytest.mark.dear
def test_processes_are_limited_and_killed_together(tmp_path: Path) -> None:
    def kill(box: DockerBox) -> None:
        time.sleep(1)
        box.kill()

    how, output = run(FORKS, tmp_path, act=kill)
    assert how == Exit(137)
    assert output.decode().split()[0] == "128"


@pytest.mark.dear
def test_output_is_limited_and_not_stored(tmp_path: Path) -> None:
    code = "import os\nfor _ in range(100): os.write(1, b'x' * 65_536)\nos.write(1, b'end')"
    _, output = run(code, tmp_path, output_bytes=10)
    assert output.startswith(b"xxxxx\n[") and output.endswith(b"]\nxxend")


@pytest.mark.dear
def test_a_flood_is_reported_and_slowed_down(tmp_path: Path) -> None:
    """8 MB a second: 16 MB take two seconds on any machine, minus the output before the start was known."""
    what = launch("import os\nwhile True: os.write(1, b'x' * 65_536)", tmp_path)
    what = replace(what, max_printed=16 << 20)
    runner = DockerRunner(tmp_path, "test")

    async def play() -> tuple[float, int]:
        box = await runner.start(what)
        try:
            await asyncio.wait_for(box.wait_for_flood(), 60)
            return time.monotonic() - box.started, (await box.usage()).printed
        finally:
            await box.close()

    try:
        seconds, printed = asyncio.run(play())
    finally:
        runner.sweep()
    assert seconds > 1.0
    assert 16 << 20 < printed < 100 << 20


@pytest.mark.dear
def test_output_is_available_while_it_runs(tmp_path: Path) -> None:
    def kill_when_said(box: DockerBox) -> None:
        while box.output() != b"here I am\n":
            time.sleep(0.01)
        box.kill()

    what = replace(launch("print('here I am', flush=True); import time; time.sleep(60)", tmp_path))
    assert run_launch(what, tmp_path, act=kill_when_said) == (Exit(137), b"here I am\n")


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("after_s", [0.0, 0.02, 0.05, 0.1, 0.2])
def test_a_cancelled_start(after_s: float, tmp_path: Path, engine: "APIClient") -> None:
    runner, what = DockerRunner(tmp_path, "test"), launch("import time; time.sleep(60)", tmp_path)

    async def change_mind() -> None:
        starting = asyncio.create_task(runner.start(what))
        await asyncio.sleep(after_s)
        if not starting.cancel():  # too late: it has started
            await starting.result().close()
            return
        with pytest.raises(asyncio.CancelledError):
            await starting

    asyncio.run(change_mind())
    assert containers(engine, f"{RUN}={tmp_path}") == []
    runner.sweep()
    assert leases_of(tmp_path) == []


@pytest.mark.dear
def test_a_missing_program(tmp_path: Path) -> None:
    how, output = run_launch(replace(launch("", tmp_path), command=("no-such-program",)), tmp_path)
    assert how == Exit(127)
    assert b"no-such-program" in output


def test_a_missing_image(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="image_missing"):
        run_launch(replace(launch("", tmp_path), image=f"sha256:{'0' * 64}"), tmp_path)
    assert os.listdir(tmp_path) == ["seat"]


def test_a_full_disk_of_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot is blamed: matches wait until there is space."""
    from docker import APIClient
    from docker.errors import APIError
    from requests import Response

    def refused(*_: object, **__: object) -> None:
        answer = Response()
        answer.status_code = 500
        raise APIError("500 Server Error", answer, "write /var/lib/docker: no space left on device")

    monkeypatch.setattr(APIClient, "create_container", refused)
    with pytest.raises(NoEngine, match=r"the disk of the Docker engine is full .*: free some space"):
        run_launch(launch("", tmp_path), tmp_path)
