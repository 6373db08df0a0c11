"""`arena tournament pairings`: the pairings of each round."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from arena.cli.lazy import examples
from arena.cli.options import AsCsv, AsJson, Database, Id, check_one_format
from arena.cli.output import print_remark, say, say_json, table
from arena.cli.tournament.commands import json_head
from arena.service.database import open_existing
from arena.service.errors import BadSettings
from arena.service.reports.pairings import (
    COLUMNS,
    KINDS,
    ByeLine,
    RoundLine,
    TableLine,
    fit_text,
    points_text,
    rows,
    state_text,
)
from arena.service.reports.pairings import pairings as load_pairings
from arena.service.reports.text_tables import csv_text
from arena.service.reports.tournament_list import summary_of
from arena.viewer.printable import printable


@examples(
    "arena tournament pairings 7",
    "arena tournament pairings 7 --round 2",
    "arena tournament pairings 7 --csv",
)
def pairings(
    number: Id,
    only: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Show one round. Default: all.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show the pairings of each round.

    Each bot is followed by its points before the round. `arena replay` takes a match's number, e.g. 7.2.1/1.
    """
    check_one_format(as_json, as_csv)
    with open_existing(db) as store:
        rounds, summary = load_pairings(store, number), summary_of(store, number)
    chosen = [round for round in rounds if only in (None, round.number)]
    if not rounds:
        print_remark(f"Tournament {number} was ended before its first round was paired.")
    elif not chosen:
        raise BadSettings(f"tournament {number} has the rounds 1 to {len(rounds)}, not {only}")
    if as_json:
        say_json({**json_head(summary), "rounds": chosen})
    elif as_csv:
        print(csv_text(COLUMNS, rows(chosen)), end="")
    elif chosen:
        say(*(part for round in chosen for part in _round_parts(round, len(rounds), summary.state)))


def _round_parts(round: RoundLine, last: int, state: str) -> Iterator[RenderableType]:
    yield Text(f"Round {round.number} of {last}, {round.ruleset}: {state_text(round, state)}", "bold")
    if round.tables:
        lines = table(">#", "Match", "Bots (points before)", "Points")
        for one in round.tables:
            lines.add_row(str(one.number), one.match, _bots(one), _points(one))
        yield lines
    if round.fit:
        yield Text(f"  {fit_text(round.fit)}")
    for bye in round.byes:
        yield Text(f"  {_bye(bye, round.paired)}")
    yield Text("")


def _bots(one: TableLine) -> str:
    return " vs ".join(
        f"{printable(bot, 32)} ({points_text(before)})"
        for bot, before in zip(one.bots, one.before, strict=True)
    )


def _points(one: TableLine) -> str:
    points = "" if one.points is None else " : ".join(map(points_text, one.points))
    forfeit = f"forfeit of {', '.join(one.forfeits)}" if one.forfeits else ""
    return ", ".join(part for part in (points, forfeit) if part)


def _bye(bye: ByeLine, paired: bool) -> str:
    points = f": {points_text(bye.points)}" if paired else ""
    return f"{printable(bye.bot, 32)} ({points_text(bye.before)}) is not paired: {KINDS[bye.kind]}{points}"
