"""A bot as it lies on this machine, ready to be started."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ME: Final = "me"
DIAL: Final = "dial"
GUEST_VERSION: Final = "0" * 64  # of who has no files
PYTHON: Final = "python"
PYTHONS: Final = (PYTHON, "python3")

File = tuple[str, Path]  # its name in the bot's folder, and where it is


@dataclass(frozen=True, slots=True)
class Promises:
    """What a bot says of itself in `[limits]`, and `arena bot check` finds out; None: nothing is said."""

    memory_mb: int | None = None  # the most that it uses, in 10^6 bytes
    decision_ms: float | None = None  # the mean over a game
    games: int | None = None  # that it can play at once


NO_PROMISES: Final = Promises()


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as it lies on this machine. `source` finds it again; `version` is SHA-256 of its files.

    `files`: by their names in the bot's folder. `runner`: the only one that can start it, empty if any can.
    `label`: what the tables of a tournament call it, if not by its name. `build`: the line that makes what it
    consists of, empty if there is nothing to make. `rulesets`: those that it plays, empty for all. `image`:
    the id of what it is instead of files, "sha256:…", run in `folder`.
    """

    name: str
    version: str
    command: tuple[str, ...]
    folder: Path
    source: str
    language: str = ""
    description: str = ""
    files: tuple[File, ...] = ()
    runner: str = ""
    label: str = ""
    build: str = ""
    rulesets: tuple[str, ...] = ()
    limits: Promises = NO_PROMISES
    image: str = ""


def here(command: tuple[str, ...]) -> tuple[str, ...]:
    """A command as it is run on this machine, where "python" is the one that runs the arena."""
    return (sys.executable, *command[1:]) if command[0] in PYTHONS else command


def anywhere(command: tuple[str, ...]) -> tuple[str, ...]:
    """A command as it may be run elsewhere, where "python" is the one that is there."""
    return (PYTHON, *command[1:]) if command[0] == sys.executable else command
