"""`arena ruleset`: which games there are, and how they are played."""

from typing import Annotated

import typer

from arena.cli.options import AsJson, examples

app = typer.Typer(help="The games that can be played.", invoke_without_command=True)


@app.callback(epilog=examples("arena ruleset", "arena ruleset show mau-mau"))
def default(context: typer.Context) -> None:
    """The games that can be played: a list, or one in full."""
    if context.invoked_subcommand is None:
        list_rulesets()


@app.command("list", epilog=examples("arena ruleset list", "arena ruleset list --json"))
def list_rulesets(as_json: AsJson = False) -> None:
    """All rulesets."""
    from arena.cli.output import say, say_json, table
    from arena.rules import rulesets

    if as_json:
        say_json([_summary(one.id, one.key, one.title, one.players, one.summary) for one in rulesets()])
        return
    listed = table("Ruleset", "Players", "What it is")
    for one in rulesets():
        listed.add_row(one.key, f"{one.players[0]}–{one.players[1]}", one.summary)
    say(listed)


@app.command("show", epilog=examples("arena ruleset show mau-mau", "arena ruleset show detailed@1 --json"))
def show_ruleset(
    name: Annotated[str, typer.Argument(metavar="RULESET", help="As `arena ruleset list` names it.")],
    as_json: AsJson = False,
) -> None:
    """The rules of one ruleset, on a card.

    With --json its whole data, as bots get it.
    """
    from rich.table import Table
    from rich.text import Text

    from arena.cli.output import say, say_json
    from arena.rules import ruleset
    from arena.viewer.rule_card import rule_card

    shown = ruleset(name)
    if as_json:
        say_json({"ruleset": shown.key, "hash": shown.hash, **shown.data()})
        return
    card = Table.grid(padding=(0, 2))
    card.add_column(style="bold")
    for row in rule_card(shown):
        card.add_row(Text(row.about), Text(row.says))
    say(Text.assemble((shown.title, "bold"), f"  {shown.key}"), Text(shown.summary), Text(), card)
    say(Text(f"\nsource {shown.source}; hash {shown.hash[:16]}…", "bright_black"))


def _summary(id: str, key: str, title: str, players: tuple[int, int], summary: str) -> dict[str, object]:
    return {"id": id, "ruleset": key, "title": title, "players": list(players), "summary": summary}
