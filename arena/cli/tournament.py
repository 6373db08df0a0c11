"""`arena tournament`: looking again at what was played."""

from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.export import export, import_
from arena.cli.options import AsCsv, AsJson, Database, Id, examples, one_form

if TYPE_CHECKING:
    from rich.console import RenderableType

    from arena.service.results import FairPlay, Table, TournamentSummary

app = typer.Typer(help="Tournaments that were played.", invoke_without_command=True)

Why = Annotated[bool, typer.Option("--why", help="Say in words why each is behind the one above.")]


@app.callback(epilog=examples("arena tournament", "arena tournament show 7"))
def default(context: typer.Context) -> None:
    """Tournaments that were played: a list, or one of them."""
    if context.invoked_subcommand is None:
        list_tournaments()


@app.command("list", epilog=examples("arena tournament list", "arena tournament list --json"))
def list_tournaments(db: Database = None, as_json: AsJson = False) -> None:
    """All tournaments, the newest first."""
    from arena.cli.output import arena, remark, say, table
    from arena.service.database import open_database
    from arena.service.reports.export import to_json
    from arena.service.reports.tournaments import summaries

    with open_database(db) as store:
        found = summaries(store)
    if as_json:
        print(to_json(found))
        return
    if not found:
        remark(f"No tournaments yet. Try: {arena('run random greedy counting')}")
        return
    listed = table(">ID", "Name", "Rulesets", ">Bots", ">Games", "Begun (UTC)", "State", narrow=True)
    for one in found:
        listed.add_row(*_line(one))
    say(listed)


def _line(one: "TournamentSummary") -> tuple[str, ...]:
    from arena.viewer.printable import printable

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


@app.command("show", epilog=examples("arena tournament show 7", "arena tournament show 7 --watch"))
def show(
    number: Id,
    why: Why = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="First how far it is, each match and worker, until it is over.")
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Standings and crosstable of a tournament."""
    from arena.cli.following import follow_event
    from arena.cli.output import say, stdout
    from arena.cli.tables import crosstable, standings

    if watch and as_json:
        raise typer.BadParameter(
            "--watch is for the eye; /api/tournaments/ID/events of the site is for programs"
        )
    if watch:
        follow_event(number, db)
    found = _tables(number, db, as_json)
    if found:
        say(_heading(number, db))
    for one in found:
        say(*standings(one, why), *crosstable(one, stdout().width))


def _heading(number: int, db: str | None) -> "RenderableType":
    from rich.text import Text

    from arena.service.database import open_database
    from arena.service.events.benching import benched_of
    from arena.service.reports.export import about
    from arena.service.reports.tournaments import summary_of
    from arena.viewer.printable import printable

    with open_database(db) as store:
        summary, benched = summary_of(store, number), benched_of(store, number)
    out = "".join(
        f"{printable(name, 64)} was benched: matches with it ended as our fault\n" for name in benched
    )
    return Text.assemble((printable(summary.name, 64), "bold"), f"\n{about(summary)}\n{out}")


@app.command("standings", epilog=examples("arena tournament standings 7 --csv"))
def show_standings(
    number: Id, why: Why = False, db: Database = None, as_json: AsJson = False, as_csv: AsCsv = False
) -> None:
    """Who has how many points."""
    from arena.cli.output import say
    from arena.cli.tables import standings
    from arena.service.reports.export import standings_csv

    one_form(as_json, as_csv)
    found = _tables(number, db, as_json)
    if as_csv:
        print(standings_csv(*found), end="")
        return
    for one in found:
        say(*standings(one, why))


@app.command("crosstable", epilog=examples("arena tournament crosstable 7 --csv"))
def show_crosstable(number: Id, db: Database = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Who scored how much against whom."""
    from arena.cli.output import say, stdout
    from arena.cli.tables import crosstable
    from arena.service.reports.export import crosstable_csv

    one_form(as_json, as_csv)
    found = _tables(number, db, as_json)
    if as_csv:
        print("\n".join(map(crosstable_csv, found)), end="")
        return
    for one in found:
        say(*crosstable(one, stdout().width))


@app.command("fair-play", epilog=examples("arena tournament fair-play 7"))
def show_fair_play(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """Pairs whose results are unlikely by those with all others."""
    from arena.cli.output import say
    from arena.cli.unlikely import fair_play
    from arena.service.database import open_database
    from arena.service.reports.export import to_json
    from arena.service.reports.tables import tables

    with open_database(db) as store:
        found = tables(store, number)
    if as_json:
        print(to_json([{"ruleset": one.ruleset, **_fields(one.fair_play)} for one in found]))
        return
    for one in found:
        say(*fair_play(one))


def _fields(found: "FairPlay") -> dict[str, object]:
    return {"judged": found.judged, "alarm": found.alarm, "pairs": found.pairs, "why_not": found.why_not}


app.command(
    "export",
    epilog=examples("arena tournament export 7 -o cup.trf", "arena tournament export 7 --as jsonl --logs"),
)(export)
app.command("import", epilog=examples("arena tournament import cup.trf --pair"))(import_)


def _tables(number: int, db: str | None, as_json: bool) -> "tuple[Table, ...]":
    """The tables of a tournament; none when they are already printed as JSON."""
    from arena.service.database import open_database
    from arena.service.reports.export import to_json
    from arena.service.reports.tables import tables

    with open_database(db) as store:
        found = tables(store, number)
    if as_json:
        print(to_json(found))
        return ()
    return found
