"""`arena tournament`: looking again at what was played."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from arena.cli.finish import command_line
from arena.cli.lazy import examples
from arena.cli.options import AsCsv, AsJson, Database, Id, check_one_format
from arena.cli.output import arena, remark, say, say_json, stdout, table
from arena.cli.tables.fair_play import fair_play
from arena.cli.tables.standings import crosstable, standings
from arena.cli.tournament.watch import follow_event
from arena.service.database import open_existing
from arena.service.reports.export import about, crosstable_csv, standings_csv
from arena.service.reports.standings import tables
from arena.service.reports.tournament_list import summaries, summary_of
from arena.service.results import FairPlay, Table, TournamentSummary
from arena.service.tournaments.play.benching import benched_of
from arena.store.tournaments.comparisons import COMPARE
from arena.viewer.printable import printable

Why = Annotated[bool, typer.Option("--why", help="Say in words why each is behind the one above.")]


@examples("arena tournament list", "arena tournament list --json")
def list_tournaments(db: Database = None, as_json: AsJson = False) -> None:
    """List all tournaments, newest first."""
    with open_existing(db) as store:
        found = summaries(store)
    if as_json:
        say_json({"tournaments": found})
        return
    if not found:
        remark(f"No tournaments yet. Try: {arena('run random greedy counting')}")
        return
    listed = table(">ID", "Name", "Rulesets", ">Bots", ">Games", "Begun (UTC)", "State", narrow=True)
    for one in found:
        listed.add_row(*_line(one))
    say(listed)


def _line(one: TournamentSummary) -> tuple[str, ...]:
    kind = "" if one.rated and not one.open_seed else ", open seed" if one.open_seed else ", unrated"
    return (
        str(one.id),
        printable(one.name, 24),
        " ".join(one.rulesets),
        str(len(one.bots)),
        f"{one.games_done}/{one.games_total}",
        f"{one.created_at:%Y-%m-%d %H:%M}",
        one.state + kind,
    )


@examples("arena tournament show 7", "arena tournament show 7 --watch")
def show(
    number: Id,
    why: Why = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="First how far it is, each match and worker, until it is over.")
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show a tournament's standings and crosstable."""
    if watch and as_json:
        raise typer.BadParameter(
            "--watch is for the eye; /api/tournaments/ID/events of the site is for programs"
        )
    if watch:
        follow_event(number, db)
    found, summary, benched = _looked_up(number, db)
    if as_json:
        say_json({**head(summary), "tournament": summary, "tables": found})
        return
    say(_heading(summary, benched))
    if summary.state == "interrupted":
        verb = "compare" if summary.format == COMPARE else "run"
        print(
            f"To continue: {command_line(f'{verb} --resume {summary.id}', db)}\n"
        )  # on one line, to be copied
    for one in found:
        say(*standings(one, why), *crosstable(one, stdout().width))


def head(summary: TournamentSummary) -> dict[str, object]:
    """Return what every JSON document about a tournament begins with. Until it is over it has no digest."""
    return {"id": summary.id, "name": summary.name, "state": summary.state, "digest": summary.digest}


def _heading(summary: TournamentSummary, benched: Sequence[str]) -> RenderableType:
    out = "".join(
        f"{printable(name, 64)} was benched: matches with it ended as our fault\n" for name in benched
    )
    return Text.assemble((printable(summary.name, 64), "bold"), f"\n{about(summary)}\n{out}")


@examples("arena tournament standings 7 --csv")
def show_standings(
    number: Id, why: Why = False, db: Database = None, as_json: AsJson = False, as_csv: AsCsv = False
) -> None:
    """Show a tournament's standings."""
    check_one_format(as_json, as_csv)
    found, summary, _ = _looked_up(number, db)
    if as_json:
        rows = [{key: value for key, value in _fields(one).items() if key != "cells"} for one in found]
        say_json({**head(summary), "standings": rows})
        return
    if as_csv:
        print(standings_csv(*found), end="")
        return
    for one in found:
        say(*standings(one, why))


@examples("arena tournament crosstable 7 --csv")
def show_crosstable(number: Id, db: Database = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Show each bot's score against each other."""
    check_one_format(as_json, as_csv)
    found, summary, _ = _looked_up(number, db)
    if as_json:
        cells = [
            {"ruleset": one.ruleset, "bots": [row.bot for row in one.rows], "cells": one.cells}
            for one in found
        ]
        say_json({**head(summary), "crosstables": cells})
        return
    if as_csv:
        print("\n".join(map(crosstable_csv, found)), end="")
        return
    for one in found:
        say(*crosstable(one, stdout().width))


@examples("arena tournament fair-play 7")
def show_fair_play(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """Show pairs of bots with unlikely results."""
    found, summary, _ = _looked_up(number, db)
    if as_json:
        say_json(
            {
                **head(summary),
                "rulesets": [{"ruleset": one.ruleset, **_fields(one.fair_play)} for one in found],
            }
        )
        return
    for one in found:
        say(*fair_play(one))


def _fields(found: FairPlay | Table) -> dict[str, object]:
    return {field.name: getattr(found, field.name) for field in fields(found)}


def _looked_up(number: int, db: str | None) -> tuple[tuple[Table, ...], TournamentSummary, tuple[str, ...]]:
    """Return a tournament's tables, its summary and its benched bots."""
    with open_existing(db) as store:
        return tables(store, number), summary_of(store, number), benched_of(store, number)
