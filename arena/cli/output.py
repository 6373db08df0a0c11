"""What commands print with: results to stdout, everything else to stderr, colours only for a terminal."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table

from arena.service.admin.telemetry.logs import remarked
from arena.service.reports.export import to_json
from arena.service.reports.text_tables import csv_text

SCHEMA: Final = 1  # of all JSON documents; another one where a key is taken away or means something else
WIDTH: Final = 80  # where the width is not a terminal's


def stdout() -> Console:
    """The console for results."""
    return _console(stderr=False)


def stderr() -> Console:
    """The console for progress and remarks."""
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


def say(*what: RenderableType) -> None:
    """Print results."""
    console = stdout()
    if console.is_terminal:
        console.print(*what, sep="\n")
        return
    with console.capture() as printed:
        console.print(*what, sep="\n")
    # Tables fill their lines with blanks, which nobody wants in a file.
    print("\n".join(line.rstrip() for line in printed.get().split("\n")), end="")


def remark(text: str) -> None:
    """One line to stderr; where logs are wanted, one of these."""
    if "ARENA_LOG" in os.environ:
        remarked(text)
        return
    print(text, file=sys.stderr, flush=True)


def arena(line: str) -> str:
    """A command line that can be copied: begun as this one was, `uv run arena …` in a clone."""
    return f"uv run arena {line}" if "UV_RUN_RECURSION_DEPTH" in os.environ else f"arena {line}"


def counted(number: int, word: str, words: str = "") -> str:
    """A number of things: "1 round", "1,200 games"."""
    return f"{number:,} {word if number == 1 else words or f'{word}s'}"


def size(number: int) -> str:
    """A number of bytes: "0.3 MB", "12.1 GB"."""
    return f"{number / 1e6:,.1f} MB" if number < 1e9 else f"{number / 1e9:,.1f} GB"  # noqa: PLR2004


def say_json(document: object) -> None:
    """Print a mapping, or the fields of a dataclass, as one JSON document on stdout."""
    print(json_document(document))


def json_document(document: object) -> str:
    """Return a mapping, or the fields of a dataclass, as JSON with the version of its schema."""
    if is_dataclass(document):
        document = {field.name: getattr(document, field.name) for field in fields(document)}
    assert isinstance(document, Mapping)
    return to_json({"schema": SCHEMA, **document})


def table(*columns: str, narrow: bool = False) -> Table:
    """An empty table; a column whose heading begins with ">" is of numbers and keeps to the right.

    What goes in must be `printable` already. `narrow`: two blanks between columns instead of three.
    """
    padding = (0, 1, 0, 0) if narrow else (0, 1)
    made = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", padding=padding)
    for column in columns:
        numbers = column.startswith(">")
        made.add_column(column.lstrip(">"), justify="right" if numbers else "left", no_wrap=numbers)
    return made


def say_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """CSV on stdout, with a line of headings."""
    print(csv_text(columns, rows), end="")
