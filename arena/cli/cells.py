"""What the cells and remarks of several tables are made of."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from arena.service.reports.export import by_elo
from arena.viewer.printable import printable

if TYPE_CHECKING:
    from arena.service.results import BotSummary, LadderRow, OverallRow, StandingsRow

    Rated = StandingsRow | LadderRow
    Blamed = StandingsRow | LadderRow | OverallRow | BotSummary

GREY: Final = "bright_black"
NAME_WIDTH: Final = 24
NO_MARGIN: Final = {"too few boards": "–", "won or lost everything": "∞"}
FAULTS: Final = "I/T/C: games lost by an illegal move, out of time, by a crash"
MOST_NAMED: Final = 5


def name(bot: str) -> Text:
    """On one line: where there is no room, its end is left out."""
    return Text(printable(bot, NAME_WIDTH), no_wrap=True, overflow="ellipsis")


def named(names: Sequence[str]) -> str:
    """A list of names, the first few of them."""
    shown = ", ".join(printable(name, NAME_WIDTH) for name in names[:MOST_NAMED])
    return shown + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")


def rank_range(row: "Rated") -> str:
    """The rank by Elo, "2–4" where intervals overlap."""
    return by_elo(row.best, row.worst) or "–"


def faults(row: "Blamed") -> Text:
    """Games lost by an illegal move, out of time, by a crash."""
    counts = (row.illegal, row.timeouts, row.crashes)
    return Text("/".join(map(str, counts)), "bold red" if any(counts) else GREY)


def elo_head(anchors: Sequence[str | None], rows: "Sequence[Rated]") -> Iterator[Text]:
    """What the Elo of a table is measured from, and what its ± means."""
    scales = [f"{printable(anchor, NAME_WIDTH)} = 0" if anchor else "the mean is 0" for anchor in anchors]
    if len(scales) > 1:
        scales = [f"{number}: {scale}" for number, scale in enumerate(scales, 1)]
        yield Text("Bots of different scales have not met, not even through others", GREY)
    reasons = dict.fromkeys(row.no_margin for row in rows if row.no_margin)
    unsure = "".join(f"; {NO_MARGIN[reason]}: {reason}" for reason in reasons)
    yield Text(f"Elo: {', '.join(scales)}; ±: 95 %{unsure}", GREY)


def elo_columns(scales: bool) -> tuple[str, ...]:
    return (*((">Scale",) if scales else ()), ">Elo", ">±")


def elo(row: "Rated", scales: bool) -> Iterator[Text]:
    """The cells below these headings."""
    if scales:
        yield Text(f"{row.scale or '–'}")
    yield Text("–" if row.rating is None else f"{round(row.rating)}", "bold")
    if row.no_margin:
        yield Text(NO_MARGIN[row.no_margin], GREY)
    else:
        yield Text("" if row.margin is None else f"{row.margin:.0f}")
