"""The connection to the Docker engine, with a bound on how long it may keep anybody waiting."""

import contextlib
from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from docker import APIClient

CALL_S: Final = 5
CREATE_S: Final = 30  # to make a container, or to start it
_CONNECTIONS: Final = 64


class NoEngine(Exception):
    """No engine answers, or not in time; the text says what to do."""


def connect(timeout_s: int = CALL_S) -> "APIClient":
    """The engine of this machine, or of DOCKER_HOST. Raises NoEngine."""
    from docker import APIClient
    from docker.errors import DockerException
    from docker.utils import kwargs_from_env

    try:
        return APIClient(**kwargs_from_env(), timeout=timeout_s, max_pool_size=_CONNECTIONS)
    except DockerException as problem:
        raise NoEngine(_what_to_do(problem)) from problem


@contextlib.contextmanager
def answering() -> Iterator[None]:
    """What is called inside is to answer: raises NoEngine where the engine is gone or hangs."""
    from docker.errors import APIError

    try:
        yield
    except APIError:
        raise  # an answer, and an OSError too
    except OSError as problem:
        raise NoEngine(_what_to_do(problem)) from problem


@contextlib.contextmanager
def unless(*statuses: HTTPStatus) -> Iterator[None]:
    """These answers mean that there was nothing to do."""
    from docker.errors import APIError

    try:
        yield
    except APIError as problem:
        if problem.status_code not in statuses:
            raise


def _what_to_do(problem: Exception) -> str:
    if "Permission denied" in str(problem):
        hint = "your user may not talk to it: a member of the group `docker` may"
    else:
        hint = "start it (`sudo systemctl start docker`), or set DOCKER_HOST"
    return f"no Docker engine answers: {hint}; without Docker there is `--runner process` ({problem})"
