"""Build one Docker image, with no network and within limits of time, memory and disk."""

import io
import os
import random
import tarfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from importlib.metadata import files
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeVar

from arena.sandbox.docker.engine import NoEngine, raise_no_engine
from arena.sandbox.docker.watchdog import Watchdog

if TYPE_CHECKING:
    from docker import APIClient

T = TypeVar("T")

MEMORY: Final = 2 << 30
ENGINE_TIMEOUT_S: Final = 1_200  # the watchdog ends a build earlier
LOOK_S: Final = 0.5
MAX_TRIES: Final = 5
ARENA: Final = Path(__file__).parents[2]
IMAGES: Final = ARENA / "sandbox" / "images"
PACKAGES: Final = "packages"
INSTALLED: Final = ("grpcio", "protobuf", "typing-extensions")  # imported by the SDK

# The engine's errors if another program removed a cached layer.
_NO_LAYER: Final = ("unknown parent image", "No such image: sha256:", 'unable to find image "sha256:')

File = tuple[str, Path]  # a file's name in the context, and its path on this machine


class CannotBuild(Exception):
    """An image cannot be built or used; the message says why, with the end of the build's output."""


class _LayerRemoved(CannotBuild):
    """Another program removed a cached layer while the build was using it."""


def build(
    api: "APIClient",
    context: bytes,
    tag: str,
    arguments: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """Build a Docker image and return its id.

    `context`: a tar archive with the Dockerfile. `arguments`: the build arguments. Raise CannotBuild if a
    step fails or a limit is exceeded, NoEngine if the Docker engine does not answer.
    """
    for _ in range(MAX_TRIES - 1):
        with suppress(_LayerRemoved):
            return _build_once(api, context, tag, arguments, labels)
        time.sleep(random.random())  # builds that fail together should not repeat together
    return _build_once(api, context, tag, arguments, labels)


def _build_once(
    api: "APIClient",
    context: bytes,
    tag: str,
    arguments: Mapping[str, str] | None,
    labels: Mapping[str, str] | None,
) -> str:
    """Make one attempt to build the image that `build` describes, and return its id.

    Raise _LayerRemoved if another program removed a cached layer, so that another attempt may succeed.
    """
    from docker.errors import APIError

    mark = f"arena-build-{token_hex(8)}"
    watchdog = Watchdog(api, mark)

    def run_build() -> str:
        with raise_no_engine():
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

    with raise_no_engine():
        before = _images(api)
    try:
        return _run_watched(run_build, watchdog)
    except (APIError, CannotBuild) as problem:
        _remove_steps(api, watchdog.images(), before)
        cause = problem.explanation if isinstance(problem, APIError) else problem
        limit = f"{watchdog.why}\n" if watchdog.why else ""
        kind = _LayerRemoved if isinstance(problem, _LayerRemoved) else CannotBuild
        raise kind(f"{tag} cannot be built: {limit}{cause}") from None


def _run_watched(work: Callable[[], T], watchdog: Watchdog) -> T:
    """Run `work` in a thread and return its result, with regular checks by the watchdog.

    If the engine hangs, the thread is left running.
    """
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
    """Read the output of a build to its end and return the image's id.

    Raise CannotBuild if the build failed.
    """
    image = error = ""
    for line in lines:
        error = str(line.get("error") or error)
        watchdog.add_output(str(line.get("stream") or line.get("error") or ""))
        aux = line.get("aux")
        image = str(aux["ID"]) if isinstance(aux, dict) else image
    if any(text in error for text in _NO_LAYER):
        raise _LayerRemoved(watchdog.last_lines)
    if error or not image:
        raise CannotBuild(watchdog.last_lines)
    return image


def _images(api: "APIClient") -> set[str]:
    return set(api.images(quiet=True, all=True))


def _remove_steps(api: "APIClient", steps: tuple[str, ...], before: set[str]) -> None:
    """Remove the intermediate images of a failed build.

    `steps`: their short ids. `before`: the ids of images that existed before the build; these stay.
    """
    from docker.errors import APIError

    with suppress(NoEngine, APIError), raise_no_engine():
        for image in api.images(filters={"dangling": True}):
            is_step = image["Id"].removeprefix("sha256:").startswith(steps)
            if is_step and image["Id"] not in before:
                with suppress(APIError):
                    api.remove_image(image["Id"])


def archive(context: Iterable[File]) -> bytes:
    """Return a tar archive of the files: only their names, contents and executable bits."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as tar:
        for name, path in sorted(context):
            content = path.read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mode = 0o755 if os.access(path, os.X_OK) else 0o644
            tar.addfile(entry, io.BytesIO(content))
    return target.getvalue()


def python_context() -> Iterator[File]:
    """Yield the files of the image for Python bots: its Dockerfile, and packages installed in this Python."""
    yield "Dockerfile", IMAGES / "python" / "Dockerfile"
    for name, path in _packages():
        if path.suffix not in {".pyc", ".pyi"} and path.is_file():
            yield f"{PACKAGES}/{name}", path


def _packages() -> Iterator[File]:
    for distribution in INSTALLED:
        for file in files(distribution) or ():
            if ".." not in file.parts:
                yield str(file), Path(str(file.locate()))
    sdk = find_spec("maumau")
    assert sdk and sdk.origin
    yield from _modules(Path(sdk.origin).parent, "maumau")
    yield "arena/__init__.py", ARENA / "__init__.py"
    yield from _modules(ARENA / "rules", "arena/rules")


def _modules(folder: Path, name: str) -> Iterator[File]:
    return ((f"{name}/{path.relative_to(folder)}", path) for path in folder.rglob("*.py"))
