"""What a Dockerfile says before it is built: which files it needs, and whether it names what is started."""

import json
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Final, NamedTuple

_STARTS: Final = ("ENTRYPOINT", "CMD")
_FETCHED: Final = ("http://", "https://", "git@", "<<")


class Instruction(NamedTuple):
    """One instruction: its word in capitals, its flags without the dashes, and the rest of it."""

    word: str
    flags: tuple[str, ...]
    rest: str


def instructions(text: str) -> Iterator[Instruction]:
    """The instructions of a Dockerfile, lines that go on put together, without comments."""
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
    """Whether the image that is made says what is started in it: ENTRYPOINT or CMD in the last stage.

    >>> starts_itself("FROM a AS b\\nCMD x\\nFROM scratch\\n"), starts_itself("FROM a\\nentrypoint ['x']")
    (False, True)
    """
    found = False
    for instruction in instructions(text):
        found = instruction.word in _STARTS or (found and instruction.word != "FROM")
    return found


def missing_sources(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """What COPY and ADD take from the context, and is not among the files of these names.

    >>> missing_sources("FROM a\\nCOPY build/bot x* /bot/\\nCOPY --from=a /b /b", ["bot.go", "x1"])
    ('build/bot',)
    """
    there = tuple(names)
    wanted = (source for instruction in instructions(text) for source in _sources(instruction))
    return tuple(source for source in dict.fromkeys(wanted) if not _is_there(source, there))


def _sources(instruction: Instruction) -> Iterator[str]:
    """The paths in the context that an instruction copies; what holds a variable is not known here."""
    if instruction.word not in ("COPY", "ADD") or any(flag.startswith("from=") for flag in instruction.flags):
        return
    for source in _words(instruction.rest)[:-1]:
        if "$" not in source and not source.startswith(_FETCHED):
            yield source


def _words(rest: str) -> list[str]:
    """The arguments, written one after the other or as a JSON list."""
    if rest.startswith("["):
        try:
            return [str(word) for word in json.loads(rest)]
        except (ValueError, TypeError):
            return []  # the engine says what is wrong
    return rest.split()


def _is_there(source: str, names: tuple[str, ...]) -> bool:
    path = PurePosixPath(source.lstrip("/"))
    wanted = path.as_posix()
    if wanted == ".":
        return True
    folders = {parent.as_posix() for name in names for parent in PurePosixPath(name).parents}
    return any(fnmatchcase(name, wanted) for name in (*names, *folders))
