"""A bot in a Docker container, from its start until all its traces are removed."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from arena.sandbox.docker.engine import (
    CALL_S,
    NoEngine,
    connect,
    hang_up,
    ignore_statuses,
    raise_no_engine,
    read_to_end,
    timed_out,
)
from arena.sandbox.docker.leases import Lease
from arena.sandbox.output_capture import Capture
from arena.sandbox.protocol import Exit, Interrupted, Launch
from arena.sandbox.usage import Usage

if TYPE_CHECKING:
    from docker import APIClient
    from docker.types import CancellableStream

T = TypeVar("T")

_KILLED: Final = 137
_EVENT_TIMEOUT_S: Final = 2.0  # how long to wait until the engine reports the end of a container
_RETRY_S: Final = 0.05


class StartedContainer(NamedTuple):
    """A container that was just started: its id, the reservation of its user ID, and its output stream."""

    container: str  # its id
    user: Lease  # the lease that reserves its user ID
    stream: "CancellableStream[bytes]"  # its output


class DockerBox:
    """A running bot in a container. Calls to the Docker engine block, so they are made in threads."""

    max_exit_delay_s = 0.8

    def __init__(
        self, api: "APIClient", threads: Executor, running: "StartedContainer", launch: Launch
    ) -> None:
        """Start to read the container's output and to wait for its end.

        Call this in the event loop, right after the container starts.
        """
        self.started = time.monotonic()
        self._api = api
        self._container = running.container
        self._user = running.user
        self._stream = running.stream
        self._loop = asyncio.get_running_loop()
        self._threads = threads
        self._closed = False
        self._flood = asyncio.Event()
        self._capture = Capture(launch.output_bytes, launch.max_printed, self._on_flood)
        self._read = self._in_thread(self._read_output)
        self._exit = self._in_thread(self._wait)

    async def wait(self) -> Exit:
        return await asyncio.shield(self._exit)

    async def check_own_exit(self) -> None:
        await self._in_thread(self._check_exit_reason)

    async def wait_for_flood(self) -> None:
        await self._flood.wait()

    def kill(self) -> None:
        self._in_thread(self._kill)

    def output(self) -> bytes:
        return self._capture.text()

    async def usage(self) -> Usage:
        """Return the container's memory use and output; the memory is 0 once the container has ended."""
        memory = 0 if self._exit.done() else await self._in_thread(self._memory)
        return Usage(memory, self._capture.fed)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._in_thread(self._kill)
            await asyncio.wait((self._exit, self._read), timeout=CALL_S)
            self._exit.add_done_callback(_ignore)
            await self._in_thread(self._remove)
            await asyncio.wait((self._read,), timeout=CALL_S)

    # ---- in threads ----

    def _in_thread(self, work: Callable[[], T]) -> asyncio.Future[T]:
        return self._loop.run_in_executor(self._threads, work)

    def _read_output(self) -> None:
        read_to_end(self._stream, self._capture)

    def _on_flood(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._flood.set)

    def _wait(self) -> Exit:
        from docker.errors import NotFound

        try:
            with raise_no_engine():
                code = self._exit_code()
                # The flag is also set if only a child process of the bot was killed.
                oom = bool(self._api.inspect_container(self._container)["State"]["OOMKilled"])
        except (NoEngine, NotFound) as lost:
            raise Interrupted(str(lost)) from lost
        return Exit(code, oom and code == _KILLED, oom)

    def _check_exit_reason(self) -> None:
        if self._exit.done():
            check_own_exit(self._container)
        else:
            check_engine()

    def _exit_code(self) -> int:
        """Wait for the container's end and return its exit code."""
        while True:
            try:  # with a short timeout: a hanging engine must not block the thread for long
                return int(self._api.wait(self._container, timeout=CALL_S)["StatusCode"])
            except OSError as problem:
                if self._closed or not timed_out(problem):
                    raise

    def _memory(self) -> int:
        """Return the container's peak memory in bytes, or its current memory if no peak is known, else 0."""
        from docker.errors import APIError

        with contextlib.suppress(NoEngine, APIError), raise_no_engine():
            stats = self._api.stats(self._container, stream=False, one_shot=True)["memory_stats"]
            return int(stats.get("max_usage") or stats.get("usage") or 0)
        return 0

    def _kill(self) -> None:
        with (
            contextlib.suppress(NoEngine),
            raise_no_engine(),
            ignore_statuses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
        ):
            self._api.kill(self._container, "SIGKILL")

    def _remove(self) -> None:
        """Remove the container. If that fails, the next clean-up removes it and frees its user ID."""
        from docker.errors import APIError

        hang_up(self._stream)
        with contextlib.suppress(NoEngine, APIError), raise_no_engine():
            self._api.remove_container(self._container, force=True, v=True)
            self._user.release()


def check_engine() -> None:
    """Raise Interrupted if no Docker engine answers a new connection."""
    try:  # an engine that is being stopped still answers on open connections
        connect().close()
    except NoEngine as gone:
        raise Interrupted(f"the engine went away: {gone}") from gone


def check_own_exit(container: str) -> None:
    """Check that a container's bot ended by itself.

    Raise Interrupted if the container was killed from outside, or the Docker engine stopped.
    """
    deadline = time.monotonic() + _EVENT_TIMEOUT_S
    try:
        with raise_no_engine(), connect() as api:
            while time.monotonic() < deadline:
                # A restarted engine does not know events before its start.
                actions = set(_actions(api, container))
                if "kill" in actions:
                    raise Interrupted("the container was killed through the engine, not by the referee")
                if "die" in actions:
                    return
                time.sleep(_RETRY_S)
    except NoEngine as gone:
        raise Interrupted(f"the engine went away: {gone}") from gone
    raise Interrupted("the engine was restarted")


def _actions(api: "APIClient", container: str) -> Iterator[str]:
    """Yield the names of the events, such as "die", that the engine has recorded for a container."""
    wanted = {"type": ["container"], "container": [container]}
    now = f"{time.time():.6f}"
    events = api.events(since="1", until=now, filters=wanted, decode=True)  # type: ignore[call-overload]  # of text
    return (str(event.get("Action", "")) for event in events)


def _ignore(exit: asyncio.Future[Exit]) -> None:
    """Read the result of a future, so that asyncio does not report its exception as never read."""
    if not exit.cancelled():
        exit.exception()
