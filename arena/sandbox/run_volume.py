"""The run volume: a Docker volume with the run directories of a referee in a container.

Bots' containers mount directories of this volume. For this, the Docker engine needs their paths on its own
machine.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from arena.sandbox.docker.engine import NoEngine, raise_no_engine
from arena.sandbox.protocol import Unavailable

if TYPE_CHECKING:
    from docker import APIClient

VARIABLE: Final = "ARENA_RUN_VOLUME"
LEASES: Final = "leases"


class BadRunVolume(Unavailable):
    """The environment variable ARENA_RUN_VOLUME does not have the form NAME:FOLDER."""


@dataclass(frozen=True, slots=True)
class RunVolume:
    """The run volume: its name, and the path of its folder for this process."""

    name: str
    folder: Path

    @classmethod
    def from_environment(cls) -> Self | None:
        """Return the run volume from the variable ARENA_RUN_VOLUME (NAME:FOLDER); None if it is not set.

        Raise BadRunVolume if the variable has another form.
        """
        text = os.environ.get(VARIABLE)
        if not text:
            return None
        name, _, folder = text.partition(":")
        if not name or not Path(folder).is_absolute():
            raise BadRunVolume(
                f"{VARIABLE}={text} is not NAME:FOLDER, for example arena-matches:/run/arena-matches"
            )
        return cls(name, Path(folder))

    @property
    def leases(self) -> Path:
        """Return the folder of leases (reserved names, such as user IDs).

        All referees with this volume share it.
        """
        return self.folder / LEASES


@dataclass(frozen=True, slots=True)
class EnginePaths:
    """A translation of this process's paths to the Docker engine's paths.

    Without a run volume the paths are the same.
    """

    volume: RunVolume | None = None
    mountpoint: Path = Path()

    def path(self, inside: Path) -> Path:
        """Return the path that the Docker engine uses for a file or directory of this process.

        `inside`: the path that this process uses.
        """
        if self.volume is None:
            return inside
        return self.mountpoint / inside.relative_to(self.volume.folder)


def engine_paths(api: "APIClient") -> EnginePaths:
    """Return the path translation for this Docker engine.

    Raise NoEngine if the engine does not have the run volume, BadRunVolume if ARENA_RUN_VOLUME is invalid.
    """
    from docker.errors import NotFound

    volume = RunVolume.from_environment()
    if volume is None:
        return EnginePaths()
    try:
        with raise_no_engine():
            info = api.inspect_volume(volume.name)
    except NotFound as problem:
        raise NoEngine(
            f"the engine has no volume {volume.name}, which {VARIABLE} names: mount a volume of this engine "
            f"at {volume.folder}"
        ) from problem
    return EnginePaths(volume, Path(info["Mountpoint"]))
