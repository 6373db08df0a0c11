"""A runner for bots that somebody starts by hand, for example in a debugger."""

import asyncio
from collections.abc import Callable
from math import inf

from arena.sandbox.protocol import SOCKET, Exit, Launch
from arena.sandbox.usage import Usage

OnWaiting = Callable[[str], None]


class ByHandRunner:
    """Starts nothing: `on_waiting` gets the environment that the bot needs."""

    def __init__(self, on_waiting: OnWaiting) -> None:
        self._on_waiting = on_waiting

    def describe(self) -> str:
        return "You start the bot yourself: the arena neither isolates nor ends it."

    def check(self) -> None:
        """Nothing is needed."""

    async def start(self, launch: Launch) -> "ByHandBox":
        self._on_waiting(f"ARENA_TARGET=unix://{launch.seat / SOCKET}\nARENA_TOKEN={launch.token}")
        return ByHandBox()

    def sweep(self) -> None:
        """Nothing was started."""


class ByHandBox:
    """A bot of which only the stream is known."""

    started = inf  # so it is never too late
    notice_s = 0.1

    async def wait(self) -> Exit:
        never: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()
        return await never  # its process is unknown

    async def wait_for_flood(self) -> None:
        await self.wait()  # its output is unknown, too

    async def check_own_exit(self) -> None:
        """Nobody else ends it."""

    def kill(self) -> None:
        """Do nothing: the person who started it ends it."""

    def output(self) -> bytes:
        return b""

    async def usage(self) -> Usage:
        return Usage()

    async def close(self) -> None:
        """Nothing was made."""
