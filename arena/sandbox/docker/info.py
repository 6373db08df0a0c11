"""Read information about the Docker engine, for example for `arena doctor`."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.sandbox.docker.cleanup import find_orphans
from arena.sandbox.docker.engine import connect, is_local, raise_no_engine
from arena.sandbox.docker.leases import Lease, Leases

if TYPE_CHECKING:
    from docker import APIClient


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """Information about the Docker engine: version, runtimes, version of cgroups, clock and folder."""

    version: str
    runtime: str
    runtimes: tuple[str, ...]
    cgroups: str
    clock: str  # its time of day
    root: Path | None  # the folder where it stores its files; None if it is on another machine


def engine_info() -> EngineInfo:
    """Return information about the Docker engine. Raise NoEngine if it does not answer."""
    with _connected() as api:
        info = api.info()
        return EngineInfo(
            version=api.version()["Version"],
            runtime=info.get("DefaultRuntime", "runc"),
            runtimes=tuple(sorted(info.get("Runtimes", {}))),
            cgroups=info.get("CgroupVersion", "1"),
            clock=info.get("SystemTime", ""),
            root=_local_folder(Path(info.get("DockerRootDir", ""))),
        )


def dead_containers(leases: Leases, dead: Sequence[Lease]) -> tuple[str, ...]:
    """Return the ids of this machine's bot containers whose match is dead.

    `dead`: the leases of matches whose process died. Raise NoEngine if the Docker engine does not answer.
    """
    with _connected() as api:
        return tuple(one.id for one in find_orphans(api, leases, dead))


def _local_folder(folder: Path) -> Path | None:
    return folder if is_local() and folder.is_absolute() and folder.is_dir() else None


@contextlib.contextmanager
def _connected() -> "Iterator[APIClient]":
    with contextlib.closing(connect()) as api, raise_no_engine():
        yield api
