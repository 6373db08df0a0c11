"""Carrying out command lines in this process, as the command itself does."""

from pathlib import Path
from typing import NamedTuple

import pytest
import typer.main

from arena.cli.main import app, obey

GOLDEN = Path(__file__).parents[1] / "record" / "golden" / "first"
WIDTH = 80
BOTS = Path(__file__).parents[1] / "service" / "bots"
QUICK_BOTS = (str(BOTS / "dice.py"), str(BOTS / "last.py"))  # that start at once, where any two will do


class Done(NamedTuple):
    """What came of a command line."""

    code: int
    out: str
    err: str


def arena(capfd: pytest.CaptureFixture[str], *arguments: str) -> Done:
    """The exit code and what was printed."""
    capfd.readouterr()
    code = obey(list(arguments))
    return Done(code, *capfd.readouterr())


def commands() -> list[list[str]]:
    """Every command and every group of commands."""
    found: list[list[str]] = [[]]
    for name, command in typer.main.get_group(app).commands.items():
        found += [[name], *([name, below] for below in getattr(command, "commands", ()))]
    return found
