"""Ratings as tables of a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from arena.cli.cells import (
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
from arena.cli.output import counted, table
from arena.service.reports.saving import saving_text
from arena.viewer.printable import printable

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as RichTable

    from arena.service.results import Ladder, LadderRow, OverallLadder

RULESET_WIDTH: Final = 8


def ladder(shown: "Ladder") -> Iterator["RenderableType"]:
    """The ratings in one ruleset, with a heading."""
    left_out = f", {shown.left_out} unrated or of an open seed left out" if shown.left_out else ""
    rated = counted(shown.tournaments, "rated tournament")
    yield Text.assemble((f"{shown.title}", "bold"), f"  {shown.ruleset}, {rated}{left_out}")
    if shown.rows:
        yield from elo_head(shown.anchors, shown.rows)
        yield _ladder(shown)
        yield Text("Live: moved board by board, each by K at most", GREY)
        if any(row.best != row.worst for row in shown.rows):
            yield Text("#: a range where ± overlap; More: boards of its own that would settle it", GREY)
        yield Text(FAULTS, GREY)
        if shown.saving:
            yield Text(saving_text(shown.saving), GREY)
    yield Text()


def _ladder(shown: "Ladder") -> "RichTable":
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
            f"{row.live:z.0f}",
            str(row.step),
        )
    return made


def _more(row: "LadderRow") -> str:
    """How many more boards settle a rank."""
    if row.best is None or row.best == row.worst:
        return ""
    return "many" if row.more_boards is None else f"+{row.more_boards}"


def overall(shown: "OverallLadder", width: int) -> Iterator["RenderableType"]:
    """Bots by their mean rating over several rulesets."""
    rulesets = ", ".join(shown.rulesets)
    yield Text.assemble(("Overall", "bold"), f"  mean Elo over {rulesets or 'no ruleset'}")
    if shown.rows:
        zero = f"{printable(shown.anchor, NAME_WIDTH)} = 0" if shown.anchor else "the mean is 0"
        yield Text(f"Elo: {zero}; without ±: how far bots differ from ruleset to ruleset is no error", GREY)
        yield _overall(shown, width)
        yield Text(FAULTS, GREY)
    else:
        yield Text("There is no ruleset that all of these bots have played. Name some: --bot, --ruleset")
    if shown.left_out:
        yield Text(f"Left out, they have not played all of these: {named(shown.left_out)}", GREY)
    if shown.uncommon:
        yield Text(f"Rulesets that not all of them have played: {', '.join(shown.uncommon)}", GREY)
    yield Text()


def _overall(shown: "OverallLadder", width: int) -> "RichTable":
    room = width - 2 * NAME_WIDTH - RULESET_WIDTH
    each = [key for key in shown.rulesets if len(shown.rulesets) * (2 + RULESET_WIDTH) <= room]
    names = (f">{key.partition('@')[0][:RULESET_WIDTH]}" for key in each)
    made = table(">#", "Bot", "Version", ">Elo", *names, ">Boards", ">I/T/C", narrow=True)
    for row in shown.rows:
        ratings = (f"{rating:z.0f}" for rating in row.ratings[: len(each)])
        mean = Text(f"{row.rating:z.0f}", "bold")
        made.add_row(
            str(row.rank), name(row.bot), row.version[:6], mean, *ratings, f"{row.boards}", faults(row)
        )
    return made
