"""Standings, crosstables and ladders as tables of a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from arena.cli.output import arena, table
from arena.viewer.printable import printable

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as RichTable

    from arena.service.results import CrosstableCell, Ladder, StandingsRow, Table

NAME_WIDTH: Final = 24
CELL_WIDTH: Final = 7
HALF: Final = 0.5
EVEN: Final = 0.03  # closer to one half than this has no colour


def standings(shown: "Table") -> Iterator["RenderableType"]:
    """The standings of a tournament in one ruleset, with a heading."""
    yield Text.assemble((f"{shown.title}", "bold"), f"  {shown.ruleset}, {_boards(shown)}")
    made = table(">#", "Bot", ">Elo", ">Games", ">Score %", ">Points", ">Illegal", ">Timeout", ">Crash")
    for row in shown.rows:
        made.add_row(*_standing(row))
    yield made
    if any(row.rating is not None for row in shown.rows):
        yield Text(_scale(shown.anchor), "bright_black")
    yield Text()


def _boards(shown: "Table") -> str:
    void = f", {shown.void_boards} void" if shown.void_boards else ""
    return f"{shown.boards} boards in all seatings{void}"


def _standing(row: "StandingsRow") -> Iterator[Text]:
    yield Text(str(row.rank))
    yield Text(printable(row.bot, NAME_WIDTH))
    yield Text("–" if row.rating is None else f"{row.rating:.0f}", "bold")
    yield Text(str(row.games))
    yield Text(f"{100 * row.share:.1f}")
    yield Text(f"{row.points:g}")
    for faults in (row.illegal, row.timeouts, row.crashes):
        yield Text(str(faults), "bold red" if faults else "bright_black")


def _scale(anchor: str | None) -> str:
    return "Elo: " + (f"{printable(anchor, NAME_WIDTH)} = 0" if anchor else "the mean is 0")


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
        yield _ladder(shown)
        yield Text(_scale(shown.anchor) + "; K: what one board can move", "bright_black")
    yield Text()


def _ladder(shown: "Ladder") -> "RichTable":
    made = table(">#", "Bot", "Version", ">Elo", ">K", ">Boards", ">Games")
    for row in shown.rows:
        name, version = printable(row.bot, NAME_WIDTH), row.version[:8]
        made.add_row(
            str(row.rank),
            Text(name),
            version,
            Text(f"{row.rating:.0f}", "bold"),
            str(row.step),
            str(row.boards),
            str(row.games),
        )
    return made
