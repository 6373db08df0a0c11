"""Builds of images that never end, print for ever, write too much, or fail."""

import json
import subprocess
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import uuid4

import pytest

from arena.sandbox.docker import watchdog
from arena.sandbox.docker.build import CannotBuild, archive, build
from arena.sandbox.docker.engine import ignore_statuses
from arena.sandbox.docker.images import PYTHON, python_image
from tests.faults.engines import until

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = pytest.mark.dear
ROOT: Final = Path(__file__).parents[2]
PRINTS: Final = "while True: print('y' * 1000)"
LIES: Final = (
    "print(' ---> Running in 0123456789ab'); print(' ---> 0123456789ab'); import time; time.sleep(9999)"
)
WRITES: Final = "f = open('/big', 'wb')\nwhile True: f.write(bytes(1 << 20))"


class Case(NamedTuple):
    """A step that exceeds a limit, the lowered limit, and the expected message."""

    code: str
    bound: str
    value: float
    said: str


CASES: Final = {
    "never ends": Case("import time; time.sleep(9999)", "BUILD_S", 2.0, "it took longer than 2 s"),
    "lies": Case(LIES, "BUILD_S", 2.0, "it took longer than 2 s"),
    "prints for ever": Case(PRINTS, "MAX_PRINTED", 2 << 20, "it printed more than 2 MB"),
    "a large layer": Case(WRITES, "MAX_WRITTEN", 20_000_000, "it wrote more than 0.02 GB"),
}


class Builds:
    """Builds under a private name, and their containers and images."""

    def __init__(self, api: "APIClient", folder: Path) -> None:
        self.api = api
        self.dockerfile = folder / "Dockerfile"
        self.mark = uuid4().hex  # in every step
        self.tag = f"test-{self.mark}:1"
        python_image()
        self._before = set(api.images(quiet=True, all=True))

    def write(self, *steps: str, base: str = PYTHON) -> bytes:
        runs = (f"RUN {json.dumps(['python', '-c', f'# {self.mark}' + chr(10) + step])}" for step in steps)
        self.dockerfile.write_text("\n".join((f"FROM {base}", *runs)))
        return archive([("Dockerfile", self.dockerfile)])

    def build(self, *steps: str, base: str = PYTHON) -> str:
        return build(self.api, self.write(*steps, base=base), self.tag)

    def running(self) -> list[str]:
        """Return the running containers of its steps."""
        return [one["Id"] for one in self.api.containers() if self.mark in one["Command"]]

    def containers(self) -> list[str]:
        return [one["Id"] for one in self.api.containers(all=True) if self.mark in one["Command"]]

    def layers(self) -> list[str]:
        """Return the images that its steps made."""
        new = sorted({*self.api.images(quiet=True, all=True)} - self._before)
        return [image for image in new if self.mark in json.dumps(self._made_by(image))]

    def _made_by(self, image: str) -> object:
        with ignore_statuses(HTTPStatus.NOT_FOUND):  # another test has removed it
            history: list[object] = self.api.history(image)  # type: ignore[no-untyped-call]  # as its stub is
            return history[:1]
        return []


@pytest.fixture
def builds(engine: "APIClient", tmp_path: Path) -> Iterator[Builds]:
    made = Builds(engine, tmp_path)
    yield made
    from docker.errors import APIError

    for one in made.containers():
        engine.remove_container(one, force=True)
    for image in made.layers():
        try:
            engine.remove_image(image, force=True)
        except APIError:
            continue


@pytest.mark.fault("F20")
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("name", CASES)
def test_a_build_over_a_limit_is_ended(name: str, builds: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES[name]
    monkeypatch.setattr(watchdog, case.bound, case.value)
    with pytest.raises(CannotBuild) as found:
        builds.build("print('a step before')", case.code)
    assert case.said in str(found.value)
    assert len(str(found.value)) < 10_000
    assert builds.containers() == []
    assert builds.layers() == [], "also of the step that was done"


@pytest.mark.fault("F20")
def test_other_builds_go_on(builds: Builds, monkeypatch: pytest.MonkeyPatch, engine: "APIClient") -> None:
    other = engine.create_container(PYTHON, ["sleep", "60"], network_disabled=True)["Id"]
    try:
        engine.start(other)
        monkeypatch.setattr(watchdog, "BUILD_S", 1.0)
        with pytest.raises(CannotBuild):
            builds.build(f"print(' ---> Running in {other[:12]}'); import time; time.sleep(9999)")
        assert engine.inspect_container(other)["State"]["Running"]
    finally:
        engine.remove_container(other, force=True)


@pytest.mark.fault("F20")
def test_a_build_whose_client_is_killed_ends(builds: Builds) -> None:
    builds.write("import time; time.sleep(9999)")
    code = (
        "import sys; from pathlib import Path; from arena.sandbox.docker.build import build;"
        "from arena.sandbox.docker.build import archive; from arena.sandbox.docker.engine import connect;"
        "build(connect(), archive([('Dockerfile', Path(sys.argv[1]))]), sys.argv[2])"
    )
    client = subprocess.Popen([sys.executable, "-c", code, str(builds.dockerfile), builds.tag], cwd=ROOT)
    try:
        until(lambda: bool(builds.running()), "the step runs")
    finally:
        client.kill()
        client.wait()
    until(lambda: not builds.containers(), "the step is gone")


@pytest.mark.fault("F23")
def test_missing_images_are_not_downloaded(builds: Builds) -> None:
    with pytest.raises(CannotBuild, match="cannot be built"):
        builds.build("print()", base="no-such-base:1")
    with pytest.raises(CannotBuild, match="cannot be built"):
        builds.build(base="not a name")
