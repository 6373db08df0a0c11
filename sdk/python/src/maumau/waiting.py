"""Decisions of async bots: those of one message are made side by side."""

import asyncio
from collections.abc import Awaitable, Sequence
from contextvars import Context
from typing import NamedTuple

from maumau.failures import BotError
from maumau.views import View


class Pending(NamedTuple):
    """A decision that is awaited. In `context` its game is the current one."""

    view: View
    choice: Awaitable[object]
    context: Context


class EventLoop:
    """An asyncio loop that lives as long as the stream. It is made when an async bot is first asked."""

    def __init__(self) -> None:
        self._runner: asyncio.Runner | None = None

    def results(self, pending: Sequence[Pending]) -> list[object]:
        """What the bot decided, in the same order. Raises BotError."""
        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner.run(_side_by_side(pending))

    def close(self) -> None:
        if self._runner:
            self._runner.close()


async def _side_by_side(pending: Sequence[Pending]) -> list[object]:
    tasks = [asyncio.create_task(_settled(one), context=one.context) for one in pending]
    return await asyncio.gather(*tasks)


async def _settled(one: Pending) -> object:
    try:
        return await one.choice
    except Exception as error:
        raise BotError(one.view) from error
