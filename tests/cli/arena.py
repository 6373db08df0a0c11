"""Run command lines in this process, as the command `arena` does."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.cli.commands import COMMANDS
from arena.cli.lazy import CommandGroup, Entry
from arena.cli.main import run_command_line

GOLDEN = Path(__file__).parents[1] / "record" / "golden" / "first"
WIDTH = 80
BOTS = Path(__file__).parents[1] / "service" / "bots"
QUICK_BOTS = (str(BOTS / "dice.py"), str(BOTS / "last.py"))  # that start at once, where any two will do


class Done(NamedTuple):
    """The outcome of a command line."""

    code: int
    out: str
    err: str


def arena(capfd: pytest.CaptureFixture[str], *arguments: str) -> Done:
    """Run a command line; return its exit code and output."""
    capfd.readouterr()
    code = run_command_line(list(arguments))
    return Done(code, *capfd.readouterr())


def entries() -> Iterator[tuple[str, Entry]]:
    """Yield every command that runs a function, with its name below its group."""
    for name, entry in COMMANDS.items():
        yield from entry.entries.items() if isinstance(entry, CommandGroup) else ((name, entry),)


def commands() -> list[list[str]]:
    """Return every command and every group of commands."""
    listed: list[list[str]] = [[]]
    for name, entry in COMMANDS.items():
        listed.append([name])
        if isinstance(entry, CommandGroup):
            listed += [[name, below] for below in entry.entries]
    return listed
