"""The bot's sandbox, watched while it runs and, where that is asked, while it ends by itself."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from arena.sandbox.protocol import Box, Exit, Launch, Runner
from arena.sandbox.usage import Usage

_LOOKS: Final = 2  # within the time in which an end would be noticed


class Guard:
    """A runner for one bot. `watch` is called again and again with what the bot uses.

    With `patience` (seconds) the bot is not killed when it is not needed any more, but may end by itself.
    """

    def __init__(self, runner: Runner, patience: float, watch: Callable[[Usage], None]) -> None:
        self._runner = runner
        self._patience = patience
        self._watch = watch
        self.box: WatchedBox | None = None

    def describe(self) -> str:
        return self._runner.describe()

    def check(self) -> None:
        self._runner.check()

    async def start(self, launch: Launch) -> "WatchedBox":
        self.box = WatchedBox(await self._runner.start(launch), self._patience, self._watch)
        return self.box

    def sweep(self) -> None:
        self._runner.sweep()


class WatchedBox:
    """A box like the one in it. Once it is closed: how the bot ended, after how long, and what was left."""

    def __init__(self, box: Box, patience: float, watch: Callable[[Usage], None]) -> None:
        self.started = box.started
        self.notice_s = box.notice_s
        self.exit: Exit | None = None
        self.exit_s = 0.0
        self.left: tuple[str, ...] = ()
        self._box = box
        self._patience = patience
        self._watch = watch
        self._looking = asyncio.create_task(self._look())

    async def wait(self) -> Exit:
        return await self._box.wait()

    async def flooded(self) -> None:
        await self._box.flooded()

    async def vouch(self) -> None:
        await self._box.vouch()

    async def usage(self) -> Usage:
        return await self._box.usage()

    def kill(self) -> None:
        if not self._patience:
            self._box.kill()

    def end(self) -> None:
        """End the bot, whatever it may still want."""
        self._box.kill()

    def output(self) -> bytes:
        return self._box.output()

    async def close(self) -> None:
        try:
            if self._patience:
                await self._see_it_end()
            self._looking.cancel()
            self._watch(await self._box.usage())
        finally:
            self._looking.cancel()
            await self._box.close()

    async def _see_it_end(self) -> None:
        closed = time.monotonic()
        try:
            self.exit = await asyncio.wait_for(self._box.wait(), self._patience)
        except TimeoutError:
            return
        self.exit_s = time.monotonic() - closed
        await asyncio.sleep(self.notice_s)  # what it ends together with itself may take a moment more
        self.left = (await self._box.usage()).processes

    async def _look(self) -> None:
        while True:
            self._watch(await self._box.usage())
            await asyncio.sleep(self.notice_s / _LOOKS)
