"""The runtime in ARENA_RUNTIME is used; if it is missing, one line says so."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.sandbox.docker.cleanup import RUN
from arena.sandbox.docker.engine import VARIABLE, NoEngine, connect
from arena.sandbox.runners import runner
from tests.cli.arena import arena
from tests.docker.boxes import run
from tests.docker.matches import containers

if TYPE_CHECKING:
    from docker import APIClient

SAID = "the Docker engine has no runtime no-such, which ARENA_RUNTIME names; it has: "


@pytest.mark.dear
def test_an_existing_runtime_is_used(
    engine: "APIClient", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = max(engine.info()["Runtimes"], key=len)  # another than the shortest, which is the engine's own
    monkeypatch.setenv(VARIABLE, name)
    used: list[str] = []

    def look(_: object) -> None:
        used.extend(one["HostConfig"]["Runtime"] for one in containers(engine, f"{RUN}={tmp_path}"))

    assert run("import time; time.sleep(1)", tmp_path, act=look)[0].code == 0
    assert used == [name]
    assert f"They are run by {name}." in runner("docker", tmp_path).describe()


@pytest.mark.usefixtures("engine")
def test_a_missing_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "no-such")
    with pytest.raises(NoEngine, match=SAID):
        connect()


@pytest.mark.usefixtures("engine")
def test_a_missing_runtime_starts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "arena.db"))
    monkeypatch.setenv(VARIABLE, "no-such")
    code, out, err = arena(capfd, "run", "greedy", "random", "--runner", "docker")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"arena: {SAID}") and "runc" in err
    assert list(tmp_path.iterdir()) == []
