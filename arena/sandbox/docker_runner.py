"""The Docker runner: every bot in a container of its own, cut off from everything but its seat."""

import asyncio
import contextlib
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from arena.sandbox.box import CannotStart, Launch
from arena.sandbox.docker_box import DockerBox
from arena.sandbox.docker_engine import CREATE_S, NoEngine, answering, connect
from arena.sandbox.docker_flags import container
from arena.sandbox.docker_leases import Lease, Leases
from arena.sandbox.docker_sweep import labels, remove, sweep_dead, sweep_run, take_run

if TYPE_CHECKING:
    from docker import APIClient

DESCRIPTION: Final = (
    "Every bot runs in a container of its own and as a user of its own, without network or privileges, on a "
    "read-only disk, with bounds on memory, processor and processes; it reaches nothing but its own seat. "
    "Faults of the Linux kernel itself are not kept out."
)
_THREADS: Final = 32  # for the largest table: each bot is waited for, and some are started or removed
_BOTS_FAULT: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND)  # a bad command, an image that is gone


@dataclass(frozen=True, slots=True)
class _Engine:
    """The engine as long as this match is alive."""

    api: "APIClient"
    patient: "APIClient"  # for what takes long
    alive: Lease | None

    def leave(self) -> None:
        self.api.close()
        self.patient.close()
        if self.alive:
            self.alive.release()


class DockerRunner:
    """Starts bots in containers, for the match whose process has the directory `run`.

    The engine must know the directory by the same path.
    """

    def __init__(self, run: Path, match: str) -> None:
        self._run = run
        self._match = match
        self._leases = Leases.of_this_machine()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="docker")
        self._opening = Lock()
        self._starting = asyncio.Semaphore(len(os.sched_getaffinity(0)))  # more at once are no sooner there
        self._engine: _Engine | None = None

    def describe(self) -> str:
        return DESCRIPTION

    async def start(self, launch: Launch) -> DockerBox:
        """Start a bot. Raises CannotStart; NoEngine and NoLease, which are nobody's fault in the match."""
        starting = asyncio.ensure_future(self._start(launch))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The engine goes on with what it has begun, so that is to be undone.
            with contextlib.suppress(CannotStart, NoEngine):
                await (await starting).close()
            raise

    def sweep(self) -> None:
        """Remove what is left of this match, and of others whose process died."""
        from docker.errors import DockerException

        with contextlib.suppress(NoEngine, DockerException), contextlib.closing(connect()) as api:
            sweep_run(api, self._run)
            if self._engine:
                self._engine.leave()
                self._engine = None
            sweep_dead(api, self._leases)

    async def _start(self, launch: Launch) -> DockerBox:
        loop = asyncio.get_running_loop()
        async with self._starting:
            running, user = await loop.run_in_executor(self._threads, self._run_it, launch)
        return DockerBox(self._opened().api, self._threads, running, user, launch.output_bytes)

    # ---- in threads ----

    def _opened(self) -> _Engine:
        """The engine, with this match registered as alive and those that are dead removed."""
        with self._opening:
            if self._engine is None:
                alive = take_run(self._leases, self._run)
                self._engine = _Engine(connect(), connect(CREATE_S), alive)
                sweep_dead(self._engine.api, self._leases)
            return self._engine

    def _run_it(self, launch: Launch) -> tuple[str, Lease]:
        engine = self._opened()
        user, lease = self._leases.take_user(str(self._run))
        marks = labels(self._run, self._match, launch.seat.name)
        made = ""
        try:
            with answering(), _blaming_the_bot():
                made = engine.patient.create_container(**container(engine.api, launch, user, marks))["Id"]
                engine.patient.start(made)
        except CannotStart:
            if made:
                remove(engine.api, made)
            lease.release()
            raise
        return made, lease


@contextlib.contextmanager
def _blaming_the_bot() -> Iterator[None]:
    """Raises CannotStart where it is not the engine's fault."""
    from docker.errors import APIError

    try:
        yield
    except APIError as problem:
        if problem.status_code in _BOTS_FAULT:
            raise CannotStart(problem.explanation or str(problem)) from problem
        raise
