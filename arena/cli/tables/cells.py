"""What the cells and remarks of several tables are made of."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from arena.service.reports.rating_text import elo_text, list_names, margin_text, rank_text, scale_texts
from arena.service.results import BotSummary, LadderRow, OverallRow, StandingsRow
from arena.viewer.printable import printable

Rated = StandingsRow | LadderRow
Blamed = StandingsRow | LadderRow | OverallRow | BotSummary

GREY: Final = "bright_black"
NAME_WIDTH: Final = 24
LONGEST: Final = 400  # characters of a line
FAULTS: Final = "I/T/C: games lost by an illegal move, out of time, by a crash"


def name(bot: str) -> Text:
    """On one line: where there is no room, its end is left out."""
    return Text(printable(bot, NAME_WIDTH), no_wrap=True, overflow="ellipsis")


def named(names: Sequence[str]) -> str:
    """A list of names, the first few of them."""
    return list_names([printable(name, NAME_WIDTH) for name in names])


def rank_range(row: Rated) -> str:
    """The rank by Elo, "2–4" where bots are not separated."""
    return rank_text(row.best, row.worst) or "–"


def faults(row: Blamed) -> Text:
    """Games lost by an illegal move, out of time, by a crash."""
    counts = (row.illegal, row.timeouts, row.crashes)
    return Text("/".join(map(str, counts)), "bold red" if any(counts) else GREY)


def elo_head(anchors: Sequence[str | None], rows: Sequence[Rated]) -> Iterator[Text]:
    """Return what the Elo of a table is measured from."""
    yield from (Text(printable(text, LONGEST), GREY) for text in scale_texts(anchors, rows))


def elo_columns(scales: bool) -> tuple[str, ...]:
    return (*((">Scale",) if scales else ()), ">Elo", ">±")


def elo(row: Rated, scales: bool) -> Iterator[Text]:
    """The cells below these headings."""
    if scales:
        yield Text(f"{row.scale or '–'}")
    yield Text(elo_text(row.elo, row.low, row.high), "bold")
    yield Text(margin_text(row.elo, row.low, row.high))
