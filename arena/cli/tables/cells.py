"""Cells and notes that several tables share."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from arena.service.reports.rating_text import elo_text, list_names, margin_text, rank_text, scale_texts
from arena.service.results import BotSummary, LadderRow, OverallRow, StandingsRow
from arena.viewer.printable import printable

RatedRow = StandingsRow | LadderRow
FaultRow = StandingsRow | LadderRow | OverallRow | BotSummary

GREY: Final = "bright_black"
NAME_WIDTH: Final = 24
MAX_LINE: Final = 400  # characters
FAULTS_NOTE: Final = "I/T/C: games lost by an illegal move, a timeout, a crash"


def name_cell(bot: str) -> Text:
    """Return a name on one line, cut off where there is no room."""
    return Text(printable(bot, NAME_WIDTH), no_wrap=True, overflow="ellipsis")


def name_list(names: Sequence[str]) -> str:
    """Return the first few names."""
    return list_names([printable(name, NAME_WIDTH) for name in names])


def rank_range(row: RatedRow) -> str:
    """Return the rank by Elo, "2–4" where Elo does not separate bots."""
    return rank_text(row.best, row.worst) or "–"


def faults_cell(row: FaultRow) -> Text:
    """Return the games lost by an illegal move, a timeout, a crash."""
    counts = (row.illegal, row.timeouts, row.crashes)
    return Text("/".join(map(str, counts)), "bold red" if any(counts) else GREY)


def elo_notes(anchors: Sequence[str | None], rows: Sequence[RatedRow]) -> Iterator[Text]:
    """Yield the anchor of each scale of a table."""
    yield from (Text(printable(text, MAX_LINE), GREY) for text in scale_texts(anchors, rows))


def elo_columns(scales: bool) -> tuple[str, ...]:
    return (*((">Scale",) if scales else ()), ">Elo", ">±")


def elo_cells(row: RatedRow, scales: bool) -> Iterator[Text]:
    """Yield the cells below `elo_columns`."""
    if scales:
        yield Text(f"{row.scale or '–'}")
    yield Text(elo_text(row.elo, row.low, row.high), "bold")
    yield Text(margin_text(row.elo, row.low, row.high))
