"""Containers of dead matches are removed, and nothing else."""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

import pytest

from arena.record.match import Clock
from arena.referee.process.codec import encode
from arena.referee.run import run_match
from arena.sandbox.docker import cleanup
from arena.sandbox.docker.cleanup import HOST, RUN
from arena.sandbox.docker.flags import container
from arena.sandbox.docker.leases import FOLDER
from arena.sandbox.docker.runner import DockerRunner
from arena.service.ladder_service.loop import run_ladder_service
from arena.service.ladder_service.matchmaking import LadderSettings
from arena.store.database.store import open_store, sqlite_url
from tests.docker.boxes import launch
from tests.docker.matches import containers, in_containers, leases_of, until_running
from tests.referee.matches import match
from tests.web.waiting import until

if TYPE_CHECKING:
    from docker import APIClient


@pytest.fixture(autouse=True)
def leases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use private leases, so no other match sweeps these containers."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "leases"))


MATCH: Final = "from arena.referee.process.match_main import main; main()"


@contextmanager
def killed_match(api: "APIClient") -> Iterator[Path]:
    """Return the directory of a match that was killed while its containers run."""
    run = Path(tempfile.mkdtemp(prefix="arena-killed-"))  # others sweep what is called like a run's
    spec = in_containers(match("silent", "silent", clock=Clock(0, 0, 0)), "killed")
    with subprocess.Popen((sys.executable, "-P", "-c", MATCH, str(run)), stdin=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(encode(spec).encode() + b"\n")
        process.stdin.flush()
        try:
            until_running(api, f"{RUN}={run}", 2)
        finally:
            process.kill()
    yield run
    DockerRunner(run, "").sweep()


@pytest.mark.full
def test_the_next_match_sweeps_a_dead_one(engine: "APIClient") -> None:
    with killed_match(engine) as run:
        assert len(containers(engine, f"{RUN}={run}")) == 2
        assert len(leases_of(run)) == 3
        run_match(in_containers(match("exits_at_once", "first", boards=1), "next"))
        assert containers(engine, f"{RUN}={run}") == []
        assert leases_of(run) == []
        assert not run.exists()


@pytest.mark.dear
def test_a_running_match_sweeps_a_dead_one(
    engine: "APIClient", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every 50 ms here, instead of every minute."""
    monkeypatch.setattr(cleanup, "SWEEP_INTERVAL_S", 0.05)
    runner, what = DockerRunner(tmp_path, "lasts"), launch("import time; time.sleep(1000)", tmp_path)

    async def play() -> None:
        box = await runner.start(what)
        try:
            with killed_match(engine) as run:
                async with asyncio.timeout(100):
                    while containers(engine, f"{RUN}={run}") or leases_of(run) or run.exists():
                        await asyncio.sleep(0.1)
            assert [one["State"]["Running"] for one in containers(engine, f"{RUN}={tmp_path}")] == [True]
        finally:
            await box.close()

    try:
        asyncio.run(play())
    finally:
        runner.sweep()


@pytest.mark.dear
def test_the_ladder_service_sweeps_without_matches(
    engine: "APIClient", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    ended = Event()
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, killed_match(engine) as run:
        none = LadderSettings(rulesets=())
        duty = Thread(
            target=run_ladder_service, args=(store, none, print), kwargs={"ended": ended}, daemon=True
        )
        duty.start()
        try:
            until(lambda: not (containers(engine, f"{RUN}={run}") or leases_of(run) or run.exists()))
        finally:
            ended.set()
            duty.join()


@pytest.mark.dear
def test_a_sweep_touches_nothing_else(engine: "APIClient", tmp_path: Path) -> None:
    what = launch("import time; time.sleep(60)", tmp_path)
    others = [{}, {RUN: "/somewhere"}, {RUN: "/somewhere", HOST: "another"}]
    made = [engine.create_container(**container(engine, what, 1, labels))["Id"] for labels in others]
    try:
        DockerRunner(tmp_path, "test").sweep()
        assert {one["Id"] for one in engine.containers(all=True)} >= set(made)
    finally:
        for one in made:
            engine.remove_container(one, force=True)
