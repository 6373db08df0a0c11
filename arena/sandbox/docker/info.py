"""What the engine says of itself, and what it has."""

import contextlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.sandbox.docker.cleanup import HOST, RUN, labels
from arena.sandbox.docker.engine import answering, connect, is_local

if TYPE_CHECKING:
    from docker import APIClient


@dataclass(frozen=True, slots=True)
class Engine:
    """`clock`: its time of day as it writes it; `root`: where its files are, if that is on this machine."""

    version: str
    runtime: str
    runtimes: tuple[str, ...]
    cgroups: str
    clock: str
    root: Path | None


def about() -> Engine:
    """The engine. Raises NoEngine."""
    with _connected() as api:
        info = api.info()
        return Engine(
            version=api.version()["Version"],
            runtime=info.get("DefaultRuntime", "runc"),
            runtimes=tuple(sorted(info.get("Runtimes", {}))),
            cgroups=info.get("CgroupVersion", "1"),
            clock=info.get("SystemTime", ""),
            root=_here(Path(info.get("DockerRootDir", ""))),
        )


def has_image(name: str) -> bool:
    """Whether it has an image of that name. Raises NoEngine."""
    from docker.errors import ImageNotFound

    with _connected() as api:
        try:
            api.inspect_image(name)  # type: ignore[no-untyped-call]  # as its stub is
        except ImageNotFound:
            return False
    return True


def dead_containers(alive: Collection[str]) -> tuple[str, ...]:
    """Containers of this machine's matches but of those whose directories are named. Raises NoEngine."""
    mine = labels(Path(), "", "")[HOST]
    with _connected() as api:
        listed = api.containers(all=True, filters={"label": [f"{HOST}={mine}", RUN]})
    return tuple(one["Id"] for one in listed if one["Labels"][RUN] not in alive)


def _here(folder: Path) -> Path | None:
    return folder if is_local() and folder.is_absolute() and folder.is_dir() else None


@contextlib.contextmanager
def _connected() -> "Iterator[APIClient]":
    with contextlib.closing(connect()) as api, answering():
        yield api
