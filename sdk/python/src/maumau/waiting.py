"""Await the decisions of async bots, for several games at once."""

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
    """A decision that an async bot has not yet made."""

    view: View
    choice: Awaitable[object]
    context: Context  # the context in which it is awaited, with the bot's game as the current one


class EventLoop:
    """The asyncio event loop for all decisions of an async bot."""

    def __init__(self) -> None:
        self._runner: asyncio.Runner | None = None

    def answer(self, pending: Sequence[Pending], answers: Answers) -> None:
        """Await the decisions and add them to `answers`.

        Raise BotError if the bot raises an exception or returns an illegal choice.
        """
        if pending:
            runner = self._runner = self._runner or asyncio.Runner()
            _run_outside_loop(lambda: runner.run(_all_of(pending, answers)))

    def close(self) -> None:
        if self._runner:
            _run_outside_loop(self._runner.close)


def _run_outside_loop(work: Callable[[], None]) -> None:
    """Call `work`, in a separate thread if this thread already runs an event loop (as in a notebook)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        work()
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(work).result()


async def _all_of(pending: Sequence[Pending], answers: Answers) -> None:
    loop = asyncio.get_running_loop()
    open_ = {loop.create_task(_add_decision(one, answers), context=one.context) for one in pending}
    while open_:
        done, open_ = await asyncio.wait(open_, timeout=SOON_S, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        answers.hurry()


async def _add_decision(one: Pending, answers: Answers) -> None:
    """Await one decision and add it to the answers. First send answers that have waited too long."""
    answers.hurry()
    try:
        choice = await one.choice
    except Exception as error:
        raise BotError(one.view) from error
    if answers and monotonic() - answers.first > SOON_S:
        answers.hurry()
    answers.add(one.view, choice)
