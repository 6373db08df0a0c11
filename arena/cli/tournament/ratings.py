"""`arena ratings`: the ratings of everybody."""

from typing import Annotated, Final

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsCsv, AsJson, Database, check_one_format
from arena.cli.output import arena, remark, say, say_csv, say_json, stdout
from arena.cli.tables.ladders import ladder, overall
from arena.service.database import open_existing
from arena.service.reports.ladder_ratings import ladders, overall_ladder

COLUMNS: Final = (
    "ruleset",
    "scale",
    "best",
    "worst",
    "more_boards",
    "bot",
    "version",
    "elo",
    "low",
    "high",
    "margin",
    "no_margin",
    "live",
    "step",
    "boards",
    "games",
    "illegal",
    "timeouts",
    "crashes",
)
OVERALL: Final = (
    "rank",
    "bot",
    "version",
    "elo",
    "low",
    "high",
    "margin",
    "boards",
    "illegal",
    "timeouts",
    "crashes",
)


@examples("arena ratings", "arena ratings -r mau-mau --csv", "arena ratings --overall")
def ratings(
    ruleset: Annotated[
        list[str] | None,
        typer.Option("--ruleset", "-r", metavar="RULESET", help="Only this one, or these. Default: all."),
    ] = None,
    overall: Annotated[
        bool, typer.Option("--overall", help="One number each: the mean over the rulesets.")
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME",
            help="With --overall, compare these, over what all have played. NAME@VERSION is not the newest.",
        ),
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show the Elo of all bots, by ruleset.

    It is fitted to all boards of all rated tournaments at once. Bots that it does not separate share a range
    of ranks. A bot that won or lost everything has a bound. Live Elo moves with the same boards one by one,
    in the order in which the tournaments were entered. --overall: the mean over the rulesets that rate all
    the compared bots.
    """
    if bot and not overall:
        raise typer.BadParameter("--bot comes with --overall")
    check_one_format(as_json, as_csv)
    if overall:
        _show_overall(ruleset or [], bot or [], db, as_json, as_csv)
    else:
        _show_ladders(ruleset or [], db, as_json, as_csv)


def _show_ladders(rulesets: list[str], db: str | None, as_json: bool, as_csv: bool) -> None:
    with open_existing(db) as store:
        found = ladders(store, *rulesets)
    if as_json:
        say_json({"ladders": found})
    elif as_csv:
        say_csv(
            COLUMNS,
            [
                (one.ruleset, *(getattr(row, name) for name in COLUMNS[1:]))
                for one in found
                for row in one.rows
            ],
        )
    elif not found:
        remark(f"No ratings yet. Try: {arena('run random greedy counting')}")
    else:
        for one in found:
            say(*ladder(one))


def _show_overall(rulesets: list[str], bots: list[str], db: str | None, as_json: bool, as_csv: bool) -> None:
    with open_existing(db) as store:
        found = overall_ladder(store, rulesets, bots)
    if as_json:
        say_json(found)
    elif as_csv:
        columns = (*OVERALL, *found.rulesets)
        say_csv(columns, [(*(getattr(row, name) for name in OVERALL), *row.ratings) for row in found.rows])
    else:
        say(*overall(found, stdout().width))
