"""`arena tournament list`, `show` and so on: read what was played."""

from dataclasses import fields
from typing import Annotated

import typer
from rich.text import Text

from arena.cli.finish import command_line
from arena.cli.lazy import examples
from arena.cli.options import AsCsv, AsJson, Database, Id, check_one_format
from arena.cli.output import command_to_copy, print_remark, say, say_json, stdout, table
from arena.cli.tables.standings import crosstable, fair_play_table, standings
from arena.cli.tournament.watch import watch_tournament
from arena.service.database import open_existing
from arena.service.reports.export import about, crosstable_csv, standings_csv
from arena.service.reports.standings import tables
from arena.service.reports.tournament_list import summaries, summary_of
from arena.service.results import FairPlay, StandingsTable, TournamentSummary
from arena.store.tournaments.comparisons import COMPARE
from arena.viewer.printable import printable

Why = Annotated[bool, typer.Option("--why", help="Explain why each bot ranks below the one above it.")]


@examples("arena tournament list", "arena tournament list --json")
def list_tournaments(db: Database = None, as_json: AsJson = False) -> None:
    """List all tournaments, newest first."""
    with open_existing(db) as store:
        listed = summaries(store)
    if as_json:
        say_json({"tournaments": listed})
        return
    if not listed:
        print_remark(f"No tournaments yet. Try: {command_to_copy('run random greedy counting')}")
        return
    rows = table(">ID", "Name", "Rulesets", ">Bots", ">Games", "Started (UTC)", "State", narrow=True)
    for summary in listed:
        rows.add_row(*_row(summary))
    say(rows)


def _row(summary: TournamentSummary) -> tuple[str, ...]:
    unrated = "" if summary.rated else ", unrated"
    kind = ", open seed" if summary.open_seed else unrated
    return (
        str(summary.id),
        printable(summary.name, 24),
        " ".join(summary.rulesets),
        str(len(summary.bots)),
        f"{summary.games_done}/{summary.games_total}",
        f"{summary.created_at:%Y-%m-%d %H:%M}",
        summary.state + kind,
    )


@examples("arena tournament show 7", "arena tournament show 7 --watch")
def show(
    number: Id,
    why: Why = False,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="First show its progress, matches and workers, until it has finished."),
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show a tournament's standings and crosstable."""
    if watch and as_json:
        raise typer.BadParameter(
            "--watch prints no JSON; programs can read /api/tournaments/ID/events of the site"
        )
    if watch:
        watch_tournament(number, db)
    results, summary = _load(number, db)
    if as_json:
        say_json({**json_head(summary), "tournament": summary, "tables": results})
        return
    say(Text.assemble((printable(summary.name, 64), "bold"), f"\n{about(summary)}\n"))
    if summary.state == "interrupted":
        verb = "compare" if summary.format == COMPARE else "run"
        line = command_line(f"{verb} --resume {summary.id}", db)
        print(f"To continue: {line}\n")  # not wrapped, so that it can be copied
    for one in results:
        say(*standings(one, why), *crosstable(one, stdout().width))


def json_head(summary: TournamentSummary) -> dict[str, object]:
    """Return the first keys of a tournament's JSON document. "digest", a hash over all games, is null until
    the tournament has finished.
    """
    return {"id": summary.id, "name": summary.name, "state": summary.state, "digest": summary.digest}


@examples("arena tournament standings 7 --csv")
def show_standings(
    number: Id, why: Why = False, db: Database = None, as_json: AsJson = False, as_csv: AsCsv = False
) -> None:
    """Show a tournament's standings."""
    check_one_format(as_json, as_csv)
    results, summary = _load(number, db)
    if as_json:
        rows = [{key: value for key, value in _fields(one).items() if key != "cells"} for one in results]
        say_json({**json_head(summary), "standings": rows})
        return
    if as_csv:
        print(standings_csv(*results), end="")
        return
    for one in results:
        say(*standings(one, why))


@examples("arena tournament crosstable 7 --csv")
def show_crosstable(number: Id, db: Database = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Show each bot's score against each other bot."""
    check_one_format(as_json, as_csv)
    results, summary = _load(number, db)
    if as_json:
        cells = [
            {"ruleset": one.ruleset, "bots": [row.bot for row in one.rows], "cells": one.cells}
            for one in results
        ]
        say_json({**json_head(summary), "crosstables": cells})
        return
    if as_csv:
        print("\n".join(map(crosstable_csv, results)), end="")
        return
    for one in results:
        say(*crosstable(one, stdout().width))


@examples("arena tournament fair-play 7")
def show_fair_play(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """Show pairs of bots with unlikely results."""
    results, summary = _load(number, db)
    if as_json:
        say_json(
            {
                **json_head(summary),
                "rulesets": [{"ruleset": one.ruleset, **_fields(one.fair_play)} for one in results],
            }
        )
        return
    for one in results:
        say(*fair_play_table(one))


def _fields(one: FairPlay | StandingsTable) -> dict[str, object]:
    return {field.name: getattr(one, field.name) for field in fields(one)}


def _load(number: int, db: str | None) -> tuple[tuple[StandingsTable, ...], TournamentSummary]:
    """Return a tournament's standings and crosstables, and the tournament's summary."""
    with open_existing(db) as store:
        return tables(store, number), summary_of(store, number)
