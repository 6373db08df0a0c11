"""The command `arena`: what there is, and what becomes of an error."""

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Annotated

import typer
import typer.main

from arena.cli.bot import commands as bot
from arena.cli.bot import token
from arena.cli.db import commands as db
from arena.cli.errors import complain
from arena.cli.options import Database, examples, give_subcommands
from arena.cli.replay import commands as replay
from arena.cli.ruleset import commands as ruleset
from arena.cli.run import compare, demo, play, run
from arena.cli.serve import doctor, referee, site, worker
from arena.cli.stdio import make_ready
from arena.cli.tournament import commands as tournament
from arena.cli.tournament import edit, pairings, ratings, verify

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("demo", epilog=demo.EXAMPLES)(demo.demo)
app.command("play", epilog=play.EXAMPLES)(play.play)
app.command("run", epilog=run.EXAMPLES)(run.run)
app.command("compare", epilog=compare.EXAMPLES)(compare.compare)
app.command("serve", epilog=site.EXAMPLES)(site.serve)
app.command("referee", epilog=referee.EXAMPLES)(referee.referee)
app.command("worker", epilog=worker.EXAMPLES)(worker.worker)
app.command("scheduler", epilog=worker.SCHEDULER_EXAMPLES)(worker.scheduler)
app.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor)
app.add_typer(replay.app, name="replay")
tournament.app.command("pairings", epilog=pairings.EXAMPLES)(pairings.pairings)
tournament.app.command("verify", epilog=verify.EXAMPLES)(verify.verify)
edit.register(tournament.app)
app.add_typer(tournament.app, name="tournament")
app.command("ratings", epilog=ratings.EXAMPLES)(ratings.ratings)
app.add_typer(bot.app, name="bot")
app.add_typer(ruleset.app, name="ruleset")
app.add_typer(token.app, name="token")
app.add_typer(db.app, name="db")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"arena {version('maumau-arena')}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=examples("arena demo", "arena play greedy counting"))
def default(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
    db: Database = None,
) -> None:
    """Bots play card games of the Mau-Mau family against each other: matches, rated tournaments, replays."""
    give_subcommands(context, db)
    if context.invoked_subcommand is None:
        print(context.get_help())


def main() -> None:
    """The entry point of the command."""
    make_ready()
    sys.exit(obey(sys.argv[1:]))


def _log_as_wanted() -> None:
    """As the environment has it. Raises BadSettings."""
    from arena.service.admin.telemetry.logs import configure_from_environment

    configure_from_environment()


@cache
def _command() -> Callable[..., int | None]:
    """What the commands are made into, which takes longer than many of them do."""
    return typer.main.get_command(app)


def obey(arguments: list[str]) -> int:
    """Carry out a command line. The exit code; every error is one line on stderr."""
    try:
        if "ARENA_LOG" in os.environ:
            _log_as_wanted()
        code: int | None = _command()(args=arguments, prog_name="arena", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone; nothing may be flushed into the pipe on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return complain(error, as_json="--json" in arguments)
    return code or 0
