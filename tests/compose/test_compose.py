"""`compose.yaml` with real containers: from nothing to an uploaded bot's games and their replay."""

import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx
import pytest

from tests.browser.conftest import chromium_process
from tests.browser.watched import Tabs, Watched
from tests.docs.documents import guide
from tests.project.installed import ASKED, COMPILED
from tests.web import waiting

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = pytest.mark.dear

ROOT: Final = Path(__file__).parents[2]
BASE: Final = "maumau-gate/python-uv-gcc:3.11"
DATABASE: Final = "postgres:15"
PORT: Final = 18_765
ADDRESS: Final = f"http://127.0.0.1:{PORT}"
PROJECT: Final = "arena-compose-test"
VOLUME: Final = f"{PROJECT}_matches"
IMAGE: Final = f"maumau-arena:{PROJECT}"
PASSWORD: Final = "it's: a/secret@%"
METRICS: Final = 9464
SERVICES: Final = ("db", "web", "referee")
OF_THE_CLUSTER: Final = ("scheduler", "worker")
BOT: Final = (ROOT / "example_bots" / "greedy" / "bot.py").read_bytes() + b"\n# of a stranger\n"
UP_S: Final = 400

until: Final = partial(waiting.until, pause_s=0.5)


class Compose:
    """The arena in containers."""

    def __init__(self, socket: str, password: Path) -> None:
        self.environment = os.environ | {
            "COMPOSE_FILE": str(ROOT / "compose.yaml"),
            "COMPOSE_PROJECT_NAME": PROJECT,
            "DOCKER_BUILDKIT": "0",
            "COMPOSE_DOCKER_CLI_BUILD": "0",
            "POSTGRES_PASSWORD_FILE": str(password),
            "ARENA_BASE_IMAGE": BASE,
            "ARENA_DOCKER_SOCKET": socket,
            "ARENA_PORT": str(PORT),
            "ARENA_URL": ADDRESS,
            "ARENA_METRICS": f"0.0.0.0:{METRICS}",
            "ARENA_REFEREE_OPTIONS": "--boards 1 --jobs 3",
        }

    def __call__(self, *arguments: str, **variables: str) -> str:
        done = subprocess.run(
            ["docker-compose", *arguments],
            cwd=ROOT,
            env=self.environment | variables,
            capture_output=True,
            text=True,
            timeout=UP_S,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        return done.stdout


def tool() -> None:
    if shutil.which("docker-compose") is None:
        pytest.skip("there is no docker-compose here")


def missing(engine: "APIClient") -> list[str]:
    from arena.sandbox.docker.images import has_image

    return [name for name in (BASE, DATABASE) if not has_image(name)]


@pytest.fixture(scope="module")
def compose(engine: "APIClient", tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compose]:
    """Start everything from nothing, and remove it with its volumes afterwards."""
    tool()
    if names := missing(engine):
        pytest.skip(f"the engine has no {', '.join(names)}: .ci/images makes them")
    where = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    password = tmp_path_factory.mktemp("secrets") / "postgres"
    password.write_text(f"{PASSWORD}\n")
    password.chmod(0o644)
    run = Compose(where.removeprefix("unix://"), password)
    run("down", "--volumes", "--remove-orphans")
    try:
        run("up", "--detach", "--build")
        yield run
    finally:
        run("--profile", "cluster", "down", "--volumes", "--timeout", "0")
        engine.remove_image(IMAGE, force=True)


def asked(path: str) -> Any:  # noqa: ANN401 - JSON
    try:
        answer = httpx.get(f"{ADDRESS}{path}", timeout=60, verify=False)  # certificates take long to load
        return answer.json() if answer.status_code == httpx.codes.OK else None
    except httpx.TransportError:
        return None


def tournaments() -> list[dict[str, Any]]:
    return asked("/tournaments?format=json") or []


def over(number: int) -> bool:
    return any(one["id"] == number and one["state"] == "over" for one in tournaments())


def inspected(engine: "APIClient", service: str) -> dict[str, Any]:
    labels = [f"com.docker.compose.project={PROJECT}", f"com.docker.compose.service={service}"]
    [one] = engine.containers(all=True, filters={"label": labels})
    found: dict[str, Any] = engine.inspect_container(one["Id"])
    return found


def executed(engine: "APIClient", service: str, *command: str) -> str:
    """Run a command in a service's container and return its output, sooner than `docker-compose exec`."""
    begun = engine.exec_create(inspected(engine, service)["Id"], [*command], stderr=False)
    return engine.exec_start(begun["Id"]).decode()


def healthy(engine: "APIClient", service: str) -> bool:
    return bool(inspected(engine, service)["State"]["Health"]["Status"] == "healthy")


def test_a_first_start_ends_with_a_ladder_of_example_bots(compose: Compose) -> None:
    until(lambda: over(1))
    [first] = tournaments()
    assert (first["bots"], first["games"], first["rated"]) == (4, 12, True)


def test_only_the_referee_has_the_engine_and_only_this_machine_the_site(
    compose: Compose, engine: "APIClient"
) -> None:
    sockets = {}
    for service in ("db", "migrate", "web", "referee"):
        binds = [mount["Source"] for mount in inspected(engine, service)["Mounts"]]
        sockets[service] = any(bind.endswith("docker.sock") for bind in binds)
    assert sockets == {"db": False, "migrate": False, "web": False, "referee": True}
    web = inspected(engine, "web")
    assert web["HostConfig"]["PortBindings"] == {"8000/tcp": [{"HostIp": "127.0.0.1", "HostPort": str(PORT)}]}
    assert web["Config"]["User"] == "arena"
    assert web["HostConfig"]["CapDrop"] == ["ALL"]
    assert inspected(engine, "migrate")["State"]["ExitCode"] == 0


@pytest.mark.full
def test_each_visitor_has_a_rate_limit_behind_the_published_port(compose: Compose) -> None:
    """Docker hides who asks: all come from the network's gateway, which a proxy speaks through."""

    def statuses(requests: int, *forwarded: str) -> Counter[int]:
        headers = {"X-Forwarded-For": ", ".join(forwarded)}
        with httpx.Client(base_url=ADDRESS, headers=headers, timeout=60) as client:
            return Counter(client.get("/healthz/live").status_code for _ in range(requests))

    until(lambda: asked("/healthz") is not None)
    visitors = [f"198.51.100.{number}" for number in range(1, 6)]
    with ThreadPoolExecutor(4) as threads:
        forged = [f"192.0.2.{number}" for number in range(4)]
        until(
            lambda: any(one[429] for one in threads.map(lambda name: statuses(50, name, visitors[0]), forged))
        )
        answers = list(threads.map(lambda visitor: statuses(50, visitor), visitors[1:]))
    assert answers == [{200: 50}] * 4


@pytest.fixture
def tabs(tmp_path: Path) -> Iterator[Tabs]:
    with chromium_process(tmp_path) as chromium, Tabs(chromium) as tabs:
        yield tabs


@pytest.mark.full
def test_an_uploaded_bot_plays_in_containers_and_is_watched(
    compose: Compose, engine: "APIClient", tabs: Tabs
) -> None:
    until(lambda: over(1))
    made = json.loads(executed(engine, "referee", "arena", "token", "new", "anna", "--json"))
    seen = Watched(tabs, f"{ADDRESS}/submit", {}, ADDRESS)
    seen.page.get_by_label("Token").fill(made["token"])
    seen.click("Sign in")
    seen.page.get_by_label("Bot").set_input_files(
        {"name": "stranger.py", "mimeType": "text/x-python", "buffer": BOT}
    )
    seen.page.get_by_label("Rulesets").fill("mau-mau")
    seen.click("Submit")
    seen.page.locator(".checks").wait_for()
    until(lambda: over(2))
    matches = asked("/matches?format=json")
    played = next(one for one in matches if "stranger" in json.dumps(one))
    shots = os.environ.get("ARENA_SCREENSHOTS")
    until(lambda: "stranger" in json.dumps(asked("/?format=json")))
    seen.page.goto(f"{ADDRESS}/")
    assert "stranger" in seen.page.inner_text("table")
    if shots:
        seen.page.screenshot(path=f"{shots}/ladder.png")
    seen.page.goto(f"{ADDRESS}/matches/{played['match']}/games/1")
    seen.frames()
    before = seen.ply
    seen.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert seen.ply != before
    if shots:
        seen.page.screenshot(path=f"{shots}/replay.png")
    seen.page.context.clear_cookies()
    seen.close()
    assert seen.complaints == []


@pytest.mark.full
def test_stopped_services_continue(compose: Compose, engine: "APIClient") -> None:
    until(lambda: over(1))
    compose("stop", "--timeout", "60", "referee")
    assert inspected(engine, "referee")["State"]["ExitCode"] == 0
    labels = [
        one["Labels"]["arena.host"] for one in engine.containers(all=True, filters={"label": "arena.host"})
    ]
    assert [label for label in labels if VOLUME in label] == []  # of others there may be some
    compose("start", "referee")
    until(partial(healthy, engine, "referee"))


def test_every_service_has_limits_and_a_health_check(compose: Compose, engine: "APIClient") -> None:
    assert_limited_and_healthy(engine, SERVICES)


@pytest.mark.full
def test_a_scheduler_and_its_worker_too(compose: Compose, engine: "APIClient") -> None:
    compose("--profile", "cluster", "up", "--detach", *OF_THE_CLUSTER)
    assert_limited_and_healthy(engine, OF_THE_CLUSTER)
    compose("--profile", "cluster", "rm", "--stop", "--force", *OF_THE_CLUSTER)


def assert_limited_and_healthy(engine: "APIClient", services: Sequence[str]) -> None:
    """Also, no service has the password in its environment."""
    for service in services:
        until(partial(healthy, engine, service))
        found = inspected(engine, service)
        assert found["HostConfig"]["Memory"] > 0
        assert found["HostConfig"]["PidsLimit"] > 0
        assert PASSWORD not in json.dumps(found["Config"])


def test_site_and_referee_have_metrics(compose: Compose, engine: "APIClient") -> None:
    def is_up(service: str) -> bool:
        url = f"http://{service}:{METRICS}/metrics"
        return "arena_database_up 1.0" in executed(engine, "web", "python", "-c", read, url)

    read = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
    for service in ("web", "referee"):
        until(partial(is_up, service))


@pytest.mark.full
def test_a_backup_is_restored_as_the_guide_says(compose: Compose, tmp_path: Path) -> None:
    until(lambda: over(1))
    before = tournaments()
    [commands] = [block for block in guide("operate").split("```") if "pg_restore --user" in block]
    script = commands.removeprefix("sh\n")
    subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", script], cwd=tmp_path, env=compose.environment, check=True
    )
    assert (tmp_path / "friday-bots.tar").stat().st_size > 0
    until(lambda: tournaments() == before)
    names = compose("exec", "-T", "db", "psql", "--username", "arena", "--command", r"\l")
    assert " before " in names
    compose("exec", "-T", "web", "arena", "db", "verify")


@pytest.mark.full
def test_the_image_can_be_compiled(compose: Compose, engine: "APIClient") -> None:
    """Beside the one that is up: an image of its own."""
    variables = {"ARENA_COMPILE": "1", "COMPOSE_PROJECT_NAME": f"{PROJECT}-compiled"}
    compose("build", "migrate", **variables)
    try:
        said = compose(
            "run", "--rm", "--no-deps", "--entrypoint", "python", "migrate", "-c", ASKED, **variables
        )
    finally:
        compose("down", "--volumes", **variables)
        engine.remove_image(f"{IMAGE}-compiled", force=True)
    assert said.endswith(COMPILED)
