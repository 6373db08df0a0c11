"""A bot that runs in a container, from its start until nothing of it is left."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Executor
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, TypeVar

from arena.sandbox.box import Exit
from arena.sandbox.capture import Capture
from arena.sandbox.docker_engine import CALL_S, NoEngine, answering, unless
from arena.sandbox.docker_leases import Lease

if TYPE_CHECKING:
    from docker import APIClient

T = TypeVar("T")

_KILLED: Final = 137


class DockerBox:
    """Calls to the engine block, so they are made in threads."""

    notice_s = 0.8

    def __init__(
        self, api: "APIClient", threads: Executor, container: str, user: Lease, output_bytes: int
    ) -> None:
        """Must be called in the event loop, when the container has just been started."""
        self.started = time.monotonic()
        self._api = api
        self._container = container
        self._user = user
        self._capture = Capture(output_bytes)
        self._loop = asyncio.get_running_loop()
        self._threads = threads
        self._exit = self._in_thread(self._wait)
        self._closed = False

    async def wait(self) -> Exit:
        return await asyncio.shield(self._exit)

    def kill(self) -> None:
        self._in_thread(self._kill)

    def output(self) -> bytes:
        """Empty until it is closed: the engine keeps what it prints, and not more than a bound."""
        return self._capture.text()

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._in_thread(self._kill)
            await asyncio.wait((self._exit,), timeout=CALL_S)
            await self._in_thread(self._remove)

    # ---- in threads ----

    def _in_thread(self, work: Callable[[], T]) -> asyncio.Future[T]:
        return self._loop.run_in_executor(self._threads, work)

    def _wait(self) -> Exit:
        with answering():
            code: int = self._api.wait(self._container)["StatusCode"]
            # The flag alone is also set when only a child of the bot's was killed.
            oom = code == _KILLED and self._api.inspect_container(self._container)["State"]["OOMKilled"]
        return Exit(code, oom)

    def _kill(self) -> None:
        with contextlib.suppress(NoEngine), answering(), unless(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
            self._api.kill(self._container, "SIGKILL")

    def _remove(self) -> None:
        """What cannot be removed now keeps its user id, and is left to the sweep."""
        from docker.errors import APIError

        with contextlib.suppress(NoEngine, APIError), answering():
            self._capture.feed(self._api.logs(self._container))
        with contextlib.suppress(NoEngine, APIError), answering():
            self._api.remove_container(self._container, force=True, v=True)
            self._user.release()
