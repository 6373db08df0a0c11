"""The Docker runner: every bot in a container of its own, cut off from everything but its seat."""

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.sandbox.box import CannotStart, Launch
from arena.sandbox.docker_box import DockerBox
from arena.sandbox.docker_engine import CREATE_S, NoEngine, answering, connect
from arena.sandbox.docker_flags import container
from arena.sandbox.docker_leases import Lease, Leases
from arena.sandbox.docker_sweep import labels, sweep_dead, sweep_run, take_run

if TYPE_CHECKING:
    from docker import APIClient

DESCRIPTION: Final = (
    "Every bot runs in a container of its own, as a user of its own, without network, without rights, on a "
    "read-only disk, with bounds on memory, CPU and processes: it sees nothing but its own seat. Not kept "
    "out are faults in the kernel itself."
)
_THREADS: Final = 32  # two for each bot of the largest table, and as many starting
_BOTS_FAULT: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND)


class DockerRunner:
    """Starts bots in containers, for the match whose process has the directory `run`.

    The engine must see the directory under the same path.
    """

    def __init__(self, run: Path, match: str) -> None:
        self._run = run
        self._match = match
        self._leases = Leases.of_this_machine()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="docker")
        self._ready: asyncio.Future[_Engine] | None = None

    def describe(self) -> str:
        return DESCRIPTION

    async def start(self, launch: Launch) -> DockerBox:
        """Start a bot. Raises CannotStart, NoEngine, NoLease."""
        starting = asyncio.ensure_future(self._start(launch))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The engine goes on with what it has begun.
            with contextlib.suppress(CannotStart, NoEngine):
                await (await starting).close()
            raise
