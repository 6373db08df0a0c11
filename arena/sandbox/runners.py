"""The runners by the names that a MatchSpec calls them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from arena.sandbox.box import Runner
from arena.sandbox.process import ProcessRunner

RUNNERS: Final[Mapping[str, Callable[[Path], Runner]]] = {"process": ProcessRunner}


class UnknownRunner(ValueError):
    """No runner has this name."""


def runner(name: str, run: Path) -> Runner:
    """The runner of this name for the match whose directory is `run`. Raises UnknownRunner."""
    if name not in RUNNERS:
        raise UnknownRunner(f"{name!r} is no runner; there are: {', '.join(RUNNERS)}")
    return RUNNERS[name](run)
