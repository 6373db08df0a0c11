"""The command line of a forked process, as `/proc` and `ps` show it."""

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_STAT: Final = Path("/proc/self/stat")
_COMMAND_LINE: Final = 45  # the index of the command line's address among the fields after the program's name


def show_command(words: Sequence[str], home: str = "") -> None:
    """Change the command line that `/proc` and `ps` show for this process. Cut it off if it is too long.

    `words`: the words of the command line. `home`: the value of HOME to show as the process's environment;
    empty to leave the environment unchanged. Do nothing on a system without `/proc`.
    """
    if not _STAT.exists():
        return
    fields = _STAT.read_text().rpartition(")")[2].split()
    command_start, command_end, environment_start, environment_end = map(
        int, fields[_COMMAND_LINE : _COMMAND_LINE + 4]
    )
    _write(command_start, command_end, "\0".join(words))
    if home:
        _write(environment_start, environment_end, f"HOME={home}")


def _write(start: int, end: int, text: str) -> None:
    """Write a text to this process's memory at address `start`, and fill the rest up to `end` with zeros."""
    size = end - start
    ctypes.memmove(start, os.fsencode(text)[: size - 1].ljust(size, b"\0"), size)
