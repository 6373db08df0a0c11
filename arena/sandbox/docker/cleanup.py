"""Remove containers and images with the arena's labels that are not needed any more."""

import contextlib
import random
import socket
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arena.sandbox.docker.engine import NoEngine, connect, ignore_statuses, raise_no_engine
from arena.sandbox.docker.leases import Lease, Leases
from arena.sandbox.remove_tree import remove_folder
from arena.sandbox.run_volume import RunVolume

if TYPE_CHECKING:
    from docker import APIClient

HOST: Final = "arena.host"  # label: the machine, and the folder with its leases
RUN: Final = "arena.run"  # label: the run directory of the match
MATCH: Final = "arena.match"
SEAT: Final = "arena.seat"
BUILT: Final = "arena.bot"  # label of an image that was built here

SWEEP_INTERVAL_S: Final = 60
MAX_UNUSED: Final = timedelta(days=30)  # of an image


def labels(run: Path, match: str, seat: str) -> dict[str, str]:
    """Return the labels of a bot's container. `run`: the run directory of the match. `match`: the match's id.
    `seat`: the name of the seat's directory.
    """
    return {HOST: _host(), RUN: str(run), MATCH: match, SEAT: seat}


def take_run(leases: Leases, run: Path) -> Lease | None:
    """Mark a match as alive: take and return the match's lease (a locked file).

    Return None if the lease is taken. `run`: the match's run directory.
    """
    return leases.take(_lease_name(run), str(run))


def sweep_run(api: "APIClient", run: Path) -> None:
    """Remove the containers of one match. Raise NoEngine if the Docker engine does not answer."""
    with raise_no_engine():
        for container in _ours(api, f"{RUN}={run}"):
            remove(api, container.id)


class Reaper:
    """A thread that removes the containers and directories of matches whose process died.

    It does so at once and then every minute until `close`. It ignores errors of the engine.
    """

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._over = Event()
        Thread(target=self._run, name="reaper", daemon=True).start()

    def close(self) -> None:
        self._over.set()

    def _run(self) -> None:
        from docker.errors import DockerException

        while not self._over.is_set():
            with contextlib.suppress(NoEngine, DockerException), contextlib.closing(connect()) as api:
                sweep_dead(api, self._leases)
            self._over.wait(SWEEP_INTERVAL_S)


@contextlib.contextmanager
def sweep_regularly() -> Iterator[None]:
    """Remove the containers and directories of dead matches during the block: at once, then every minute."""
    reaper = Reaper(Leases.of_this_machine())
    try:
        yield
    finally:
        reaper.close()


def sweep_dead(api: "APIClient", leases: Leases) -> None:
    """Remove the containers and directories of matches whose process died, and free their leases.

    A container that cannot be removed now keeps its user ID until the next sweep. Raise NoEngine if the
    Docker engine does not answer.
    """
    dead = list(leases.stale())
    left = {lease.note for lease in dead}
    try:
        with raise_no_engine():
            orphans = find_orphans(api, leases, dead)
            _remove_in_time(api, orphans)
            left = {str(one.run) for one in _ours(api)}
        for run in {one.run for one in orphans if str(one.run) not in left}:
            remove_folder(run)
    finally:
        for lease in dead:
            lease.abandon() if lease.note in left else lease.release()


def find_orphans(api: "APIClient", leases: Leases, dead: Sequence[Lease]) -> list["_Container"]:
    """Return this machine's containers of dead matches.

    `dead`: the leases of matches whose process died.
    """
    return [one for one in _ours(api) if not leases.is_held(_lease_name(one.run), except_for=dead)]


def _remove_in_time(api: "APIClient", containers: Sequence["_Container"]) -> None:
    """Remove containers in random order. Stop if the engine does not answer in time."""
    from docker.errors import APIError

    with contextlib.suppress(NoEngine):
        for container in random.sample(containers, len(containers)):
            with contextlib.suppress(APIError), raise_no_engine():
                remove(api, container.id)


class _Container(NamedTuple):
    id: str
    run: Path


def _ours(api: "APIClient", *more: str) -> list[_Container]:
    """Return the bot containers of this machine that have all labels in `more`, written "NAME=VALUE"."""
    wanted = [f"{HOST}={_host()}", RUN, *more]
    listed = api.containers(all=True, filters={"label": wanted})
    return [_Container(one["Id"], Path(one["Labels"][RUN])) for one in listed]


def remove(api: "APIClient", container: str) -> None:
    """Kill and remove a container. Do nothing if it is already removed or being removed."""
    with ignore_statuses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
        api.remove_container(container, force=True, v=True)


def _host() -> str:
    """Return the label text that identifies this machine and its folder of leases.

    For a referee in a container, the text names its Docker volume, because the container's name changes.
    """
    volume = RunVolume.from_environment()
    where = f"volume {volume.name}" if volume else socket.gethostname()
    return f"{where}:{Leases.of_this_machine().folder}"


def _lease_name(run: Path) -> str:
    return f"run-{sha256(bytes(run)).hexdigest()[:16]}"


def mark_used(api: "APIClient", tag: str) -> None:
    """Record that an image is used now, by tagging it again. Raise NoEngine if the engine does not answer."""
    name, _, version = tag.rpartition(":")
    with raise_no_engine(), ignore_statuses(HTTPStatus.NOT_FOUND):
        api.tag(tag, name, version)


def remove_unused_images(api: "APIClient", name: str, now: datetime | None = None) -> None:
    """Remove the images of this name that were built here and not used for 30 days.

    If an image also has another name, remove only this name. Raise NoEngine if the Docker engine does not
    answer.
    """
    since = (now or datetime.now(UTC)) - MAX_UNUSED
    with raise_no_engine():
        for listed in api.images(name, filters={"label": BUILT}):
            with ignore_statuses(
                HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT
            ):  # somebody else removes it, or it runs
                if last_used(api.inspect_image(listed["Id"])) < since:  # type: ignore[no-untyped-call]  # as its stub is
                    for tag in listed["RepoTags"]:
                        api.remove_image(tag)


def last_used(image: dict[str, Any]) -> datetime:
    """Return the time of an image's last tag, or of its creation if it was never tagged.

    `image`: the engine's description of the image.
    """
    times = (image["Created"], image.get("Metadata", {}).get("LastTagTime") or image["Created"])
    return max(map(datetime.fromisoformat, times))
