"""`arena ratings`: the ratings of everybody."""

from typing import Annotated, Final

import typer

from arena.cli.options import AsCsv, AsJson, Database, examples

EXAMPLES = examples("arena ratings", "arena ratings -r mau-mau --csv")
COLUMNS: Final = (
    "ruleset",
    "scale",
    "rank",
    "bot",
    "version",
    "rating",
    "margin",
    "no_margin",
    "live",
    "step",
    "boards",
    "games",
)


def ratings(
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", metavar="RULESET", help="Only this one. Default: all.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show the Elo of all bots, by ruleset.

    It is fitted to all boards of all rated tournaments at once. Live Elo moves with the same boards one by
    one, in the order in which the tournaments were entered.
    """
    from arena.cli.output import arena, remark, say, say_csv
    from arena.cli.tables import ladder
    from arena.service.database import open_database
    from arena.service.export import to_json
    from arena.service.ladders import ladders

    with open_database(db) as store:
        found = ladders(store, ruleset)
    if as_json:
        print(to_json(found))
    elif as_csv:
        rows = [
            (one.ruleset, *(getattr(row, name) for name in COLUMNS[1:])) for one in found for row in one.rows
        ]
        say_csv(COLUMNS, rows)
    elif not found:
        remark(f"No ratings yet. Try: {arena('run random greedy counting')}")
    else:
        for one in found:
            say(*ladder(one))
