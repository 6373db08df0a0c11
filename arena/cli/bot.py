"""`arena bot`: which bots there are."""

import typer

from arena.cli.options import AsJson, Database, examples

app = typer.Typer(help="Bots that can play.", invoke_without_command=True)


@app.callback(epilog=examples("arena bot", "arena bot list --json"))
def default(context: typer.Context) -> None:
    """Bots that can play: those that come with the arena, and those that have played here."""
    if context.invoked_subcommand is None:
        list_bots()


@app.command("list", epilog=examples("arena bot list", "arena bot list --json"))
def list_bots(db: Database = None, as_json: AsJson = False) -> None:
    """Bots that come with the arena, and bots that were entered."""
    from rich.text import Text

    from arena.cli.cells import FAULTS, GREY, faults, name
    from arena.cli.output import say, table
    from arena.service.bots import builtins
    from arena.service.database import open_database
    from arena.service.reports.export import to_json
    from arena.service.reports.tables import entered
    from arena.viewer.printable import printable

    with open_database(db) as store:
        known = entered(store)
    if as_json:
        print(to_json({"builtin": builtins(), "entered": known}))
        return
    made = table("Bot", "Language", "What it does")
    for bot in builtins():
        made.add_row(bot.source, bot.language, printable(bot.description))
    say(made)
    if known:
        played = table("Entered", "Version", ">Tournaments", ">Games", ">I/T/C", "From", narrow=True)
        for one in known:
            played.add_row(
                name(one.bot),
                one.version[:8],
                str(one.tournaments),
                str(one.games),
                faults(one),
                printable(one.source),
            )
        say("", played, Text(FAULTS, GREY))
