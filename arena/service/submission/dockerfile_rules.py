"""Check a stranger's Dockerfile before it is built.

The build must not make the Docker engine download anything. The build steps have no network, but the engine
would download sources of ADD and missing images. Ambiguous instructions are rejected.
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
    """Raise BadBot if building this Dockerfile could download something, or if it is ambiguous.

    `has_image`: a function that returns whether an image exists on this machine.
    """
    if len(text.splitlines()) > MAX_LINES:
        raise BadBot(f"its Dockerfile has more than {MAX_LINES} lines")
    if directive := next(filter(None, map(_DIRECTIVE.match, text.splitlines())), None):
        raise BadBot(f"its Dockerfile has an unsupported line {directive[1]}=; remove it")
    names: list[str] = []  # of stages
    numbers: list[str] = []
    for instruction in instructions(text):
        _check_word(instruction)
        for image in _images(instruction):
            _check_image(image, names if instruction.word == "FROM" else [*names, *numbers], has_image)
        if instruction.word == "FROM":
            names += _stage_name(instruction)
            numbers.append(str(len(numbers)))


def _check_word(instruction: Instruction) -> None:
    if instruction.word == "ADD":
        raise BadBot("its Dockerfile says ADD, which can fetch things; write COPY instead")
    if instruction.word not in WORDS:
        raise BadBot(f"its Dockerfile has the unsupported instruction {instruction.word[:40]!r}; remove it")


def _images(instruction: Instruction) -> Iterator[str]:
    """Yield the images named by FROM and COPY --from."""
    if instruction.word == "FROM":
        yield instruction.rest.partition(" ")[0]
    if instruction.word == "COPY":
        yield from (flag.partition("=")[2] for flag in instruction.flags if flag.startswith("from"))


def _stage_name(instruction: Instruction) -> tuple[str, ...]:
    parts = instruction.rest.split()
    return (parts[2],) if len(parts) == len(("image", "AS", "name")) and parts[1].upper() == "AS" else ()


def _check_image(image: str, stages: list[str], has_image: HasImage) -> None:
    if not _NAME.fullmatch(image):
        raise BadBot(f"its Dockerfile names the image {image[:60]!r}; write it without variables")
    if image not in stages and image != SCRATCH and not has_image(image):
        raise BadBot(f"its Dockerfile needs the image {image[:60]}, which this arena does not have")


def is_here(image: str) -> bool:
    """True if an image exists on this machine, or if the arena builds it itself.

    Raise RunError if no Docker engine answers.
    """
    from arena.sandbox.docker.engine import NoEngine
    from arena.sandbox.docker.images import PYTHON, has_image

    try:
        return image == PYTHON or has_image(image)
    except NoEngine as problem:
        raise RunError(str(problem)) from None
