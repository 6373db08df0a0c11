"""Standings, crosstables and ladders as tables of a terminal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from arena.cli.output import arena, table
from arena.viewer.printable import printable

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as RichTable

    from arena.service.results import CrosstableCell, Ladder, LadderRow, StandingsRow, Table

    Rated = StandingsRow | LadderRow

NAME_WIDTH: Final = 24
NO_MARGIN: Final = {"too few boards": "–", "won or lost everything": "∞"}
CELL_WIDTH: Final = 7
HALF: Final = 0.5
EVEN: Final = 0.03  # closer to one half than this has no colour


def standings(shown: "Table") -> Iterator["RenderableType"]:
    """The standings of a tournament in one ruleset, with a heading."""
    yield Text.assemble((f"{shown.title}", "bold"), f"  {shown.ruleset}, {_boards(shown)}")
    if any(row.rating is not None for row in shown.rows):
        yield from _head(shown.anchors, shown.rows)
    scales = len(shown.anchors) > 1
    columns = (">Games", ">Score %", ">Points", ">Illegal", ">Late", ">Crash")
    made = table(">#", "Bot", *_elo_columns(scales), *columns)
    for row in shown.rows:
        made.add_row(*_standing(row, scales))
    yield made
    yield Text()


def _boards(shown: "Table") -> str:
    void = f", {shown.void_boards} void" if shown.void_boards else ""
    return f"{shown.boards} boards in all seatings{void}"


def _standing(row: "StandingsRow", scales: bool) -> Iterator[Text]:
    yield Text(str(row.rank))
    yield Text(printable(row.bot, NAME_WIDTH))
    yield from _elo(row, scales)
    yield Text(str(row.games))
    yield Text(f"{100 * row.share:.1f}")
    yield Text(f"{row.points:g}")
    for faults in (row.illegal, row.timeouts, row.crashes):
        yield Text(str(faults), "bold red" if faults else "bright_black")


def _head(anchors: Sequence[str | None], rows: "Sequence[Rated]") -> Iterator[Text]:
    """What the Elo of a table is measured from, and what its ± means."""
    scales = [f"{printable(anchor, NAME_WIDTH)} = 0" if anchor else "the mean is 0" for anchor in anchors]
    if len(scales) > 1:
        scales = [f"{number}: {scale}" for number, scale in enumerate(scales, 1)]
        yield Text("Bots of different scales have not met, not even through others", "bright_black")
    reasons = dict.fromkeys(row.no_margin for row in rows if row.no_margin)
    unsure = "".join(f"; {NO_MARGIN[reason]}: {reason}" for reason in reasons)
    yield Text(f"Elo: {', '.join(scales)}; ±: 95 %{unsure}", "bright_black")


def _elo_columns(scales: bool) -> tuple[str, ...]:
    return (*((">Scale",) if scales else ()), ">Elo", ">±")


def _elo(row: "Rated", scales: bool) -> Iterator[Text]:
    """The cells below these headings."""
    if scales:
        yield Text(f"{row.scale or '–'}")
    yield Text("–" if row.rating is None else f"{row.rating:.0f}", "bold")
    if row.no_margin:
        yield Text(NO_MARGIN[row.no_margin], "bright_black")
    else:
        yield Text("" if row.margin is None else f"{row.margin:.0f}")


def crosstable(shown: "Table", width: int) -> Iterator["RenderableType"]:
    """Who scored how much against whom; only a remark if that is wider than the terminal."""
    if NAME_WIDTH + CELL_WIDTH * len(shown.rows) > width:
        yield Text(f"crosstable: {arena(f'tournament crosstable {shown.tournament} --csv')}", "bright_black")
        yield Text()
        return
    made = table(">#", "Bot against … (score %)", *(f">{row.rank}" for row in shown.rows))
    for row, cells in zip(shown.rows, shown.cells, strict=True):
        made.add_row(str(row.rank), Text(printable(row.bot, NAME_WIDTH)), *map(_cell, cells))
    yield made
    yield Text()


def _cell(cell: "CrosstableCell | None") -> Text:
    if cell is None:
        return Text("·", "bright_black")
    warm = "green" if cell.share > HALF + EVEN else "red" if cell.share < HALF - EVEN else ""
    return Text(f"{100 * cell.share:.1f}", warm)


def ladder(shown: "Ladder") -> Iterator["RenderableType"]:
    """The ratings in one ruleset, with a heading."""
    left_out = f", {shown.left_out} unrated or of an open seed left out" if shown.left_out else ""
    counted = f"{shown.tournaments} rated tournament{'' if shown.tournaments == 1 else 's'}"
    yield Text.assemble((f"{shown.title}", "bold"), f"  {shown.ruleset}, {counted}{left_out}")
    if shown.rows:
        yield from _head(shown.anchors, shown.rows)
        yield _ladder(shown)
        yield Text("Live: moved board by board, each by K at most", "bright_black")
    yield Text()


def _ladder(shown: "Ladder") -> "RichTable":
    scales = len(shown.anchors) > 1
    made = table(">#", "Bot", "Version", *_elo_columns(scales), ">Live", ">K", ">Boards", ">Games")
    for row in shown.rows:
        made.add_row(
            str(row.rank),
            Text(printable(row.bot, NAME_WIDTH)),
            row.version[:8],
            *_elo(row, scales),
            f"{row.live:.0f}",
            str(row.step),
            str(row.boards),
            str(row.games),
        )
    return made
