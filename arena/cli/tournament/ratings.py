"""`arena ratings`: the Elo of all bots."""

from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsCsv, AsJson, Database, check_one_format
from arena.cli.output import command_to_copy, print_remark, say, say_json, stdout
from arena.cli.tables.ladders import ladder_table, overall_table
from arena.service.database import open_existing
from arena.service.reports.export import ladders_csv, overall_csv
from arena.service.reports.ladder_ratings import ladders, overall_ladder


@examples("arena ratings", "arena ratings -r mau-mau --csv", "arena ratings --overall")
def ratings(
    ruleset: Annotated[
        list[str] | None,
        typer.Option(
            "--ruleset", "-r", metavar="RULESET", help="Show this ruleset; repeatable. Default: all."
        ),
    ] = None,
    overall: Annotated[
        bool, typer.Option("--overall", help="Rank bots by their mean Elo over rulesets.")
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME",
            help="With --overall: compare these bots, over the rulesets that rate all of them. NAME@VERSION "
            "names an older version.",
        ),
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show the Elo of all bots, by ruleset.

    Elo is fitted to all boards of all rated tournaments at once. Bots whose Elo is not clearly different
    share a range of ranks. A bot that won or lost everything has only a bound. Live Elo is updated board by
    board, in the order of the tournaments. --overall: the mean over the rulesets that rate all compared bots.
    """
    if bot and not overall:
        raise typer.BadParameter("--bot needs --overall")
    check_one_format(as_json, as_csv)
    if overall:
        _show_overall(ruleset or [], bot or [], db, as_json, as_csv)
    else:
        _show_ladders(ruleset or [], db, as_json, as_csv)


def _show_ladders(rulesets: list[str], db: str | None, as_json: bool, as_csv: bool) -> None:
    with open_existing(db) as store:
        shown = ladders(store, *rulesets)
    if as_json:
        say_json({"ladders": shown})
    elif as_csv:
        print(ladders_csv(shown), end="")
    elif not shown:
        print_remark(f"No ratings yet. Try: {command_to_copy('run random greedy counting')}")
    else:
        for one in shown:
            say(*ladder_table(one))


def _show_overall(rulesets: list[str], bots: list[str], db: str | None, as_json: bool, as_csv: bool) -> None:
    with open_existing(db) as store:
        ladder = overall_ladder(store, rulesets, bots)
    if as_json:
        say_json(ladder)
    elif as_csv:
        print(overall_csv(ladder), end="")
    else:
        say(*overall_table(ladder, stdout().width))
