"""Results as JSON and CSV documents."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from arena.service.results import StandingsRow, Table


def to_json(value: object) -> str:
    """Results, or a mapping or sequence of them, as one JSON document; times are ISO 8601."""
    return json.dumps(value, default=_plain, indent=2, ensure_ascii=False)


def _plain(value: object) -> Any:  # noqa: ANN401 - what json takes
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no place in a result")


def standings_csv(*tables: Table) -> str:
    """The rows of the standings under one line of headings, the ruleset in front."""
    headings = ("tournament", "ruleset", *(field.name for field in fields(StandingsRow)))
    rows = ((table.tournament, table.ruleset, *astuple(row)) for table in tables for row in table.rows)
    return _csv(headings, rows)


def crosstable_csv(table: Table) -> str:
    """A row and a column for each bot; in the cells the mean score of a game."""
    names = [row.bot for row in table.rows]
    rows = (
        (name, *("" if cell is None else cell.share for cell in cells))
        for name, cells in zip(names, table.cells, strict=True)
    )
    return _csv(("bot", *names), rows)


def _csv(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()
