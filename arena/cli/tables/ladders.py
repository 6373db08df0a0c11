"""Ratings as tables of a terminal."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from arena.cli.output import counted, table
from arena.cli.tables.cells import (
    FAULTS,
    GREY,
    NAME_WIDTH,
    elo,
    elo_columns,
    elo_head,
    faults,
    name,
    named,
    rank_range,
)
from arena.service.reports.rating_text import margin_text, whole
from arena.service.reports.variance import saving_text
from arena.service.results import Ladder, LadderRow, OverallLadder
from arena.viewer.printable import printable

RULESET_WIDTH: Final = 8


def ladder(shown: Ladder) -> Iterator[RenderableType]:
    """The ratings in one ruleset, with a heading."""
    left_out = f", {shown.left_out} unrated or of an open seed left out" if shown.left_out else ""
    rated = counted(shown.tournaments, "rated tournament")
    yield Text.assemble((f"{shown.title}", "bold"), f"  {shown.ruleset}, {rated}{left_out}")
    if shown.rows:
        yield from elo_head(shown.anchors, shown.rows)
        yield _ladder(shown)
        yield Text("Live: moved board by board, each by K at most", GREY)
        if any(row.best != row.worst for row in shown.rows):
            yield Text(
                "#: a range where Elo does not separate bots; More: boards of its own that would", GREY
            )
        yield Text(FAULTS, GREY)
        if shown.saving:
            yield Text(saving_text(shown.saving), GREY)
    yield Text()


def _ladder(shown: Ladder) -> RichTable:
    scales = len(shown.anchors) > 1
    columns = (*elo_columns(scales), ">More", ">Boards", ">I/T/C", ">Live", ">K")
    made = table(">#", "Bot", "Version", *columns, narrow=True)
    for row in shown.rows:
        made.add_row(
            rank_range(row),
            name(row.bot),
            row.version[:6],
            *elo(row, scales),
            _more(row),
            f"{row.boards}",
            faults(row),
            whole(row.live),
            str(row.step),
        )
    return made


def _more(row: LadderRow) -> str:
    """How many more boards settle a rank."""
    if row.best is None or row.best == row.worst:
        return ""
    return "many" if row.more_boards is None else f"+{row.more_boards}"


def overall(shown: OverallLadder, width: int) -> Iterator[RenderableType]:
    """Bots by their mean rating over several rulesets."""
    rulesets = ", ".join(shown.rulesets)
    yield Text.assemble(("Overall", "bold"), f"  mean Elo over {rulesets or 'no ruleset'}")
    if shown.rows:
        zero = f"{printable(shown.anchor, NAME_WIDTH)} = 0" if shown.anchor else "the mean is 0"
        yield Text(f"Elo: {zero}; ±: 95 %, for the luck of the games, not for the choice of rulesets", GREY)
        yield _overall(shown, width)
        if any(row.bounded for row in shown.rows):
            yield Text("*: with a bound, no rating: it won or lost everything there, and has no ±", GREY)
        yield Text(FAULTS, GREY)
    else:
        yield Text("No ruleset rates all of these bots; name some: --bot, --ruleset")
    if shown.left_out:
        yield Text(f"Left out, not rated in all of these: {named(shown.left_out)}", GREY)
    if shown.uncommon:
        yield Text(f"Rulesets that do not rate all of them: {', '.join(shown.uncommon)}", GREY)
    yield Text()


def _overall(shown: OverallLadder, width: int) -> RichTable:
    room = width - 2 * NAME_WIDTH - RULESET_WIDTH
    each = [key for key in shown.rulesets if len(shown.rulesets) * (2 + RULESET_WIDTH) <= room]
    names = (f">{key.partition('@')[0][:RULESET_WIDTH]}" for key in each)
    made = table(">#", "Bot", "Version", ">Elo", ">±", *names, ">Boards", ">I/T/C", narrow=True)
    for row in shown.rows:
        ratings = (
            whole(elo) + ("*" if key in row.bounded else "")
            for key, elo in zip(each, row.ratings, strict=False)
        )
        mean = Text(whole(row.elo) + ("*" if row.bounded else ""), "bold")
        margin = margin_text(row.elo, row.low, row.high)
        made.add_row(
            str(row.rank),
            name(row.bot),
            row.version[:6],
            mean,
            margin,
            *ratings,
            f"{row.boards}",
            faults(row),
        )
    return made
