"""The running program of a bot that is being checked."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from arena.record.match import BotSpec, Limits
from arena.referee.match.instance import Instance, Referee
from arena.referee.net.listener import Pings
from arena.sandbox.protocol import Box, Exit, Launch, Runner
from arena.sandbox.usage import Usage
from arena.service.check.recorder import WatchedStream

_LOOKS: Final = 2  # measurements within the time in which the bot's end would be noticed
_START_LOOK_S: Final = 0.05


class UsageReferee(Referee, Protocol):
    """A referee (it controls the games) that also gets reports of a bot's memory and output."""

    def note_usage(self, usage: Usage) -> None: ...


class CheckedInstance(Instance):
    """A running program of a bot. It regularly reports its memory and output to the referee.

    - `exit_timeout_s`: seconds for the program to end by itself after its stream is closed. 0: it is killed
      at once.
    - `exit`: how the program ended by itself; None if it did not.
    - `exit_s`: seconds until it ended.
    - `left`: the processes that it left running.
    """

    def __init__(
        self,
        seat: int,
        bot: BotSpec,
        limits: Limits,
        folder: Path,
        referee: UsageReferee,
        pings: Pings,
        exit_timeout_s: float,
    ) -> None:
        super().__init__(seat, bot, limits, folder, referee, WatchedStream, pings)
        self.exit: Exit | None = None
        self.exit_s = 0.0
        self.left: tuple[str, ...] = ()
        self._exit_timeout_s = exit_timeout_s
        self._note_usage = referee.note_usage

    def launch(self) -> Launch:
        return replace(super().launch(), is_measured=True)

    async def live(self, runner: Runner) -> None:
        looking = asyncio.create_task(self._look())
        looking.add_done_callback(self._report_bug)
        try:
            await super().live(runner)
        finally:
            looking.cancel()

    async def farewell(self, box: Box) -> None:
        await super().farewell(box)
        if self._exit_timeout_s:
            await self._wait_for_exit(box)
        self._note_usage(await box.usage())

    async def _wait_for_exit(self, box: Box) -> None:
        closed = time.monotonic()
        try:
            self.exit = await asyncio.wait_for(box.wait(), self._exit_timeout_s)
        except TimeoutError:
            return
        self.exit_s = time.monotonic() - closed
        await asyncio.sleep(box.max_exit_delay_s)  # processes that end with it may take a moment longer
        self.left = (await box.usage()).processes

    async def _look(self) -> None:
        while self.box is None:
            await asyncio.sleep(_START_LOOK_S)
        while True:
            self._note_usage(await self.box.usage())
            await asyncio.sleep(self.box.max_exit_delay_s / _LOOKS)
