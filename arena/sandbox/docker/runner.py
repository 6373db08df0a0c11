"""The Docker runner: runs every bot in a container of its own, isolated from everything but its seat's
socket.
"""

import asyncio
import contextlib
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.box import DockerBox, StartedContainer
from arena.sandbox.docker.cleanup import Reaper, labels, remove, sweep_dead, sweep_run, take_run
from arena.sandbox.docker.engine import (
    CREATE_S,
    NoEngine,
    attach,
    chosen_runtime,
    connect,
    hang_up,
    maps_users,
    raise_no_engine,
)
from arena.sandbox.docker.flags import container
from arena.sandbox.docker.leases import FIRST_MAPPED, FIRST_USER, Lease, Leases
from arena.sandbox.docker.page_cache import PageCache
from arena.sandbox.protocol import CannotStart, Launch
from arena.sandbox.run_volume import EnginePaths, engine_paths

if TYPE_CHECKING:
    from docker import APIClient

DESCRIPTION: Final = (
    "Every bot runs in a container of its own and as a user of its own, without network or privileges, on a "
    "read-only disk, with limits on memory, processor and processes; it reaches nothing but its own seat. "
    "Bugs of the Linux kernel itself are not kept out."
)
_THREADS: Final = 32  # enough for the largest match: one wait per bot, and some starts and removals
_PASSABLE: Final = 0o711  # mode of the seat's parent for an engine that is not root
_NAME: Final = "arena-bot-"  # container name without its user ID; names are unique on an engine
_FULL: Final = "no space left on device"  # the end of an engine's error
_GONE: Final = "No such container"
_BOTS_FAULT: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND)  # a bad command, a missing image


@dataclass(frozen=True, slots=True)
class _OpenEngine:
    """A match's connections to the Docker engine, with the match's lease, clean-up thread and page cache."""

    api: "APIClient"
    slow: "APIClient"  # with a long timeout
    first_user: int
    lease: Lease | None  # shows that the match is alive
    reaper: Reaper
    paths: EnginePaths
    pages: PageCache

    def close(self) -> None:
        self.reaper.close()
        self.api.close()
        self.slow.close()
        if self.lease:
            self.lease.release()


class DockerRunner:
    """A runner that starts bots in containers for one match.

    `run`: the match's run directory. The engine must find it at the same path, or in the run volume (a Docker
    volume that ARENA_RUN_VOLUME names).
    """

    def __init__(self, run: Path, match: str) -> None:
        self._run = run
        self._match = match
        self._leases = Leases.of_this_machine()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="docker")
        self._opening = Lock()
        self._starting = asyncio.Semaphore(len(os.sched_getaffinity(0)))  # more would not start sooner
        self._engine: _OpenEngine | None = None

    def describe(self) -> str:
        runtime = chosen_runtime()
        return f"{DESCRIPTION} They are run by {runtime}." if runtime else DESCRIPTION

    def check(self) -> None:
        connect().close()

    async def start(self, launch: Launch) -> DockerBox:
        """Start a bot. Raise CannotStart if the bot is to blame, NoEngine or NoLease if it is not."""
        starting = asyncio.ensure_future(self._start(launch))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The engine finishes the start, so undo it.
            with contextlib.suppress(CannotStart, NoEngine):
                await (await starting).close()
            raise

    def sweep(self) -> None:
        """Remove the containers of this match, and of other matches whose process died."""
        from docker.errors import DockerException

        with contextlib.suppress(NoEngine, DockerException), contextlib.closing(connect()) as api:
            try:
                sweep_run(api, self._run)
            finally:
                if self._engine:
                    self._engine.close()
                    self._engine = None
            sweep_dead(api, self._leases)

    async def _start(self, launch: Launch) -> DockerBox:
        loop = asyncio.get_running_loop()
        async with self._starting:
            running = await loop.run_in_executor(self._threads, self._start_container, launch)
        return DockerBox(self._open_engine().api, self._threads, running, launch)

    # ---- in threads ----

    def _open_engine(self) -> _OpenEngine:
        """Return the connection to the engine. The first call also marks this match as alive."""
        with self._opening:
            if self._engine is None:
                lease = take_run(self._leases, self._run)
                api = connect()
                paths = engine_paths(api)
                first = FIRST_MAPPED if maps_users(api) else FIRST_USER
                slow = connect(CREATE_S)
                pages = PageCache(slow)
                self._engine = _OpenEngine(api, slow, first, lease, Reaper(self._leases), paths, pages)
            return self._engine

    def _start_container(self, launch: Launch) -> StartedContainer:
        """Start a container with a user ID that no other container of the engine has."""
        engine = self._open_engine()
        with contextlib.ExitStack() as taken:
            while True:
                user, lease = self._leases.take_user(str(self._run), engine.first_user)
                try:
                    return self._run_as(engine, launch, user, lease)
                except _UserTaken:
                    taken.callback(lease.release)

    def _run_as(self, engine: _OpenEngine, launch: Launch, user: int, lease: Lease) -> StartedContainer:
        """Start a container as `user`. Raise _UserTaken if another container has this user ID."""
        marks = labels(self._run, self._match, launch.seat.name)
        if engine.first_user == FIRST_MAPPED:  # the engine is not root
            launch.seat.parent.chmod(_PASSABLE)
        launch = replace(launch, seat=engine.paths.path(launch.seat))
        made = ""
        stream = None
        try:
            with raise_no_engine(), _map_errors(launch):
                arguments = container(engine.api, launch, user, marks)
                made = engine.slow.create_container(**arguments, name=f"{_NAME}{user}")["Id"]
                engine.pages.fill(launch.image, made)
                stream = attach(engine.api, made)
                engine.slow.start(made)
            return StartedContainer(made, lease, stream)
        except BaseException as problem:
            if stream:
                hang_up(stream)
            if isinstance(problem, CannotStart):
                if made:
                    remove(engine.api, made)
                lease.release()
            raise


class _UserTaken(Exception):
    """Another container of the engine already has this user ID."""


@contextlib.contextmanager
def _map_errors(launch: Launch) -> Iterator[None]:
    """Convert the engine's errors inside the block to CannotStart, _UserTaken or NoEngine."""
    from docker.errors import APIError, ImageNotFound

    try:
        yield
    except ImageNotFound as problem:
        raise CannotStart(f"image_missing: the engine no longer has the image {launch.image}") from problem
    except APIError as problem:
        if problem.status_code == HTTPStatus.CONFLICT:
            raise _UserTaken from problem
        if str(problem.explanation).startswith(_GONE):
            raise NoEngine("a container was removed from outside while it was being started") from problem
        if problem.status_code in _BOTS_FAULT:
            raise CannotStart(problem.explanation or str(problem)) from problem
        if str(problem.explanation).rstrip().endswith(_FULL):
            why = f"the disk of the Docker engine is full ({problem.explanation})"
            raise NoEngine(f"{why}: free some space, for example with `docker system prune`") from problem
        raise
