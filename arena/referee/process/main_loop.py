"""What a child process does: one piece of work, as long as whoever wanted it lives and wants it."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, TypeVar

from arena.referee.net.arrival_times import LagSelector
from arena.referee.process.suspend import Pulse
from arena.sandbox.protocol import Unavailable
from arena.sandbox.remove_tree import remove_folder

UNWANTED: Final = 3  # exit codes
UNAVAILABLE: Final = 4

_STDIN: Final = 0
_MAX_HEARD: Final = 4_096  # bytes; what they say is only that something is asked
_T = TypeVar("_T")


def _nothing() -> None:
    """Nothing is asked of this work but to be done."""


def while_wanted(
    work: Callable[[LagSelector], Coroutine[Any, Any, _T]], run: Path, asked: Callable[[], None] = _nothing
) -> _T | None:
    """What the work comes to; None when it was ended by SIGTERM or because stdin ended.

    `work` is given the loop's selector; `asked` is called when something came on stdin. The run directory is
    removed. Raises Unavailable where no bot can be started, and WasAway when this process stood still
    meanwhile.
    """
    selector = LagSelector()
    try:
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
            return runner.run(_until_unwanted(work(selector), asked))
    except ExceptionGroup as problems:
        if problems.split(Unavailable)[1]:
            raise
        raise Unavailable(_said(problems)) from None
    finally:
        remove_folder(run)  # who made it may not live any more


def _said(problem: Exception) -> str:
    """What the first of some problems says."""
    return _said(problem.exceptions[0]) if isinstance(problem, ExceptionGroup) else str(problem)


async def _until_unwanted(work: Coroutine[Any, Any, _T], asked: Callable[[], None]) -> _T | None:
    loop = asyncio.get_running_loop()
    working = asyncio.create_task(work)
    loop.add_signal_handler(signal.SIGTERM, working.cancel)
    loop.add_reader(_STDIN, _heard, loop, working, asked)
    pulse = Pulse(working.cancel)
    pulse.start()
    try:
        done = await working
    except asyncio.CancelledError:
        done = None
    finally:
        pulse.stop()
    pulse.check()
    return done


def _heard(loop: asyncio.AbstractEventLoop, working: asyncio.Task[_T], asked: Callable[[], None]) -> None:
    if os.read(_STDIN, _MAX_HEARD):
        asked()
        return
    loop.remove_reader(_STDIN)
    working.cancel()
