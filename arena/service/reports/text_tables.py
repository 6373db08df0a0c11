"""Tables as text, Markdown and CSV. What stands in them may be written by strangers: it stays in its cell."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from arena.tournament.standings.tie_breaks import value_text
from arena.viewer.printable import printable

FORMULA: Final = re.compile(r"\s*[=+\-@＝＋－＠]")  # how spreadsheets know a formula
MARKDOWN: Final = re.compile(r"[\\`*_{}\[\]<>#|~!&$^]|:(?=//|[\w+-]+:)")  # a colon: links, emojis
LINK: Final = re.compile(r"(?i)\bwww\.")
LONGEST: Final = 200  # characters of a cell
WIDE: Final = frozenset({"W", "F"})

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with headings, and what has to be said below it."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def csv_text(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """CSV with a line of headings. A text that a spreadsheet would take for a formula gets a ' in front."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([_csv_cell(heading) for heading in headings])
    writer.writerows([_csv_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _csv_cell(value: object) -> object:
    """Numbers stay what they are, also negative ones."""
    if not isinstance(value, str):
        return value
    safe = printable(value, LONGEST)
    return f"'{safe}" if FORMULA.match(safe) else safe


def markdown_text(grid: Grid) -> str:
    """A section with a table, as GitHub's Markdown has it."""
    lines = [f"## {markdown(grid.title)}", ""]
    if grid.rows:
        numbers = _number_columns(grid)
        lines.append(_line(markdown(heading) for heading in grid.headings))
        lines.append(_line("---:" if column in numbers else "---" for column in range(len(grid.headings))))
        lines += [_line(markdown(_shown(cell)) for cell in row) for row in grid.rows]
        lines.append("")
    lines += [f"- {markdown(note)}" for note in grid.notes]
    return "\n".join([*lines, ""] if grid.notes else lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown(text: str) -> str:
    r"""A text that means nothing but itself in Markdown.

    >>> markdown("a|b <b> [x](http://y)")
    'a\\|b \\<b\\> \\[x\\](http\\://y)'
    """
    return LINK.sub(r"www\.", MARKDOWN.sub(r"\\\g<0>", printable(text, LONGEST)))


def plain_text(grid: Grid) -> str:
    """A section with a table in columns."""
    lines = [printable(grid.title, LONGEST)]
    if grid.rows:
        numbers = _number_columns(grid)
        cells = [[printable(_shown(cell), LONGEST) for cell in row] for row in (grid.headings, *grid.rows)]
        widths = [max(_width(row[column]) for row in cells) for column in range(len(grid.headings))]
        for row in cells:
            padded = (_padded(cell, widths[at], at in numbers) for at, cell in enumerate(row))
            lines.append("  ".join(padded).rstrip())
    lines += [printable(note, LONGEST * 2) for note in grid.notes]
    return "\n".join([*lines, "", ""])


def _number_columns(grid: Grid) -> frozenset[int]:
    """Columns without a text in them, which keep to the right."""
    return frozenset(
        column
        for column in range(len(grid.headings))
        if not any(isinstance(row[column], str) for row in grid.rows)
    )


def _shown(cell: Cell) -> str:
    if isinstance(cell, float):
        return value_text(cell)
    return "" if cell is None else str(cell)


def _padded(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks


def _width(text: str) -> int:
    """How many columns of a terminal it takes."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in WIDE else 1
        for letter in text
    )
