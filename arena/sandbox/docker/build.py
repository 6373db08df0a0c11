"""Build one image, without network and within limits."""

import io
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from secrets import token_hex
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeVar

from arena.sandbox.docker.engine import NoEngine, answering
from arena.sandbox.docker.watchdog import Watchdog

if TYPE_CHECKING:
    from docker import APIClient

T = TypeVar("T")

MEMORY: Final = 2 << 30
ENGINE_TIMEOUT_S: Final = 1_200  # the watchdog ends a build earlier
LOOK_S: Final = 0.5


class CannotBuild(Exception):
    """An image cannot be built; the text is the end of the output."""


def build(
    api: "APIClient",
    context: bytes,
    tag: str,
    arguments: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """Build the Dockerfile in a tar archive and return the image's id. Raise CannotBuild, NoEngine."""
    from docker.errors import APIError

    mark = f"arena-build-{token_hex(8)}"
    watchdog = Watchdog(api, mark)

    def run_build() -> str:
        with answering():
            lines = api.build(
                fileobj=io.BytesIO(context),
                custom_context=True,
                tag=tag,
                buildargs=dict(arguments or {}),
                labels=dict(labels or {}),
                network_mode="none",
                extra_hosts={mark: "127.0.0.1"},  # identifies the containers of its steps
                container_limits={"memory": MEMORY, "memswap": MEMORY},
                rm=True,
                forcerm=True,
                use_config_proxy=False,
                decode=True,
                timeout=ENGINE_TIMEOUT_S,
            )
            return _read_build_output(lines, watchdog)

    with answering():
        before = _images(api)
    try:
        return _run_watched(run_build, watchdog)
    except (APIError, CannotBuild) as problem:
        _remove_steps(api, watchdog.images(), before)
        cause = problem.explanation if isinstance(problem, APIError) else problem
        limit = f"{watchdog.why}\n" if watchdog.why else ""
        raise CannotBuild(f"{tag} cannot be built: {limit}{cause}") from None


def _run_watched(work: Callable[[], T], watchdog: Watchdog) -> T:
    """Return the result of the work, done in a thread that can be abandoned if the engine hangs."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as problem:
            done.set_exception(problem)

    Thread(target=run, name="build", daemon=True).start()
    while not wait((done,), LOOK_S).done:
        watchdog.check()
    return done.result()


def _read_build_output(lines: Iterable[dict[str, object]], watchdog: Watchdog) -> str:
    """Read the output of a build and return the image's id. Raise CannotBuild."""
    image = ""
    failed = False
    for line in lines:
        watchdog.add_output(str(line.get("stream") or line.get("error") or ""))
        failed |= "error" in line
        aux = line.get("aux")
        image = str(aux["ID"]) if isinstance(aux, dict) else image
    if failed or not image:
        raise CannotBuild(watchdog.last_lines)
    return image


def _images(api: "APIClient") -> set[str]:
    return set(api.images(quiet=True, all=True))


def _remove_steps(api: "APIClient", steps: tuple[str, ...], before: set[str]) -> None:
    """Remove the images of the finished steps: they are useless now and may be large."""
    from docker.errors import APIError

    with suppress(NoEngine, APIError), answering():
        for image in api.images(filters={"dangling": True}):
            is_step = image["Id"].removeprefix("sha256:").startswith(steps)
            if is_step and image["Id"] not in before:
                with suppress(APIError):
                    api.remove_image(image["Id"])
