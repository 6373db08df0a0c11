"""The connection to the Docker engine, with timeouts for every call."""

import contextlib
import os
import socket
from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.runtime import missing_runtime
from arena.sandbox.protocol import Unavailable

if TYPE_CHECKING:
    from docker import APIClient

CALL_S: Final = 5
CREATE_S: Final = 30  # timeout to create or start a container
_CONNECTIONS: Final = 64


class NoEngine(Unavailable):
    """The Docker engine does not answer in time or lacks something needed; the message says what to do."""


def connect(timeout_s: int = CALL_S) -> "APIClient":
    """Connect to the Docker engine of this machine, or to the one that DOCKER_HOST names.

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
    """Raise OSError if the engine's Unix socket cannot be reached.

    Without this test, APIClient would leak a socket.
    """
    kind, _, path = url.partition("://")
    if kind == "http+unix":
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(CALL_S)
            door.connect(path)


def maps_users(api: "APIClient") -> bool:
    """True if the engine maps the user IDs of containers, as a rootless engine does. Raise NoEngine."""
    with raise_no_engine():
        options = api.info().get("SecurityOptions") or []
    return any(option.startswith(("name=rootless", "name=userns")) for option in options)


def is_local() -> bool:
    """True if the engine is on this machine, reached through a Unix socket."""
    return os.environ.get("DOCKER_HOST", "unix://").startswith("unix://")


@contextlib.contextmanager
def raise_no_engine() -> Iterator[None]:
    """Turn errors of the connection inside the block into NoEngine: the engine went away or hangs."""
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
    """Ignore error answers of the engine with these statuses, which mean that there was nothing to do."""
    from docker.errors import APIError

    try:
        yield
    except APIError as problem:
        if problem.status_code not in statuses:
            raise


def timed_out(problem: OSError) -> bool:
    """True if the engine accepted the call but did not answer completely in time."""
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
