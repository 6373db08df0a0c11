"""The runners by the names that a MatchSpec calls them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from arena.record.match import MatchSpec
from arena.sandbox.manual import ByHandRunner, Tell
from arena.sandbox.process import ProcessRunner
from arena.sandbox.protocol import Runner

BY_HAND: Final = "by-hand"


class UnknownRunner(ValueError):
    """No runner has this name."""


def _nobody(_: str) -> None:
    """Nobody is told."""


def runner(name: str, run: Path, match: str = "", tell: Tell = _nobody) -> Runner:
    """The runner of this name for the match whose directory is `run`. Raises UnknownRunner."""
    if name not in RUNNERS:
        raise UnknownRunner(f"{name!r} is no runner; there are: {', '.join(RUNNERS)}")
    return RUNNERS[name](run, match, tell)


def runners(spec: MatchSpec, run: Path, tell: Tell = _nobody) -> Sequence[Runner]:
    """The runner of each bot; bots with the same one share it. Raises UnknownRunner."""
    names = [bot.runner or spec.runner for bot in spec.bots]
    made = {name: runner(name, run, spec.id, tell) for name in names}
    return [made[name] for name in names]


def _process(run: Path, _: str, __: Tell) -> Runner:
    return ProcessRunner(run)


def _docker(run: Path, match: str, _: Tell) -> Runner:
    from arena.sandbox.docker.runner import DockerRunner

    return DockerRunner(run, match)


def _by_hand(_: Path, __: str, tell: Tell) -> Runner:
    return ByHandRunner(tell)


RUNNERS: Final[Mapping[str, Callable[[Path, str, Tell], Runner]]] = {
    "process": _process,
    "docker": _docker,
    BY_HAND: _by_hand,
}
