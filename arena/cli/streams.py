"""The streams of a command, which take whatever is written, in every locale."""

import sys
from io import TextIOWrapper


def make_ready() -> None:
    """What is no terminal gets UTF-8, as JSON and pages are; a terminal "?" for what it cannot show."""
    out = sys.stdout
    if not isinstance(out, TextIOWrapper):
        return
    if out.isatty():
        out.reconfigure(errors="replace")
    else:
        out.reconfigure(encoding="utf-8")
