"""The connection to the Docker engine: timeouts, its runtime, and its containers' output."""

import contextlib
import os
import socket
from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from arena.sandbox.protocol import Unavailable

if TYPE_CHECKING:
    from docker import APIClient
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docker import APIClient
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.sandbox.output_capture import Capture

if TYPE_CHECKING:
    from docker import APIClient
    from docker.types import CancellableStream


VARIABLE: Final = "ARENA_RUNTIME"
_CHUNK: Final = 65_536
_READS: Final = 16
_PAUSE_S: Final = 0.008  # after each chunk and after 16 reads: at most 8 MB and 2,000 reads a second


def chosen_runtime() -> str | None:
    """Return the name of the chosen container runtime, such as `runsc` for gVisor; None for the engine's
    default.
    """
    return os.environ.get(VARIABLE) or None


def missing_runtime(api: "APIClient") -> str:
    """Return why the engine cannot use the chosen container runtime; empty if it can."""
    name = chosen_runtime()
    if name is None:
        return ""
    known = sorted(api.info()["Runtimes"])
    if name in known:
        return ""
    return (
        f"the Docker engine has no runtime {name}, which {VARIABLE} names; it has: {', '.join(known)}. "
        f"Add it to the engine's daemon.json, or unset {VARIABLE}"
    )


CALL_S: Final = 5
CREATE_S: Final = 30  # timeout to create or start a container
_CONNECTIONS: Final = 64


class NoEngine(Unavailable):
    """The Docker engine does not answer in time or lacks a feature; the message says what to do."""


def connect(timeout_s: int = CALL_S) -> "APIClient":
    """Connect to this machine's Docker engine, or to the engine that DOCKER_HOST names.

    Raise NoEngine if it does not answer, or does not have the chosen runtime.
    """
    from docker import APIClient
    from docker.errors import DockerException
    from docker.utils import kwargs_from_env, parse_host

    try:
        where = kwargs_from_env()
        _knock(str(parse_host(where.get("base_url"))))
        api = APIClient(**where, timeout=timeout_s, max_pool_size=_CONNECTIONS)
        missing = missing_runtime(api)
    except (DockerException, OSError) as problem:
        raise NoEngine(_advice(problem)) from problem
    if missing:
        api.close()
        raise NoEngine(missing)
    return api


def _knock(url: str) -> None:
    """Raise OSError if the engine's Unix socket cannot be reached. Without this test, Docker's APIClient
    would leak a socket.
    """
    kind, _, path = url.partition("://")
    if kind == "http+unix":
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(CALL_S)
            door.connect(path)


def maps_users(api: "APIClient") -> bool:
    """True if the engine maps the user IDs of containers, as a rootless engine does. Raise NoEngine if it
    does not answer.
    """
    with raise_no_engine():
        options = api.info().get("SecurityOptions") or []
    return any(option.startswith(("name=rootless", "name=userns")) for option in options)


def is_local() -> bool:
    """True if the engine is on this machine, reached through a Unix socket."""
    return os.environ.get("DOCKER_HOST", "unix://").startswith("unix://")


@contextlib.contextmanager
def raise_no_engine() -> Iterator[None]:
    """Raise NoEngine if the connection to the engine fails inside the block.

    The connection fails, for example, if the engine has ended or hangs.
    """
    from docker.errors import APIError
    from urllib3.exceptions import HTTPError

    try:
        yield
    except APIError:
        raise  # the engine has answered; this is an OSError too
    except (OSError, HTTPError) as problem:
        raise NoEngine(_advice(problem)) from problem


@contextlib.contextmanager
def ignore_statuses(*statuses: HTTPStatus) -> Iterator[None]:
    """Ignore the engine's error answers with these HTTP statuses inside the block.

    For example, NOT_FOUND can be ignored when a container is removed.
    """
    from docker.errors import APIError

    try:
        yield
    except APIError as problem:
        if problem.status_code not in statuses:
            raise


def timed_out(problem: OSError) -> bool:
    """True if the error means that the engine accepted a call but did not answer completely in time."""
    from requests.exceptions import ConnectionError, ReadTimeout
    from urllib3.exceptions import ReadTimeoutError

    within = problem.args[0] if isinstance(problem, ConnectionError) and problem.args else None
    return isinstance(problem, ReadTimeout) or isinstance(within, ReadTimeoutError)


def _advice(problem: BaseException) -> str:
    while cause := problem.__cause__ or problem.__context__:
        problem = cause
    hint = "start it (`sudo systemctl start docker`) or set DOCKER_HOST"
    if isinstance(problem, PermissionError):
        hint = "your user may not talk to it, a member of the group `docker` may"
    where = os.environ.get("DOCKER_HOST", "its usual socket")
    return f"no Docker engine answers at {where} ({problem}): {hint}; `--runner process` needs none"


# Reads the output of a container: it is counted, limited in memory, and never written to disk.
#
# The engine stores nothing. If nobody reads the output, the engine and finally the bot have to wait. So
# slow reading here limits the engine's work for a bot that floods its output.


def attach(api: "APIClient", container: str) -> "CancellableStream[bytes]":
    """Return the output stream of a container that has not started yet. Raise APIError or OSError if the
    engine fails.
    """
    stream: CancellableStream[bytes] = api.attach(container, stdout=True, stderr=True, stream=True)
    return stream


def read_to_end(stream: Iterable[bytes], capture: Capture) -> None:
    """Read a container's output from `stream` and feed it to `capture`.

    Return when the container has ended, the stream is closed or the engine is gone.
    """
    next_pause = _CHUNK
    with contextlib.suppress(OSError, ValueError):  # a ValueError: it was closed between two calls
        for number, data in enumerate(stream, 1):
            capture.feed(data)
            if capture.fed > next_pause or number % _READS == 0:
                next_pause = capture.fed + _CHUNK
                time.sleep(_PAUSE_S)


def hang_up(stream: "CancellableStream[bytes]") -> None:
    """Close the stream of a container's output. A thread that reads it then stops."""
    from docker.errors import DockerException

    with contextlib.suppress(OSError, DockerException):  # raised if the engine is reached by SSH
        stream.close()
    stream._response.close()  # type: ignore[attr-defined]  # only this closes its socket
