"""Removing containers that nobody needs any more: by our labels, and no other ever."""

import shutil
import socket
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.sandbox.docker_engine import answering, unless
from arena.sandbox.docker_leases import Lease, Leases

if TYPE_CHECKING:
    from docker import APIClient

HOST: Final = "arena.host"  # the machine whose leases count
RUN: Final = "arena.run"  # the directory of the match's process
MATCH: Final = "arena.match"
SEAT: Final = "arena.seat"


def labels(run: Path, match: str, seat: str) -> dict[str, str]:
    """What a container is marked with."""
    return {HOST: socket.gethostname(), RUN: str(run), MATCH: match, SEAT: seat}


def take_run(leases: Leases, run: Path) -> Lease | None:
    """The lease that shows that the match with this directory is alive; None if it has one already."""
    return leases.take(_lease_name(run), str(run))


def sweep_run(api: "APIClient", run: Path) -> None:
    """Remove the containers of one match. Raises NoEngine."""
    with answering():
        for container in _ours(api, f"{RUN}={run}"):
            remove(api, container.id)


def sweep_dead(api: "APIClient", leases: Leases) -> None:
    """Remove the containers and directories of matches whose process died, and free their leases.

    User ids are freed only after the containers that run as them are gone. Raises NoEngine.
    """
    dead = list(leases.stale())
    swept = False
    try:
        with answering():
            for container in _ours(api):
                if not leases.held(_lease_name(container.run), besides=dead):
                    remove(api, container.id)
                    shutil.rmtree(container.run, ignore_errors=True)
        swept = True
    finally:
        for lease in dead:
            lease.release() if swept else lease.keep()


class _Container(NamedTuple):
    id: str
    run: Path


def _ours(api: "APIClient", *more: str) -> list[_Container]:
    """All that this machine's matches made; with labels, those that have them too."""
    marks = [f"{HOST}={socket.gethostname()}", RUN, *more]
    listed = api.containers(all=True, filters={"label": marks})
    return [_Container(one["Id"], Path(one["Labels"][RUN])) for one in listed]


def remove(api: "APIClient", container: str) -> None:
    """Kill it and remove it, whoever else is at it."""
    with unless(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
        api.remove_container(container, force=True, v=True)


def _lease_name(run: Path) -> str:
    return f"run-{sha256(bytes(run)).hexdigest()[:16]}"
