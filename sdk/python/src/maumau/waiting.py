"""Decisions of async bots: those of one message are made side by side."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from time import monotonic
from typing import NamedTuple

from maumau.answers import SOON_S, Answers
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

    def answer(self, pending: Sequence[Pending], answers: Answers) -> None:
        """Add what the bot decides, and send what waits for too long. Raises BotError."""
        if pending:
            runner = self._runner = self._runner or asyncio.Runner()
            _beside_others(lambda: runner.run(_all_of(pending, answers)))

    def close(self) -> None:
        if self._runner:
            _beside_others(self._runner.close)


def _beside_others(work: Callable[[], None]) -> None:
    """In a thread of its own where another loop runs in this one, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        work()
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(work).result()


async def _all_of(pending: Sequence[Pending], answers: Answers) -> None:
    loop = asyncio.get_running_loop()
    open_ = {loop.create_task(_decided(one, answers), context=one.context) for one in pending}
    while open_:
        done, open_ = await asyncio.wait(open_, timeout=SOON_S, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        answers.hurry()


async def _decided(one: Pending, answers: Answers) -> None:
    """All that think without waiting have the same turn of the loop, so each sends what others decided."""
    answers.hurry()
    try:
        choice = await one.choice
    except Exception as error:
        raise BotError(one.view) from error
    if answers and monotonic() - answers.first > SOON_S:
        answers.hurry()
    answers.add(one.view, choice)
