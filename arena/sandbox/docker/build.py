"""Building one image, without network and within bounds."""

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
SILENCE_S: Final = 1_200  # of the engine: the watchdog comes first
LOOK_S: Final = 0.5


class CannotBuild(Exception):
    """An image cannot be built; the text is the end of what was printed."""


def build(
    api: "APIClient",
    context: bytes,
    tag: str,
    arguments: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """Build the Dockerfile in a tar archive; gives the image's id. Raises CannotBuild, NoEngine."""
    from docker.errors import APIError

    mark = f"arena-build-{token_hex(8)}"
    watchdog = Watchdog(api, mark)

    def built() -> str:
        with answering():
            lines = api.build(
                fileobj=io.BytesIO(context),
                custom_context=True,
                tag=tag,
                buildargs=dict(arguments or {}),
                labels=dict(labels or {}),
                network_mode="none",
                extra_hosts={mark: "127.0.0.1"},  # by this the containers of its steps are known
                container_limits={"memory": MEMORY, "memswap": MEMORY},
                rm=True,
                forcerm=True,
                use_config_proxy=False,
                decode=True,
                timeout=SILENCE_S,
            )
            return _read_build_output(lines, watchdog)

    with answering():
        before = _images(api)
    try:
        return _watched(built, watchdog)
    except (APIError, CannotBuild) as problem:
        _forget(api, watchdog.images(), before)
        said = problem.explanation if isinstance(problem, APIError) else problem
        late = f"{watchdog.why}\n" if watchdog.why else ""
        raise CannotBuild(f"{tag} cannot be built: {late}{said}") from None


def _watched(work: Callable[[], T], watchdog: Watchdog) -> T:
    """What the work comes to, in a thread that can be left alone when the engine hangs."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as problem:
            done.set_exception(problem)

    Thread(target=run, name="build", daemon=True).start()
    while not wait((done,), LOOK_S).done:
        watchdog.look()
    return done.result()


def _read_build_output(lines: Iterable[dict[str, object]], watchdog: Watchdog) -> str:
    """Read all that the engine says; gives the image's id."""
    made = ""
    failed = False
    for line in lines:
        watchdog.heard(str(line.get("stream") or line.get("error") or ""))
        failed |= "error" in line
        aux = line.get("aux")
        made = str(aux["ID"]) if isinstance(aux, dict) else made
    if failed or not made:
        raise CannotBuild(watchdog.last_words)
    return made


def _images(api: "APIClient") -> set[str]:
    return set(api.images(quiet=True, all=True))


def _forget(api: "APIClient", steps: tuple[str, ...], before: set[str]) -> None:
    """Remove what the steps made that were done: nobody will want it, and it may be large."""
    from docker.errors import APIError

    with suppress(NoEngine, APIError), answering():
        for image in api.images(filters={"dangling": True}):
            made = image["Id"].removeprefix("sha256:").startswith(steps)
            if made and image["Id"] not in before:
                with suppress(APIError):
                    api.remove_image(image["Id"])
