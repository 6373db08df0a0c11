"""The Bot class: a bot on this machine, with all that is needed to start it."""

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
    """The limits that a bot's manifest promises to keep; `arena bot check` tests them. A limit is None if
    nothing is promised for it.
    """

    memory_mb: int | None = None  # the most memory used, in 10^6 bytes
    decision_ms: float | None = None  # mean time per decision, over a game
    games: int | None = None  # games played at the same time


NO_PROMISES: Final = Promises()


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on this machine.

    - `version`: the SHA-256 of its files.
    - `source`: a name or path by which the bot can be found again.
    - `runner`: the only runner that can start it; empty if any can.
    - `label`: its name in a tournament; empty to use `name`.
    - `build`: the shell line that builds it; empty if nothing needs to be built.
    - `rulesets`: the ids of the rulesets that it plays; empty for all.
    - `image`: the id of its Docker image, "sha256:…"; empty if it has files on this machine. With an image,
      `folder` is a folder inside the image.
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


def local_command(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command in which "python" is replaced by the path of the Python that runs this program."""
    return (sys.executable, *command[1:]) if command[0] in PYTHONS else command


def portable_command(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command that works on any machine: the path of this program's Python is replaced by
    "python".
    """
    return (PYTHON, *command[1:]) if command[0] == sys.executable else command
