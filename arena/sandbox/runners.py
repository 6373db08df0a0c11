"""The runners by name, and the runner for bots that a person starts by hand."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Final

from arena.record.match import MatchSpec
from arena.sandbox.process import ProcessRunner
from arena.sandbox.protocol import SOCKET, Exit, Launch, Runner
from arena.sandbox.usage import Usage

OnWaiting = Callable[[str], None]


class ByHandRunner:
    """A runner for bots that a person starts by hand.

    `on_waiting`: a function, called with the environment variables for such a bot, as lines "NAME=VALUE".
    """

    def __init__(self, on_waiting: OnWaiting) -> None:
        self._on_waiting = on_waiting

    def describe(self) -> str:
        return "You start the bot yourself: the arena neither isolates nor ends it."

    def check(self) -> None:
        """Do nothing: this runner starts nothing."""

    async def start(self, launch: Launch) -> "ByHandBox":
        self._on_waiting(f"ARENA_TARGET=unix://{launch.seat / SOCKET}\nARENA_TOKEN={launch.token}")
        return ByHandBox()

    def sweep(self) -> None:
        """Do nothing: this runner started nothing."""


class ByHandBox:
    """A bot that a person started by hand. Its process and output are unknown."""

    started = inf  # so the bot is never too late
    max_exit_delay_s = 0.1

    async def wait(self) -> Exit:
        never: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()
        return await never  # the bot's process is unknown

    async def wait_for_flood(self) -> None:
        await self.wait()  # the bot's output is unknown, too

    async def check_own_exit(self) -> None:
        """Do nothing: the referee did not start this bot, so it cannot have stopped it."""

    def kill(self) -> None:
        """Do nothing: the person who started the bot ends it."""

    def output(self) -> bytes:
        return b""

    async def usage(self) -> Usage:
        return Usage()

    async def close(self) -> None:
        """Do nothing: nothing was made for the bot."""


BY_HAND: Final = "by-hand"


class UnknownRunner(ValueError):
    """No runner has this name."""


def _ignore(environment: str) -> None:
    """Do nothing: the default for `on_waiting`.

    `environment`: the variables for a bot that a person must start.
    """


def runner(name: str, run: Path, match: str = "", on_waiting: OnWaiting = _ignore) -> Runner:
    """Make the runner of this name for one match.

    `run`: the match's run directory. `match`: the match's id. `on_waiting`: called with the environment
    variables for a bot that a person must start. Raise UnknownRunner if no runner has this name.
    """
    if name not in RUNNERS:
        raise UnknownRunner(f"{name!r} is not a runner; choose one of {', '.join(RUNNERS)}")
    return RUNNERS[name](run, match, on_waiting)


def runners(spec: MatchSpec, run: Path, on_waiting: OnWaiting = _ignore) -> Sequence[Runner]:
    """Return the runner of each bot of a match. Bots with the same runner share it.

    Raise UnknownRunner if a bot's spec names an unknown runner.
    """
    names = [bot.runner or spec.runner for bot in spec.bots]
    by_name = {name: runner(name, run, spec.id, on_waiting) for name in names}
    return [by_name[name] for name in names]


def _process(run: Path, _: str, __: OnWaiting) -> Runner:
    return ProcessRunner(run)


def _docker(run: Path, match: str, _: OnWaiting) -> Runner:
    from arena.sandbox.docker.runner import DockerRunner

    return DockerRunner(run, match)


def _by_hand(_: Path, __: str, on_waiting: OnWaiting) -> Runner:
    return ByHandRunner(on_waiting)


RUNNERS: Final[Mapping[str, Callable[[Path, str, OnWaiting], Runner]]] = {
    "process": _process,
    "docker": _docker,
    BY_HAND: _by_hand,
}
