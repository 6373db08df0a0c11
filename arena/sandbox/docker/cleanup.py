"""Removing containers that nobody needs any more: by our labels, and no other ever."""

import contextlib
import random
import socket
from collections.abc import Iterator, Sequence
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.sandbox.docker.engine import NoEngine, answering, connect, unless
from arena.sandbox.docker.leases import Lease, Leases
from arena.sandbox.remove_tree import remove_folder
from arena.sandbox.run_volume import RunVolume

if TYPE_CHECKING:
    from docker import APIClient

HOST: Final = "arena.host"  # the machine and the folder whose leases count
RUN: Final = "arena.run"  # the directory of the match's process
MATCH: Final = "arena.match"
SEAT: Final = "arena.seat"

EVERY_S: Final = 60


def labels(run: Path, match: str, seat: str) -> dict[str, str]:
    """What a container is marked with."""
    return {HOST: _host(), RUN: str(run), MATCH: match, SEAT: seat}


def take_run(leases: Leases, run: Path) -> Lease | None:
    """The lease that shows that the match with this directory is alive; None if it has one already."""
    return leases.take(_lease_name(run), str(run))


def sweep_run(api: "APIClient", run: Path) -> None:
    """Remove the containers of one match. Raises NoEngine."""
    with answering():
        for container in _ours(api, f"{RUN}={run}"):
            remove(api, container.id)


class Reaper:
    """Sweeps what dead matches left, now and every minute until `leave`: a match may last for hours.

    Nobody waits for it: a container that cannot be removed is no reason not to play.
    """

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._over = Event()
        Thread(target=self._run, name="reaper", daemon=True).start()

    def leave(self) -> None:
        self._over.set()

    def _run(self) -> None:
        from docker.errors import DockerException

        while not self._over.is_set():
            with contextlib.suppress(NoEngine, DockerException), contextlib.closing(connect()) as api:
                sweep_dead(api, self._leases)
            self._over.wait(EVERY_S)


@contextlib.contextmanager
def sweeping() -> Iterator[None]:
    """While the block lasts what dead matches left is swept, also where none is played."""
    reaper = Reaper(Leases.of_this_machine())
    try:
        yield
    finally:
        reaper.leave()


def sweep_dead(api: "APIClient", leases: Leases) -> None:
    """Remove the containers and directories of matches whose process died, and free their leases.

    User ids are freed only after the containers that run as them are gone; a container that the engine cannot
    remove now is left to the next sweep. Raises NoEngine.
    """
    dead = list(leases.stale())
    left = {lease.note for lease in dead}
    try:
        with answering():
            found = [one for one in _ours(api) if not leases.held(_lease_name(one.run), besides=dead)]
            _remove_in_time(api, found)
            left = {str(one.run) for one in _ours(api)}
        for run in {one.run for one in found if str(one.run) not in left}:
            remove_folder(run)
    finally:
        for lease in dead:
            lease.keep() if lease.note in left else lease.release()


def _remove_in_time(api: "APIClient", containers: Sequence["_Container"]) -> None:
    """As many as can be removed before one keeps us waiting; which are first is left to chance."""
    from docker.errors import APIError

    with contextlib.suppress(NoEngine):
        for container in random.sample(containers, len(containers)):
            with contextlib.suppress(APIError), answering():
                remove(api, container.id)


class _Container(NamedTuple):
    id: str
    run: Path


def _ours(api: "APIClient", *more: str) -> list[_Container]:
    """All that this machine's matches made; with labels, those that have them too."""
    marks = [f"{HOST}={_host()}", RUN, *more]
    listed = api.containers(all=True, filters={"label": marks})
    return [_Container(one["Id"], Path(one["Labels"][RUN])) for one in listed]


def remove(api: "APIClient", container: str) -> None:
    """Kill it and remove it, whoever else is at it."""
    with unless(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
        api.remove_container(container, force=True, v=True)


def _host() -> str:
    """Who has other leases, of this engine too, has other containers: they are not ours to judge."""
    # Containers have another host name each time they are made; the volume stays.
    volume = RunVolume.named()
    where = f"volume {volume.name}" if volume else socket.gethostname()
    return f"{where}:{Leases.of_this_machine().folder}"


def _lease_name(run: Path) -> str:
    return f"run-{sha256(bytes(run)).hexdigest()[:16]}"
