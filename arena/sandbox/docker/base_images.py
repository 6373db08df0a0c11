"""The images for bots that bring no Dockerfile: which one it is, the command says."""

import posixpath
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from arena.sandbox.docker.context import IMAGES

STATIC: Final = "static"
_STARTED_BY: Final = {"python": "plain", "python3": "plain", "node": "node", "java": "java"}


def base_of(command: Sequence[str], files: Mapping[str, Path]) -> str:
    """The folder in `images/` for a bot with this command, empty if there is none."""
    program = command[0]
    if "/" in program and posixpath.normpath(program) in files:
        return STATIC
    return _STARTED_BY.get(program, "")


def dockerfile_for(command: Sequence[str], files: Mapping[str, Path]) -> Path:
    """The Dockerfile for a bot that has none; for one that says nothing, that of a Python bot."""
    return IMAGES / (base_of(command, files) if command else "plain") / "Dockerfile"
