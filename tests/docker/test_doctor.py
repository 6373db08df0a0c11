"""The doctor's checks of containers and leftovers."""

from typing import TYPE_CHECKING, Any

import pytest

from arena.sandbox.docker.images import python_image
from arena.service.admin.doctor.checks import CONTAINERS, run_checks
from arena.service.admin.doctor.containers import container, leftovers, users
from arena.service.admin.doctor.result import CheckState
from tests.docker.matches import containers
from tests.docker.test_cleanup import killed_match

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = pytest.mark.usefixtures("engine")

DEPENDS = {"end", "its clock", "its disk", "leftovers", "disk", "clock"}  # on what else this machine does
WEAK: dict[str, Any] = {
    "read_only": False, "pids_limit": None, "mem_limit": None, "memswap_limit": None, "shm_size": 8 << 20,
    "tmpfs": {"/tmp": "rw,size=64m,mode=1777"}, "cap_drop": [], "security_opt": ["seccomp=unconfined"],
    "ulimits": [], "network_mode": "none",
}  # fmt: skip


@pytest.mark.dear
def test_containers_are_isolated(tmp_path_factory: pytest.TempPathFactory) -> None:
    db = str(tmp_path_factory.mktemp("db") / "arena.db")
    lines = list(run_checks(db, runner="docker"))
    wrong = [line for line in lines if line.state is not CheckState.OK and line.name not in DEPENDS]
    assert wrong == []
    names = {line.name for line in lines if line.part == CONTAINERS}
    assert names >= {"engine", "runtime", "user ids", "image", "network", "sockets", "system calls",
        "privileges", "disk", "seat", "scratch folder", "shared memory", "memory", "processes",
        "processor", "end", "in containers"}  # fmt: skip


@pytest.mark.dear
def test_missing_limits_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the probe in a container with almost no limits."""
    from docker import APIClient

    made = APIClient.create_host_config

    def weak(self: "APIClient", *arguments: Any, **given: Any) -> Any:  # noqa: ANN401 - docker's own
        for mount in given.get("mounts", ()):
            mount["ReadOnly"] = False
        return made(self, *arguments, **{**given, **WEAK})

    image = python_image()
    monkeypatch.setattr(APIClient, "create_host_config", weak)
    found = {one.name: one for one in container(image)}
    assert {name for name, one in found.items() if one.state is CheckState.FAILED} >= {
        "sockets", "system calls", "privileges", "scratch folder", "shared memory", "memory", "processes",
        "files",
    }  # fmt: skip
    assert found["network"].state is CheckState.OK


@pytest.mark.dear
def test_an_image_without_python(engine: "APIClient") -> None:
    with pytest.MonkeyPatch.context() as patched:
        ends_at_once = "/dev/null"
        patched.setattr("arena.service.admin.doctor.probe.__file__", ends_at_once)
        (one,) = container(python_image())
    assert (one.name, one.state) == ("container", CheckState.FAILED)
    assert "ended with exit code 0" in one.found


@pytest.mark.dear
def test_leftovers_of_a_killed_run_are_found(engine: "APIClient") -> None:
    with killed_match(engine) as run:
        (found,) = leftovers(sweep=False)
        assert found.state is CheckState.WARNING
        assert len(containers(engine, f"arena.run={run}")) == 2, "only looked at"
        list(leftovers(sweep=True))
        assert containers(engine, f"arena.run={run}") == []


@pytest.mark.dear
def test_a_missing_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_RUNTIME", "no-such")
    lines = run_checks()
    (one,) = [line for line in lines if line.part == CONTAINERS]
    assert (one.name, one.state) == ("engine", CheckState.FAILED)
    assert "no runtime no-such, which ARENA_RUNTIME names" in one.found
    assert one.to_do.startswith("Add it to the engine's daemon.json")


def test_free_user_ids() -> None:
    (one,) = users()
    assert one.state is CheckState.OK
