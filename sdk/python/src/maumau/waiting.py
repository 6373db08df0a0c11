"""Decisions of async bots: those of one message are made side by side."""

import asyncio
from collections.abc import Awaitable, Iterable, Iterator, Sequence
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

    def results(self, pending: Sequence[Pending], soon: float) -> Iterator[list[tuple[Pending, object]]]:
        """What the bot decided; after every `soon` seconds what is new, in order. Raises BotError."""
        if not pending:
            return
        if self._runner is None:
            self._runner = asyncio.Runner()
        loop = self._runner.get_loop()
        open_ = [(one, loop.create_task(_settled(one), context=one.context)) for one in pending]
        while open_:
            self._runner.run(_waited([task for _, task in open_], soon))
            yield [(one, task.result()) for one, task in open_ if task.done()]
            open_ = [(one, task) for one, task in open_ if not task.done()]

    def close(self) -> None:
        if self._runner:
            self._runner.close()


async def _waited(tasks: Iterable[asyncio.Task[object]], soon: float) -> None:
    await asyncio.wait(tasks, timeout=soon, return_when=asyncio.FIRST_EXCEPTION)


async def _settled(one: Pending) -> object:
    try:
        return await one.choice
    except Exception as error:
        raise BotError(one.view) from error
