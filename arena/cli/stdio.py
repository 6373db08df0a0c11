"""The streams of a command: all three are there, and take whatever is written, in every locale."""

import os
import sys
from io import TextIOWrapper
from typing import Final

_NAMES: Final = ("stdin", "stdout", "stderr")


def make_ready() -> None:
    """Before anything else is opened, which could take the place of a stream that is closed."""
    for number, name in enumerate(_NAMES):
        if getattr(sys, name) is None:
            setattr(sys, name, _nothing(number))
    _take_every_letter()


def _nothing(number: int) -> TextIOWrapper:
    """A stream at this place that is empty, and drops what is written."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.set_inheritable(number, True)
    return open(number, "w" if number else "r", encoding="utf-8")


def _take_every_letter() -> None:
    """What is no terminal gets UTF-8, as JSON and pages are; a terminal "?" for what it cannot show.

    Names of files may hold what is no letter at all: that is written out.
    """
    out = sys.stdout
    if not isinstance(out, TextIOWrapper):
        return
    if out.isatty():
        out.reconfigure(errors="replace")
    else:
        out.reconfigure(encoding="utf-8", errors="backslashreplace")
