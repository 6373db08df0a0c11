"""Cells and notes that several tables share."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from arena.service.reports.rating_text import elo_text, list_names, margin_text, rank_text, scale_texts
from arena.service.results import OverallRow, RatedRow
from arena.store.results.records import EnteredBot
from arena.viewer.printable import printable

FaultRow = RatedRow | OverallRow | EnteredBot

GREY: Final = "bright_black"
NAME_WIDTH: Final = 24
MAX_LINE: Final = 400  # characters
FAULTS_NOTE: Final = "I/T/C: games lost by an illegal move, a timeout, a crash"


def name_cell(bot: str) -> Text:
    """Return a bot's name as a cell of one line, cut off if the column is too narrow."""
    return Text(printable(bot, NAME_WIDTH), no_wrap=True, overflow="ellipsis")


def name_list(names: Sequence[str]) -> str:
    """Return the first few names as a list in words, followed by the number of names that are left out."""
    return list_names([printable(name, NAME_WIDTH) for name in names])


def rank_range(row: RatedRow) -> str:
    """Return a bot's rank by Elo: "3"; "2–4" if bots' Elo differs too little; "–" if unrated."""
    return rank_text(row.best, row.worst) or "–"


def faults_cell(row: FaultRow) -> Text:
    """Return how many games a bot lost by illegal moves, timeouts and crashes, such as "1/0/2"."""
    counts = (row.illegal, row.timeouts, row.crashes)
    return Text("/".join(map(str, counts)), "bold red" if any(counts) else GREY)


def elo_notes(anchors: Sequence[str | None], rows: Sequence[RatedRow]) -> Iterator[Text]:
    """Yield notes about the Elo in `rows`: which Elo is 0, and why some bots have no Elo.

    `anchors`: for each Elo scale (a set of bots connected by results), the name of the bot with Elo 0; None
    if the mean Elo is 0.
    """
    yield from (Text(printable(text, MAX_LINE), GREY) for text in scale_texts(anchors, rows))


def elo_columns(scales: bool) -> tuple[str, ...]:
    return (*((">Scale",) if scales else ()), ">Elo", ">±")


def elo_cells(row: RatedRow, scales: bool) -> Iterator[Text]:
    """Yield the cells of a bot's Elo and its margin (±).

    If `scales` is true, first yield the number of its Elo scale. Elo of different scales is not comparable.
    """
    if scales:
        yield Text(f"{row.scale or '–'}")
    yield Text(elo_text(row.elo, row.low, row.high), "bold")
    yield Text(margin_text(row.elo, row.low, row.high))
