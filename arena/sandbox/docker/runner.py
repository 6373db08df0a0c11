"""The Docker runner: every bot in a container of its own, cut off from everything but its seat."""

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

from arena.sandbox.docker.box import DockerBox, Running
from arena.sandbox.docker.cleanup import Reaper, labels, remove, sweep_dead, sweep_run, take_run
from arena.sandbox.docker.engine import CREATE_S, NoEngine, answering, connect, maps_users
from arena.sandbox.docker.flags import container
from arena.sandbox.docker.leases import FIRST_MAPPED, FIRST_USER, Lease, Leases
from arena.sandbox.docker.output import attached, hang_up
from arena.sandbox.docker.page_cache import PageCache
from arena.sandbox.docker.runtime import chosen
from arena.sandbox.protocol import CannotStart, Launch
from arena.sandbox.run_volume import Outside, outside

if TYPE_CHECKING:
    from docker import APIClient

DESCRIPTION: Final = (
    "Every bot runs in a container of its own and as a user of its own, without network or privileges, on a "
    "read-only disk, with bounds on memory, processor and processes; it reaches nothing but its own seat. "
    "Faults of the Linux kernel itself are not kept out."
)
_THREADS: Final = 32  # for the largest table: each bot is waited for, and some are started or removed
_PASSABLE: Final = 0o711  # to a seat below, for an engine that does not mount it as root
_NAME: Final = "arena-bot-"  # of a container, before its user id; no two on an engine have the same
_FULL: Final = "no space left on device"  # the last words of an engine whose disk is full
_GONE: Final = "No such container"
_BOTS_FAULT: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND)  # a bad command, an image that is gone


@dataclass(frozen=True, slots=True)
class _Engine:
    """The engine as long as this match is alive."""

    api: "APIClient"
    patient: "APIClient"  # for what takes long
    first_user: int
    alive: Lease | None
    reaper: Reaper
    outside: Outside
    pages: PageCache

    def leave(self) -> None:
        self.reaper.leave()
        self.api.close()
        self.patient.close()
        if self.alive:
            self.alive.release()


class DockerRunner:
    """Starts bots in containers, for the match whose process has the directory `run`.

    The engine must know the directory by the same path, unless it is in the run volume.
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
        runtime = chosen()
        return f"{DESCRIPTION} They are run by {runtime}." if runtime else DESCRIPTION

    def check(self) -> None:
        connect().close()

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
            try:
                sweep_run(api, self._run)
            finally:
                if self._engine:
                    self._engine.leave()
                    self._engine = None
            sweep_dead(api, self._leases)

    async def _start(self, launch: Launch) -> DockerBox:
        loop = asyncio.get_running_loop()
        async with self._starting:
            running = await loop.run_in_executor(self._threads, self._run_it, launch)
        return DockerBox(self._opened().api, self._threads, running, launch)

    # ---- in threads ----

    def _opened(self) -> _Engine:
        """The engine, with this match registered as alive; those that are dead are being removed."""
        with self._opening:
            if self._engine is None:
                alive = take_run(self._leases, self._run)
                api = connect()
                known_as = outside(api)
                first = FIRST_MAPPED if maps_users(api) else FIRST_USER
                patient = connect(CREATE_S)
                pages = PageCache(patient)
                self._engine = _Engine(api, patient, first, alive, Reaper(self._leases), known_as, pages)
            return self._engine

    def _run_it(self, launch: Launch) -> Running:
        """Start it as a user id that no other container of the engine has, whoever made that."""
        engine = self._opened()
        with contextlib.ExitStack() as taken:
            while True:
                user, lease = self._leases.take_user(str(self._run), engine.first_user)
                try:
                    return self._run_as(engine, launch, user, lease)
                except _UserTaken:
                    taken.callback(lease.release)

    def _run_as(self, engine: _Engine, launch: Launch, user: int, lease: Lease) -> Running:
        """Raises _UserTaken."""
        marks = labels(self._run, self._match, launch.seat.name)
        if engine.first_user == FIRST_MAPPED:  # the engine is not root
            launch.seat.parent.chmod(_PASSABLE)
        launch = replace(launch, seat=engine.outside.path(launch.seat))
        made = ""
        stream = None
        try:
            with answering(), _blaming_the_bot(launch):
                arguments = container(engine.api, launch, user, marks)
                made = engine.patient.create_container(**arguments, name=f"{_NAME}{user}")["Id"]
                engine.pages.fill(launch.image, made)
                stream = attached(engine.api, made)
                engine.patient.start(made)
            return Running(made, lease, stream)
        except BaseException as problem:
            if stream:
                hang_up(stream)
            if isinstance(problem, CannotStart):
                if made:
                    remove(engine.api, made)
                lease.release()
            raise


class _UserTaken(Exception):
    """A container of somebody else runs as this user id: the engine has one of its name."""


@contextlib.contextmanager
def _blaming_the_bot(launch: Launch) -> Iterator[None]:
    """Raises CannotStart where it is the bot's fault; _UserTaken; NoEngine where its disk is full."""
    from docker.errors import APIError, ImageNotFound

    try:
        yield
    except ImageNotFound as problem:
        raise CannotStart(f"image_missing: the engine has no image {launch.image} any more") from problem
    except APIError as problem:
        if problem.status_code == HTTPStatus.CONFLICT:
            raise _UserTaken from problem
        if str(problem.explanation).startswith(_GONE):
            raise NoEngine("a container was removed from outside while it was being started") from problem
        if problem.status_code in _BOTS_FAULT:
            raise CannotStart(problem.explanation or str(problem)) from problem
        if str(problem.explanation).rstrip().endswith(_FULL):
            why = f"the disk of the Docker engine is full ({problem.explanation})"
            raise NoEngine(f"{why}: make room there, as `docker system prune` does") from problem
        raise
