"""Convert results to JSON, CSV and grids (printable tables)."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any

from arena.service.reports.rating_text import elo_text, margin_text, place_text, scale_texts, to_settle_text
from arena.service.reports.text_tables import Cell, Grid, csv_text
from arena.service.reports.variance import saving_text
from arena.service.results import (
    Ladder,
    LadderRow,
    OverallLadder,
    OverallRow,
    StandingsRow,
    StandingsTable,
    TournamentSummary,
)
from arena.viewer.printable import escape_json


def to_json(value: object, indent: int | None = 2) -> str:
    """Convert a result dataclass, or a mapping or sequence of result dataclasses, to a JSON document.

    `indent`: blanks per level; None: a single line without blanks.

    Times are ISO 8601. Invisible and control characters are escaped, because the document may be printed to a
    terminal.
    """
    separators = (",", ":") if indent is None else None
    document = json.dumps(value, default=_plain, indent=indent, separators=separators, ensure_ascii=False)
    return escape_json(document)


def _plain(value: object) -> Any:  # noqa: ANN401 - what json takes
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be part of a result")


def standings_csv(*tables: StandingsTable) -> str:
    """Return the standings of all `tables` as one CSV text: a line of headings, then a line for each bot.

    The first columns are tournament and ruleset, the last columns the tie-breaks.
    """
    codes = max(([column.code for column in table.tie_breaks] for table in tables), key=len, default=[])
    names = _names(StandingsRow, "values")
    rows = (
        (
            table.tournament,
            table.ruleset,
            *_cells(row, names),
            *_fill(row.values, len(codes)),
        )
        for table in tables
        for row in table.rows
    )
    return csv_text(("tournament", "ruleset", *names, *codes), rows)


def _fill(values: Iterable[float], columns: int) -> Iterator[float | None]:
    """Yield `values`, padded with None to the number of `columns`."""
    return islice(chain(values, repeat(None)), columns)


def ladders_csv(ladders: Iterable[Ladder]) -> str:
    """Return the rows of all `ladders` as one CSV text, with the ruleset in the first column."""
    names = _names(LadderRow, "history")
    rows = ((one.ruleset, *_cells(row, names)) for one in ladders for row in one.rows)
    return csv_text(("ruleset", *names), rows)


def overall_csv(ladder: OverallLadder) -> str:
    """Return an overall ladder as CSV; the last columns are the Elo in each ruleset."""
    names = _names(OverallRow, "ratings", "bounded")
    rows = ((*_cells(row, names), *row.ratings) for row in ladder.rows)
    return csv_text((*names, *ladder.rulesets), rows)


def _names(row: type, *left_out: str) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass, except those in `left_out`."""
    return tuple(field.name for field in fields(row) if field.name not in left_out)


def _cells(row: object, names: Sequence[str]) -> Iterator[object]:
    return (getattr(row, name) for name in names)


def crosstable_csv(table: StandingsTable) -> str:
    """Return a crosstable as CSV.

    A cell is the mean score per game of the row's bot against the column's bot.
    """
    names = [row.bot for row in table.rows]
    rows = (
        (name, *(None if cell is None else cell.share for cell in cells))
        for name, cells in zip(names, table.cells, strict=True)
    )
    return csv_text(("bot", *names), rows)


def about(summary: TournamentSummary) -> str:
    """Describe a tournament and its progress in one line."""
    kind = ", open seed" if summary.open_seed else "" if summary.rated else ", unrated"
    what = f"Tournament {summary.id}, {summary.format}, started {summary.created_at:%Y-%m-%d}"
    return f"{what}, {summary.state}{kind}: {summary.games_done:,} of {summary.games_total:,} games"


def grids(table: StandingsTable) -> Iterator[Grid]:
    """Yield a tournament's standings and its crosstable as grids (printable tables).

    Leave out the crosstable if there are no results.
    """
    yield _standings(table)
    if any(cell for cells in table.cells for cell in cells):
        yield _crosstable(table)


def _standings(table: StandingsTable) -> Grid:
    codes = tuple(column.code for column in table.tie_breaks)
    return Grid(
        title=f"{table.title} ({table.ruleset}), {table.boards:,} boards in all seatings",
        headings=("Rank", "Bot", *codes, "Games", "Score %", "Elo", "±", "I/T/C", "Behind by"),
        rows=tuple(tuple(_line(row)) for row in table.rows),
        notes=tuple(_notes(table)),
    )


def _line(row: StandingsRow) -> Iterator[Cell]:
    yield place_text(row.rank, row)
    yield row.bot
    yield from row.values
    yield row.games
    yield round(100 * row.share, 1) if row.games else None
    yield elo_text(row.elo, row.low, row.high)
    yield margin_text(row.elo, row.low, row.high)
    yield f"{row.illegal}/{row.timeouts}/{row.crashes}"
    yield row.decided_by


def _notes(table: StandingsTable) -> Iterator[str]:
    yield from (f"{text}." for text in scale_texts(table.anchors, table.rows))
    yield "±: 95 % against the mean."
    yield "I/T/C: games lost by an illegal move, out of time, by a crash."
    for column in table.tie_breaks:
        yield f"{column.code}: {column.name} ({column.source}). {column.explanation}"
    if table.frozen:
        yield f"Pool with fixed Elo from the ladder (its error is not part of ±): {', '.join(table.frozen)}."
    if table.remark:
        yield f"{table.remark}."
    if settled := to_settle_text(table.rows):
        yield f"{settled}."
    if table.saving:
        yield f"{saving_text(table.saving)}."
    for pair in table.fair_play.pairs:
        yield (
            f"Unlikely: {pair.first} scored {100 * pair.score:.1f} % of {pair.boards:,} boards against "
            f"{pair.second}, {100 * pair.expected:.1f} % expected; probability {pair.corrected:.1g} among "
            f"{table.fair_play.judged:,} honest pairs. This is no proof."
        )


def _crosstable(table: StandingsTable) -> Grid:
    return Grid(
        title=f"Score of the row against the column, % ({table.ruleset})",
        headings=("Rank", "Bot", *(str(row.rank) for row in table.rows)),
        rows=tuple(
            (row.rank, row.bot, *(None if cell is None else round(100 * cell.share, 1) for cell in cells))
            for row, cells in zip(table.rows, table.cells, strict=True)
        ),
    )
