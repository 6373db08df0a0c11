"""`arena ratings`: the live ratings of everybody."""

from typing import Annotated

import typer

from arena.cli.options import AsCsv, AsJson, Database, examples

EXAMPLES = examples("arena ratings", "arena ratings -r mau-mau --csv")


def ratings(
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", metavar="RULESET", help="Only this one. Default: all.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show the live Elo of all bots, by ruleset.

    It is computed from all rated tournaments, in the order in which they were entered.
    """
    from arena.cli.output import arena, remark, say, say_csv
    from arena.cli.tables import ladder
    from arena.service.database import open_database
    from arena.service.export import to_json
    from arena.service.tables import ladders

    with open_database(db) as store:
        found = ladders(store, ruleset)
    if as_json:
        print(to_json(found))
    elif as_csv:
        columns = ("ruleset", "rank", "bot", "version", "rating", "step", "boards", "games")
        rows = [
            (one.ruleset, *(getattr(row, name) for name in columns[1:])) for one in found for row in one.rows
        ]
        say_csv(columns, rows)
    elif not found:
        remark(f"No ratings yet. Try: {arena('run random greedy counting')}")
    else:
        for one in found:
            say(*ladder(one))
