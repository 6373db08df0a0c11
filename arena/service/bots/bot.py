"""The Bot class: a bot on this machine."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ME: Final = "me"
DIAL: Final = "dial"
GUEST_VERSION: Final = "0" * 64  # the version of guests, which have no files here
PYTHON: Final = "python"
PYTHONS: Final = (PYTHON, "python3")

File = tuple[str, Path]  # name relative to the bot's folder, and path


@dataclass(frozen=True, slots=True)
class Promises:
    """The limits that a bot's manifest promises to keep. The bot check tests them. None means no promise."""

    memory_mb: int | None = None  # the most memory used, in 10^6 bytes
    decision_ms: float | None = None  # mean time per decision, over a game
    games: int | None = None  # games played at the same time


NO_PROMISES: Final = Promises()


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on this machine, with all that is needed to start it."""

    name: str
    version: str  # the SHA-256 of its files
    command: tuple[str, ...]
    folder: Path  # its folder; with an image, a folder inside the image
    source: str  # a name or path by which the bot can be found again
    language: str = ""
    description: str = ""
    files: tuple[File, ...] = ()
    runner: str = ""  # the only runner that can start it; empty if any can
    label: str = ""  # its name in a tournament; empty to use `name`
    build: str = ""  # the shell line that builds it; empty if nothing needs to be built
    rulesets: tuple[str, ...] = ()  # the ids of the rulesets that it plays; empty for all
    limits: Promises = NO_PROMISES
    image: str = ""  # the id of its Docker image, "sha256:…"; empty if it has files


def guest(name: str) -> Bot:
    """Return a bot that the arena does not start itself: a person, or a program that a person starts."""
    return Bot(name, GUEST_VERSION, ("by", "hand"), Path(), name, runner="by-hand")


def local_command(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command with "python" replaced by the path of the Python that runs this program."""
    return (sys.executable, *command[1:]) if command[0] in PYTHONS else command


def portable_command(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command with the path of this program's Python replaced by "python"."""
    return (PYTHON, *command[1:]) if command[0] == sys.executable else command
