"""What a stranger's Dockerfile may say where the operator allows builds: nothing that the engine would fetch.

A step has no network; but the engine itself, which has, fetches what ADD names and the images that are not
here. What could be read in two ways is refused.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from arena.sandbox.docker.dockerfile import Instruction, instructions
from arena.service.errors import BadBot, RunError

HasImage = Callable[[str], bool]

SCRATCH: Final = "scratch"
WORDS: Final = frozenset((
    "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "MAINTAINER", "RUN",
    "SHELL", "STOPSIGNAL", "USER", "WORKDIR",
))  # fmt: skip
MAX_LINES: Final = 500

_DIRECTIVE: Final = re.compile(r"[ \t]*#[ \t]*(escape|syntax|check)[ \t]*=", re.IGNORECASE)
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9./:@_-]*")


def check_dockerfile(text: str, has_image: HasImage) -> None:
    """Raises BadBot for one that is not built for strangers."""
    if len(text.splitlines()) > MAX_LINES:
        raise BadBot(f"its Dockerfile has more than {MAX_LINES} lines")
    if directive := next(filter(None, map(_DIRECTIVE.match, text.splitlines())), None):
        raise BadBot(f"its Dockerfile says {directive[1]}=, which is not taken: leave that line out")
    names: list[str] = []  # of stages
    numbers: list[str] = []
    for instruction in instructions(text):
        _check_word(instruction)
        for image in _images(instruction):
            _check_image(image, names if instruction.word == "FROM" else [*names, *numbers], has_image)
        if instruction.word == "FROM":
            names += _named(instruction)
            numbers.append(str(len(numbers)))


def _check_word(instruction: Instruction) -> None:
    if instruction.word == "ADD":
        raise BadBot("its Dockerfile says ADD, which can fetch things: write COPY instead")
    if instruction.word not in WORDS:
        raise BadBot(f"its Dockerfile says {instruction.word[:40]!r}, which is not taken")


def _images(instruction: Instruction) -> Iterator[str]:
    """What is built on, and what is copied from."""
    if instruction.word == "FROM":
        yield instruction.rest.partition(" ")[0]
    if instruction.word == "COPY":
        yield from (flag.partition("=")[2] for flag in instruction.flags if flag.startswith("from"))


def _named(instruction: Instruction) -> tuple[str, ...]:
    parts = instruction.rest.split()
    return (parts[2],) if len(parts) == len(("image", "AS", "name")) and parts[1].upper() == "AS" else ()


def _check_image(image: str, stages: list[str], has_image: HasImage) -> None:
    if not _NAME.fullmatch(image):
        raise BadBot(f"its Dockerfile names an image as {image[:60]!r}: write it out, without variables")
    if image not in stages and image != SCRATCH and not has_image(image):
        raise BadBot(f"its Dockerfile wants the image {image[:60]}, which this arena does not have")


def is_here(image: str) -> bool:
    """Whether the engine has an image, or the arena makes it. Raises RunError."""
    from arena.sandbox.docker.engine import NoEngine
    from arena.sandbox.docker.images import PYTHON
    from arena.sandbox.docker.info import has_image

    try:
        return image == PYTHON or has_image(image)
    except NoEngine as problem:
        raise RunError(str(problem)) from None
