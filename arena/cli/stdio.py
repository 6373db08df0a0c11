"""Make stdin, stdout and stderr usable: all open, and accepting every character."""

import os
import sys
from io import TextIOWrapper
from typing import Final

_NAMES: Final = ("stdin", "stdout", "stderr")


def prepare_streams() -> None:
    """Replace closed streams by the null device, and set the encoding of stdout.

    Call this before any file is opened: the file could get the number of a closed stream.
    """
    for number, name in enumerate(_NAMES):
        if getattr(sys, name) is None:
            setattr(sys, name, _open_null(number))
    _set_encoding()


def _open_null(number: int) -> TextIOWrapper:
    """Return the null device, opened as file descriptor `number`."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.set_inheritable(number, True)
    return open(number, "w" if number else "r", encoding="utf-8")


def _set_encoding() -> None:
    """Make stdout write UTF-8 to files and pipes, and "?" for characters that a terminal cannot show.

    Bytes of file names that are not valid text are escaped.
    """
    out = sys.stdout
    if not isinstance(out, TextIOWrapper):
        return
    if out.isatty():
        out.reconfigure(errors="replace")
    else:
        out.reconfigure(encoding="utf-8", errors="backslashreplace")
