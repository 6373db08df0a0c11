"""The runners by the names that a MatchSpec calls them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from arena.sandbox.box import Runner
from arena.sandbox.process import ProcessRunner


class UnknownRunner(ValueError):
    """No runner has this name."""


def runner(name: str, run: Path, match: str = "") -> Runner:
    """The runner of this name for the match whose directory is `run`. Raises UnknownRunner."""
    if name not in RUNNERS:
        raise UnknownRunner(f"{name!r} is no runner; there are: {', '.join(RUNNERS)}")
    return RUNNERS[name](run, match)


def _process(run: Path, _: str) -> Runner:
    return ProcessRunner(run)


def _docker(run: Path, match: str) -> Runner:
    from arena.sandbox.docker_runner import DockerRunner

    return DockerRunner(run, match)


RUNNERS: Final[Mapping[str, Callable[[Path, str], Runner]]] = {"process": _process, "docker": _docker}
