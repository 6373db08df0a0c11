"""The run volume of a referee in a container: its matches lie there, and bots mount parts of it.

To mount a directory, the engine needs the path that it knows itself: below the volume's mountpoint.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from arena.sandbox.docker.engine import NoEngine, answering
from arena.sandbox.protocol import Unavailable

if TYPE_CHECKING:
    from docker import APIClient

VARIABLE: Final = "ARENA_RUN_VOLUME"
LEASES: Final = "leases"


class BadRunVolume(Unavailable):
    """ARENA_RUN_VOLUME is invalid, or the engine has no such volume."""


@dataclass(frozen=True, slots=True)
class RunVolume:
    """The name of the volume, and the folder where this process sees it."""

    name: str
    folder: Path

    @classmethod
    def from_environment(cls) -> Self | None:
        """Return the volume in ARENA_RUN_VOLUME (NAME:FOLDER); None if it is not set."""
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
        """The folder of leases, shared by all who share the volume."""
        return self.folder / LEASES


@dataclass(frozen=True, slots=True)
class EnginePaths:
    """Translates our paths into those of the engine. Without a volume they are the same."""

    volume: RunVolume | None = None
    mountpoint: Path = Path()

    def path(self, inside: Path) -> Path:
        """Return the engine's path of one of our paths."""
        if self.volume is None:
            return inside
        return self.mountpoint / inside.relative_to(self.volume.folder)


def engine_paths(api: "APIClient") -> EnginePaths:
    """Return the translation for this engine. Raise NoEngine, BadRunVolume."""
    from docker.errors import NotFound

    volume = RunVolume.from_environment()
    if volume is None:
        return EnginePaths()
    try:
        with answering():
            info = api.inspect_volume(volume.name)
    except NotFound as problem:
        raise NoEngine(
            f"the engine has no volume {volume.name}, which {VARIABLE} names: mount a volume of this engine "
            f"at {volume.folder}"
        ) from problem
    return EnginePaths(volume, Path(info["Mountpoint"]))
