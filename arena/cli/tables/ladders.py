"""The tables of `arena ratings`."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from arena.cli.output import count_text, table
from arena.cli.tables.cells import (
    FAULTS_NOTE,
    GREY,
    NAME_WIDTH,
    elo_cells,
    elo_columns,
    elo_notes,
    faults_cell,
    name_cell,
    name_list,
    rank_range,
)
from arena.service.reports.rating_text import margin_text, whole_number
from arena.service.reports.variance import saving_text
from arena.service.results import Ladder, LadderRow, OverallLadder
from arena.viewer.printable import printable

RULESET_WIDTH: Final = 8


def ladder_table(ladder: Ladder) -> Iterator[RenderableType]:
    """Yield the parts of one ruleset's ladder: a heading, the table of ratings, and notes."""
    left_out = f"; {ladder.left_out} not counted: unrated or with an open seed" if ladder.left_out else ""
    rated = count_text(ladder.tournaments, "rated tournament")
    yield Text.assemble((f"{ladder.title}", "bold"), f"  {ladder.ruleset}, {rated}{left_out}")
    if ladder.rows:
        yield from elo_notes(ladder.anchors, ladder.rows)
        yield _ladder_rows(ladder)
        yield Text("Live: Elo updated board by board, by at most K", GREY)
        if any(row.best != row.worst for row in ladder.rows):
            yield Text(
                "#: a range where Elo does not separate bots; More: additional boards that would", GREY
            )
        yield Text(FAULTS_NOTE, GREY)
        if ladder.saving:
            yield Text(saving_text(ladder.saving), GREY)
    yield Text()


def _ladder_rows(ladder: Ladder) -> RichTable:
    scales = len(ladder.anchors) > 1
    columns = (*elo_columns(scales), ">More", ">Boards", ">I/T/C", ">Live", ">K")
    made = table(">#", "Bot", "Version", *columns, narrow=True)
    for row in ladder.rows:
        made.add_row(
            rank_range(row),
            name_cell(row.bot),
            row.version[:6],
            *elo_cells(row, scales),
            _more_boards(row),
            f"{row.boards}",
            faults_cell(row),
            whole_number(row.live),
            str(row.step),
        )
    return made


def _more_boards(row: LadderRow) -> str:
    """Return how many more boards would separate a bot from its neighbours: "+300" or "many".

    Return "" if its rank is certain or it is unrated.
    """
    if row.best is None or row.best == row.worst:
        return ""
    return "many" if row.more_boards is None else f"+{row.more_boards}"


def overall_table(ladder: OverallLadder, width: int) -> Iterator[RenderableType]:
    """Yield the ladder of mean Elo over several rulesets. `width`: the terminal's number of columns."""
    rulesets = ", ".join(ladder.rulesets)
    yield Text.assemble(("Overall", "bold"), f"  mean Elo over {rulesets or 'no ruleset'}")
    if ladder.rows:
        zero = f"{printable(ladder.anchor, NAME_WIDTH)} = 0" if ladder.anchor else "the mean is 0"
        yield Text(f"Elo: {zero}; ±: 95 %, for luck in the games, not for the choice of rulesets", GREY)
        yield _overall_rows(ladder, width)
        if any(row.bounded for row in ladder.rows):
            yield Text("*: only a bound, without ±: it won or lost everything in that ruleset", GREY)
        yield Text(FAULTS_NOTE, GREY)
    else:
        yield Text("No ruleset rates all these bots; choose some with --bot or --ruleset")
    if ladder.left_out:
        yield Text(f"Not rated in all these rulesets: {name_list(ladder.left_out)}", GREY)
    if ladder.uncommon:
        yield Text(f"Rulesets that do not rate all of them: {', '.join(ladder.uncommon)}", GREY)
    yield Text()


def _overall_rows(ladder: OverallLadder, width: int) -> RichTable:
    room = width - 2 * NAME_WIDTH - RULESET_WIDTH
    each = [key for key in ladder.rulesets if len(ladder.rulesets) * (2 + RULESET_WIDTH) <= room]
    names = (f">{key.partition('@')[0][:RULESET_WIDTH]}" for key in each)
    made = table(">#", "Bot", "Version", ">Elo", ">±", *names, ">Boards", ">I/T/C", narrow=True)
    for row in ladder.rows:
        ratings = (
            whole_number(elo) + ("*" if key in row.bounded else "")
            for key, elo in zip(each, row.ratings, strict=False)
        )
        mean = Text(whole_number(row.elo) + ("*" if row.bounded else ""), "bold")
        margin = margin_text(row.elo, row.low, row.high)
        made.add_row(
            str(row.rank),
            name_cell(row.bot),
            row.version[:6],
            mean,
            margin,
            *ratings,
            f"{row.boards}",
            faults_cell(row),
        )
    return made
