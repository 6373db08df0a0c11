"""Format grids as text, Markdown and CSV. Cells may contain untrusted text, which is escaped."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from arena.tournament.standings.tie_breaks import value_text
from arena.viewer.printable import printable

FORMULA: Final = re.compile(r"\s*[=+\-@＝＋－＠]")  # spreadsheets run these
MARKDOWN: Final = re.compile(r"[\\`*_{}\[\]<>#|~!&$^]|:(?=//|[\w+-]+:)")  # a colon: links, emojis
LINK: Final = re.compile(r"(?i)\bwww\.")
MAX_CELL: Final = 200  # characters of a cell
WIDE: Final = frozenset({"W", "F"})

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Grid:
    """A printable table with a title, headings and notes."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def csv_text(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Format rows as CSV. A text that a spreadsheet would run as a formula gets a leading apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([_csv_cell(heading) for heading in headings])
    writer.writerows([_csv_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _csv_cell(value: object) -> object:
    """Return a value that is safe in CSV: text is escaped, numbers stay numbers."""
    if not isinstance(value, str):
        return value
    safe = printable(value, MAX_CELL)
    return f"'{safe}" if FORMULA.match(safe) else safe


def markdown_text(grid: Grid) -> str:
    """Format a grid as a section in GitHub Markdown: a heading, a table, the notes as a list."""
    lines = [f"## {markdown(grid.title)}", ""]
    if grid.rows:
        numbers = _number_columns(grid)
        lines.append(_line(markdown(heading) for heading in grid.headings))
        lines.append(_line("---:" if column in numbers else "---" for column in range(len(grid.headings))))
        lines += [_line(markdown(_printable_cell(cell)) for cell in row) for row in grid.rows]
        lines.append("")
    lines += [f"- {markdown(note)}" for note in grid.notes]
    return "\n".join([*lines, ""] if grid.notes else lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown(text: str) -> str:
    r"""Escape a text for Markdown.

    >>> markdown("a|b <b> [x](http://y)")
    'a\\|b \\<b\\> \\[x\\](http\\://y)'
    """
    return LINK.sub(r"www\.", MARKDOWN.sub(r"\\\g<0>", printable(text, MAX_CELL)))


def plain_text(grid: Grid) -> str:
    """Format a grid as plain text: the title, aligned columns, the notes."""
    lines = [printable(grid.title, MAX_CELL)]
    if grid.rows:
        numbers = _number_columns(grid)
        cells = [
            [printable(_printable_cell(cell), MAX_CELL) for cell in row]
            for row in (grid.headings, *grid.rows)
        ]
        widths = [max(_width(row[column]) for row in cells) for column in range(len(grid.headings))]
        for row in cells:
            padded = (_padded(cell, widths[at], at in numbers) for at, cell in enumerate(row))
            lines.append("  ".join(padded).rstrip())
    lines += [printable(note, MAX_CELL * 2) for note in grid.notes]
    return "\n".join([*lines, "", ""])


def _number_columns(grid: Grid) -> frozenset[int]:
    """Return the indices of the columns that contain only numbers. They are aligned right."""
    return frozenset(
        column
        for column in range(len(grid.headings))
        if not any(isinstance(row[column], str) for row in grid.rows)
    )


def _printable_cell(cell: Cell) -> str:
    if isinstance(cell, float):
        return value_text(cell)
    return "" if cell is None else str(cell)


def _padded(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks


def _width(text: str) -> int:
    """Return the width of a text in columns of a terminal."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in WIDE else 1
        for letter in text
    )
