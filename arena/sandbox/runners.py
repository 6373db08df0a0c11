"""The runners of bots, by the names that match specs use."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from arena.record.match import MatchSpec
from arena.sandbox.manual import ByHandRunner, OnWaiting
from arena.sandbox.process import ProcessRunner
from arena.sandbox.protocol import Runner

BY_HAND: Final = "by-hand"


class UnknownRunner(ValueError):
    """No runner has this name."""


def _ignore(environment: str) -> None:
    """Do nothing."""


def runner(name: str, run: Path, match: str = "", on_waiting: OnWaiting = _ignore) -> Runner:
    """Make the runner of this name for the match with the run directory `run`.

    `on_waiting` gets the environment for a bot that must be started by hand. Raise UnknownRunner.
    """
    if name not in RUNNERS:
        raise UnknownRunner(f"{name!r} is not a runner; choose one of {', '.join(RUNNERS)}")
    return RUNNERS[name](run, match, on_waiting)


def runners(spec: MatchSpec, run: Path, on_waiting: OnWaiting = _ignore) -> Sequence[Runner]:
    """Return the runner of each bot of a match. Bots with the same runner share it. Raise UnknownRunner."""
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
