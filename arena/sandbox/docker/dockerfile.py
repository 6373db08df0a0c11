"""Dockerfiles of bots: choose one for a bot that has none, and check a bot's own Dockerfile before the
build.
"""

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from arena.sandbox.docker.build import IMAGES

STATIC: Final = "static"
_BASE_OF_PROGRAM: Final = {"python": "plain", "python3": "plain", "node": "node", "java": "java"}
_STARTS: Final = ("ENTRYPOINT", "CMD")
_FETCHED: Final = ("http://", "https://", "git@", "<<")


def base_of(command: Sequence[str], files: Mapping[str, Path]) -> str:
    """Return the folder in `images/` whose Dockerfile fits a bot with this command; empty if none fits.

    `files`: the bot's files, keyed by name. If the command starts one of these files, return the folder of
    the image without shared libraries.
    """
    program = command[0]
    if "/" in program and posixpath.normpath(program) in files:
        return STATIC
    return _BASE_OF_PROGRAM.get(program, "")


def dockerfile_for(command: Sequence[str], files: Mapping[str, Path]) -> Path:
    """Return the path of the Dockerfile to use for a bot without a Dockerfile.

    If `command` is empty, return the path of the Dockerfile for Python bots.
    """
    return IMAGES / (base_of(command, files) if command else "plain") / "Dockerfile"


class Instruction(NamedTuple):
    """One instruction of a Dockerfile: its keyword in capitals, its flags, and the text after them."""

    word: str
    flags: tuple[str, ...]
    rest: str


def instructions(text: str) -> Iterator[Instruction]:
    """Yield the instructions of a Dockerfile. Continued lines are joined, comments are left out."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\[ \t]*\n", " ", "\n".join(lines)).splitlines():
        word, _, rest = line.strip().partition(" ")
        parts = rest.split()
        flags = [part for part in parts if part.startswith("--")]
        if word:
            yield Instruction(
                word.upper(), tuple(flag[2:] for flag in flags), " ".join(parts[len(flags) :]).strip()
            )


def starts_itself(text: str) -> bool:
    """True if the image has a command: its last build stage has ENTRYPOINT or CMD.

    >>> starts_itself("FROM a AS b\\nCMD x\\nFROM scratch\\n"), starts_itself("FROM a\\nentrypoint ['x']")
    (False, True)
    """
    starts = False
    for instruction in instructions(text):
        starts = instruction.word in _STARTS or (starts and instruction.word != "FROM")
    return starts


def missing_sources(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the paths that COPY and ADD need but `names` does not contain. `names`: the names of all files.

    >>> missing_sources("FROM a\\nCOPY build/bot x* /bot/\\nCOPY --from=a /b /b", ["bot.go", "x1"])
    ('build/bot',)
    """
    there = tuple(names)
    wanted = (source for instruction in instructions(text) for source in _sources(instruction))
    return tuple(source for source in dict.fromkeys(wanted) if not _is_there(source, there))


def _sources(instruction: Instruction) -> Iterator[str]:
    """Yield the paths in the build context that an instruction copies. Paths with variables are left out."""
    if instruction.word not in ("COPY", "ADD") or any(flag.startswith("from=") for flag in instruction.flags):
        return
    for source in _words(instruction.rest)[:-1]:
        if "$" not in source and not source.startswith(_FETCHED):
            yield source


def _words(rest: str) -> list[str]:
    """Return the arguments of an instruction, which are written as words or as a JSON list."""
    if rest.startswith("["):
        try:
            return [str(word) for word in json.loads(rest)]
        except (ValueError, TypeError):
            return []  # the engine will report it
    return rest.split()


def _is_there(source: str, names: tuple[str, ...]) -> bool:
    path = PurePosixPath(source.lstrip("/"))
    wanted = path.as_posix()
    if wanted == ".":
        return True
    folders = {parent.as_posix() for name in names for parent in PurePosixPath(name).parents}
    return any(fnmatchcase(name, wanted) for name in (*names, *folders))
