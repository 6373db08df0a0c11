"""Printing: results to stdout, everything else to stderr, colours only on a terminal."""

import os
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table

from arena.service.admin.telemetry.log_output import log_remark
from arena.service.reports.export import to_json

SCHEMA: Final = 1  # of all JSON documents; raised when a key is removed or changes its meaning
WIDTH: Final = 80  # without a terminal


def stdout() -> Console:
    """Return the console for results."""
    return _console(stderr=False)


def stderr() -> Console:
    """Return the console for progress and remarks."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    return Console(
        stderr=stderr,
        width=None if stream.isatty() else WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
    )


def say(*parts: RenderableType) -> None:
    """Print results to stdout."""
    console = stdout()
    if console.is_terminal:
        console.print(*parts, sep="\n")
        return
    with console.capture() as printed:
        console.print(*parts, sep="\n")
    # Tables pad their lines with blanks, which do not belong in a file.
    print("\n".join(line.rstrip() for line in printed.get().split("\n")), end="")


def print_remark(text: str) -> None:
    """Print a line to stderr; if ARENA_LOG is set, write it as a log message instead."""
    if "ARENA_LOG" in os.environ:
        log_remark(text)
        return
    print(text, file=sys.stderr, flush=True)


def command_to_copy(line: str) -> str:
    """Return the command `arena LINE` for the user to copy. It starts with `uv run` if the arena itself was
    started that way.
    """
    return f"uv run arena {line}" if "UV_RUN_RECURSION_DEPTH" in os.environ else f"arena {line}"


def count_text(number: int, word: str, words: str = "") -> str:
    """Return a number with its noun, such as "1 round" or "1,200 games". `words`: the plural."""
    return f"{number:,} {word if number == 1 else words or f'{word}s'}"


def size(number: int) -> str:
    """Return a number of bytes as text, such as "0.3 MB" or "12.1 GB"."""
    return f"{number / 1e6:,.1f} MB" if number < 1e9 else f"{number / 1e9:,.1f} GB"  # noqa: PLR2004


def say_json(document: object) -> None:
    """Print a mapping, or a dataclass, as one JSON document on stdout."""
    print(json_document(document))


def json_document(document: object) -> str:
    """Return a mapping, or a dataclass, as JSON text that also names the version of the schema."""
    if is_dataclass(document):
        document = {field.name: getattr(document, field.name) for field in fields(document)}
    assert isinstance(document, Mapping)
    return to_json({"schema": SCHEMA, **document})


def table(*columns: str, narrow: bool = False) -> Table:
    """Return an empty table with these columns. A heading that starts with ">" marks a right-aligned column.

    Escape text from bots and users by `printable` before adding it to a cell. `narrow`: put fewer blanks
    between the columns.
    """
    padding = (0, 1, 0, 0) if narrow else (0, 1)
    empty = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", padding=padding)
    for column in columns:
        numbers = column.startswith(">")
        empty.add_column(column.lstrip(">"), justify="right" if numbers else "left", no_wrap=numbers)
    return empty
