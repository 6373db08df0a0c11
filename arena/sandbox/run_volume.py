"""A referee that is itself in a container: its matches lie in a volume, of which bots are given parts.

The engine takes a directory to be bound by the path that it knows itself: below the volume's mountpoint.
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
    """The setting is wrong."""


@dataclass(frozen=True, slots=True)
class RunVolume:
    """The volume's name for the engine, and the folder where this process sees it."""

    name: str
    folder: Path

    @classmethod
    def named(cls) -> Self | None:
        """As ARENA_RUN_VOLUME names it, NAME:FOLDER; None for a referee on the machine itself."""
        text = os.environ.get(VARIABLE)
        if not text:
            return None
        name, _, folder = text.partition(":")
        if not name or not Path(folder).is_absolute():
            raise BadRunVolume(
                f"{VARIABLE}={text} is not NAME:FOLDER, as in arena-matches:/run/arena-matches"
            )
        return cls(name, Path(folder))

    @property
    def leases(self) -> Path:
        """Who shares the volume shares the leases."""
        return self.folder / LEASES


@dataclass(frozen=True, slots=True)
class Outside:
    """Paths as the engine knows them. Without a volume it knows them as we do."""

    volume: RunVolume | None = None
    mountpoint: Path = Path()

    def path(self, inside: Path) -> Path:
        """Where that is for the engine."""
        if self.volume is None:
            return inside
        return self.mountpoint / inside.relative_to(self.volume.folder)


def outside(api: "APIClient") -> Outside:
    """How the engine knows our paths. Raises NoEngine, BadRunVolume."""
    from docker.errors import NotFound

    volume = RunVolume.named()
    if volume is None:
        return Outside()
    try:
        with answering():
            found = api.inspect_volume(volume.name)
    except NotFound as problem:
        raise NoEngine(
            f"the engine has no volume {volume.name}, which {VARIABLE} names: it is to be mounted at "
            f"{volume.folder}, and of this very engine"
        ) from problem
    return Outside(volume, Path(found["Mountpoint"]))
