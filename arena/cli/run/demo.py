"""`arena demo`: a small tournament, and how to watch it."""

from pathlib import Path
from shlex import quote

import typer

from arena.cli.lazy import examples
from arena.cli.options import Jobs
from arena.cli.output import command_to_copy, print_remark, say, stdout
from arena.cli.progress import duration, show_progress
from arena.cli.tables.standings import crosstable, standings
from arena.service.demo import DemoResult, run_demo
from arena.service.errors import INTERRUPTED


@examples("arena demo", "arena demo -j 1")
def demo(jobs: Jobs = None) -> None:
    """Run a showcase tournament of the example bots.

    Four bots play in two rulesets; then there are games to watch. Takes a few seconds and needs no Docker and
    no configuration.
    """
    print_remark("Four example bots, each in its own process, play in two rulesets.")
    with show_progress() as on_progress:
        result = run_demo(jobs, on_progress)
    for table in result.run.tables:
        say(*standings(table), *crosstable(table, stdout().width))
    if not result.run.finished:
        print_remark("Interrupted: the tables show the games played so far.")
        raise typer.Exit(INTERRUPTED)
    print("\n".join(closing_lines(result)))  # not wrapped, so that lines can be copied


def closing_lines(result: DemoResult) -> list[str]:
    """Return the last lines of the demo: how to watch the games and what to try next."""
    database = _shell_path(result.database)
    return [
        f"{result.run.games} games in {duration(result.run.seconds)}. They are stored in {database}",
        "",
        "Watch one (arrow keys step, n jumps to the next highlight, q quits):",
        f"  {command_to_copy(f'replay show {result.watch} --db {database}')}",
        "",
        "Or all of them in a browser, with a ladder (Ctrl-C stops it):",
        f"  {command_to_copy(f'serve --open --db {database}')}",
        "",
        "Then try:",
        f"  {command_to_copy('play greedy counting --text')}   one match, card by card",
        f"  {command_to_copy('ruleset show mau-mau')}          the rules of these games",
        f"  {command_to_copy('run mybot.py greedy')}           your own bot; see the README",
    ]


def _shell_path(path: Path) -> str:
    """Return a path as text for a shell. The home folder is written as ~."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else quote(str(path))
