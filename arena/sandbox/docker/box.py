"""A bot that runs in a container, from its start until nothing of it is left."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Executor
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from arena.sandbox.docker.engine import CALL_S, NoEngine, answering, silent, unless
from arena.sandbox.docker.exit_reason import see_engine, see_its_own_end
from arena.sandbox.docker.leases import Lease
from arena.sandbox.docker.output import hang_up, read_to_end
from arena.sandbox.output_capture import Capture
from arena.sandbox.protocol import Exit, Interrupted, Launch
from arena.sandbox.usage import Usage

if TYPE_CHECKING:
    from docker import APIClient
    from docker.types import CancellableStream

T = TypeVar("T")

_KILLED: Final = 137


class Running(NamedTuple):
    """A container that was just started: its id, the user id it runs as, and what it prints."""

    container: str
    user: Lease
    stream: "CancellableStream[bytes]"


class DockerBox:
    """Calls to the engine block, so they are made in threads."""

    notice_s = 0.8

    def __init__(self, api: "APIClient", threads: Executor, running: "Running", launch: Launch) -> None:
        """Must be called in the event loop, when the container has just been started."""
        self.started = time.monotonic()
        self._api = api
        self._container = running.container
        self._user = running.user
        self._stream = running.stream
        self._loop = asyncio.get_running_loop()
        self._threads = threads
        self._closed = False
        self._flood = asyncio.Event()
        self._capture = Capture(launch.output_bytes, launch.most_printed, self._flooded)
        self._read = self._in_thread(self._read_on)
        self._exit = self._in_thread(self._wait)

    async def wait(self) -> Exit:
        return await asyncio.shield(self._exit)

    async def vouch(self) -> None:
        await self._in_thread(self._see_whose_doing)

    async def flooded(self) -> None:
        await self._flood.wait()

    def kill(self) -> None:
        self._in_thread(self._kill)

    def output(self) -> bytes:
        return self._capture.text()

    async def usage(self) -> Usage:
        """Memory is what the kernel counts against the container's limit; what has ended uses none."""
        memory = 0 if self._exit.done() else await self._in_thread(self._memory)
        return Usage(memory, self._capture.fed)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._in_thread(self._kill)
            await asyncio.wait((self._exit, self._read), timeout=CALL_S)
            self._exit.add_done_callback(_let_be)
            await self._in_thread(self._remove)
            await asyncio.wait((self._read,), timeout=CALL_S)

    # ---- in threads ----

    def _in_thread(self, work: Callable[[], T]) -> asyncio.Future[T]:
        return self._loop.run_in_executor(self._threads, work)

    def _read_on(self) -> None:
        read_to_end(self._stream, self._capture)

    def _flooded(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody wants to know
            self._loop.call_soon_threadsafe(self._flood.set)

    def _wait(self) -> Exit:
        from docker.errors import NotFound

        try:
            with answering():
                code = self._exit_code()
                # The flag alone is also set when only a child of the bot's was killed.
                oom = bool(self._api.inspect_container(self._container)["State"]["OOMKilled"])
        except (NoEngine, NotFound) as lost:
            raise Interrupted(str(lost)) from lost
        return Exit(code, oom and code == _KILLED, oom)

    def _see_whose_doing(self) -> None:
        if self._exit.done():
            see_its_own_end(self._container)
        else:
            see_engine()

    def _exit_code(self) -> int:
        """Asked again and again: for an engine that hangs a thread waits no longer than in any call."""
        while True:
            try:
                return int(self._api.wait(self._container, timeout=CALL_S)["StatusCode"])
            except OSError as problem:
                if self._closed or not silent(problem):
                    raise

    def _memory(self) -> int:
        """The most so far where the engine tells it (cgroup v1), else what it is now."""
        from docker.errors import APIError

        with contextlib.suppress(NoEngine, APIError), answering():
            seen = self._api.stats(self._container, stream=False, one_shot=True)["memory_stats"]
            return int(seen.get("max_usage") or seen.get("usage") or 0)
        return 0

    def _kill(self) -> None:
        with contextlib.suppress(NoEngine), answering(), unless(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
            self._api.kill(self._container, "SIGKILL")

    def _remove(self) -> None:
        """What cannot be removed now keeps its user id, and is left to the sweep."""
        from docker.errors import APIError

        hang_up(self._stream)
        with contextlib.suppress(NoEngine, APIError), answering():
            self._api.remove_container(self._container, force=True, v=True)
            self._user.release()


def _let_be(exit: asyncio.Future[Exit]) -> None:
    """Nobody asks any more how the container ended, nor why that is not known."""
    if not exit.cancelled():
        exit.exception()
