"""A private place for directories, sockets, leases and containers of matches."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.sandbox.docker.cleanup import RUN
from arena.sandbox.docker.leases import FOLDER
from arena.sandbox.usage import with_home

if TYPE_CHECKING:
    from docker import APIClient


@dataclass(frozen=True, slots=True)
class Place:
    """The folders for run directories and leases."""

    runs: Path
    leases: Path

    def left(self, api: "APIClient | None" = None) -> list[str]:
        """Return everything that is left of them."""
        return [
            *(str(path) for folder in (self.runs, self.leases) for path in folder.rglob("*")),
            *(f"process {pid}" for pid in with_home(str(self.runs))),
            *self._sockets(),
            *(self._containers(api) if api else ()),
        ]

    def _sockets(self) -> list[str]:
        open_ones = Path("/proc/net/unix").read_text().splitlines()
        return [line.split()[-1] for line in open_ones if str(self.runs) in line]

    def _containers(self, api: "APIClient") -> list[str]:
        found = api.containers(all=True, filters={"label": RUN})
        return [one["Id"] for one in found if one["Labels"][RUN].startswith(str(self.runs))]


@contextmanager
def place() -> Iterator[Place]:
    """Use a private place for all matches in the block."""
    with (
        tempfile.TemporaryDirectory(prefix="h-", dir="/tmp") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        made = Place(Path(folder) / "r", Path(folder) / "l")
        made.runs.mkdir()
        made.leases.mkdir(mode=0o755)
        patch.setattr(tempfile, "tempdir", str(made.runs))
        patch.setenv("TMPDIR", str(made.runs))
        patch.setenv(FOLDER, str(made.leases))
        yield made
