"""A runner that starts nothing: somebody starts the bot by hand, in a debugger say, whenever it suits."""

import asyncio
from collections.abc import Callable
from math import inf

from arena.sandbox.protocol import SOCKET, Exit, Launch
from arena.sandbox.usage import Usage

Tell = Callable[[str], None]


class ByHandRunner:
    """Tells what the bot needs in its environment, and leaves the rest to somebody."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def describe(self) -> str:
        return "You start the bot yourself: the arena neither confines nor ends it."

    def check(self) -> None:
        """Nothing is needed."""

    async def start(self, launch: Launch) -> "ByHandBox":
        self._tell(f"ARENA_TARGET=unix://{launch.seat / SOCKET}\nARENA_TOKEN={launch.token}")
        return ByHandBox()

    def sweep(self) -> None:
        """Nothing was started."""


class ByHandBox:
    """A bot of which nothing is known but what it says on its stream."""

    started = inf  # so that it never is too late
    notice_s = 0.1

    async def wait(self) -> Exit:
        never: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()
        return await never  # its process is not ours to see

    async def flooded(self) -> None:
        await self.wait()  # what it prints is not ours to see either

    async def vouch(self) -> None:
        """Whatever it does is its own doing."""

    def kill(self) -> None:
        """Whoever started it ends it; the stream is closed."""

    def output(self) -> bytes:
        return b""

    async def usage(self) -> Usage:
        return Usage()

    async def close(self) -> None:
        """Nothing was made."""
