"""The runner for bots that somebody starts by hand, for example in a debugger."""

import asyncio
from collections.abc import Callable
from math import inf

from arena.sandbox.protocol import SOCKET, Exit, Launch
from arena.sandbox.usage import Usage

OnWaiting = Callable[[str], None]


class ByHandRunner:
    """Starts no bot, but gives `on_waiting` the environment variables that a bot started by hand needs."""

    def __init__(self, on_waiting: OnWaiting) -> None:
        self._on_waiting = on_waiting

    def describe(self) -> str:
        return "You start the bot yourself: the arena neither isolates nor ends it."

    def check(self) -> None:
        """Do nothing: this runner needs nothing."""

    async def start(self, launch: Launch) -> "ByHandBox":
        self._on_waiting(f"ARENA_TARGET=unix://{launch.seat / SOCKET}\nARENA_TOKEN={launch.token}")
        return ByHandBox()

    def sweep(self) -> None:
        """Do nothing: this runner started nothing."""


class ByHandBox:
    """A bot that was started by hand. Its process and output are unknown; only its stream is known."""

    started = inf  # so the bot is never too late
    notice_s = 0.1

    async def wait(self) -> Exit:
        never: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()
        return await never  # the bot's process is unknown

    async def wait_for_flood(self) -> None:
        await self.wait()  # the bot's output is unknown, too

    async def check_own_exit(self) -> None:
        """Do nothing: only the bot or its owner ends it."""

    def kill(self) -> None:
        """Do nothing: the person who started the bot ends it."""

    def output(self) -> bytes:
        return b""

    async def usage(self) -> Usage:
        return Usage()

    async def close(self) -> None:
        """Do nothing: nothing was made for the bot."""
