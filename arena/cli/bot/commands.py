"""`arena bot list`: list all bots."""

from rich.text import Text

from arena.cli.bot import show
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import say, say_json, table
from arena.cli.tables.cells import FAULTS_NOTE, GREY, faults_cell, name_cell
from arena.service.bots import builtins
from arena.service.database import open_existing
from arena.service.reports.standings import list_entered_bots
from arena.service.submission.listing import list_registered
from arena.viewer.printable import printable


@examples("arena bot list", "arena bot list --json")
def list_bots(db: Database = None, as_json: AsJson = False) -> None:
    """List example and registered bots, and bots of tournaments."""
    with open_existing(db) as store:
        known, registered = list_entered_bots(store), list_registered(store)
    if as_json:
        say_json({"builtin": builtins(), "registered": registered, "entered": known})
        return
    made = table("Bot", "Language", "What it does")
    for bot in builtins():
        made.add_row(bot.source, bot.language, printable(bot.description))
    say(made)
    if registered:
        say("", show.table(registered))
    if known:
        played = table("Entered", "Version", ">Tournaments", ">Games", ">I/T/C", "From", narrow=True)
        for one in known:
            played.add_row(
                name_cell(one.bot),
                one.version[:8],
                str(one.tournaments),
                str(one.games),
                faults_cell(one),
                printable(one.source),
            )
        say("", played, Text(FAULTS_NOTE, GREY))
