"""`arena tournament`: looking again at what was played."""

from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options import AsCsv, AsJson, Database, examples

if TYPE_CHECKING:
    from arena.service.results import Table, TournamentSummary

app = typer.Typer(help="Tournaments that were played.", invoke_without_command=True)

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `arena tournament list` shows it.")]


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
    from arena.service.export import to_json
    from arena.service.tournaments import summaries

    with open_database(db) as store:
        found = summaries(store)
    if as_json:
        print(to_json(found))
        return
    if not found:
        remark(f"No tournaments yet. Try: {arena('run random greedy counting')}")
        return
    listed = table(">ID", "Name", "Rulesets", ">Bots", ">Games", "Begun", "State")
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
        one.created_at.isoformat(" ", "minutes"),
        ("over" if one.finished_at else "not over") + kind,
    )


@app.command("show", epilog=examples("arena tournament show 7"))
def show(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """Standings and crosstable of a tournament."""
    from arena.cli.output import say, stdout
    from arena.cli.tables import crosstable, standings

    found = _tables(number, db, as_json)
    for one in found:
        say(*standings(one), *crosstable(one, stdout().width))


@app.command("standings", epilog=examples("arena tournament standings 7 --csv"))
def show_standings(number: Id, db: Database = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Who has how many points."""
    from arena.cli.output import say
    from arena.cli.tables import standings
    from arena.service.export import standings_csv

    found = _tables(number, db, as_json)
    if as_csv:
        print(standings_csv(*found), end="")
        return
    for one in found:
        say(*standings(one))


@app.command("crosstable", epilog=examples("arena tournament crosstable 7 --csv"))
def show_crosstable(number: Id, db: Database = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Who scored how much against whom."""
    from arena.cli.output import say, stdout
    from arena.cli.tables import crosstable
    from arena.service.export import crosstable_csv

    found = _tables(number, db, as_json)
    if as_csv:
        print("\n".join(map(crosstable_csv, found)), end="")
        return
    for one in found:
        say(*crosstable(one, stdout().width))


def _tables(number: int, db: str | None, as_json: bool) -> "tuple[Table, ...]":
    """The tables of a tournament; none when they are already printed as JSON."""
    from arena.service.database import open_database
    from arena.service.export import to_json
    from arena.service.tables import tables

    with open_database(db) as store:
        found = tables(store, number)
    if as_json:
        print(to_json(found))
        return ()
    return found
