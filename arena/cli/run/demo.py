"""`arena demo`: all of it in one command."""

from pathlib import Path
from shlex import quote

import typer

from arena.cli.lazy import examples
from arena.cli.options import Jobs
from arena.cli.output import arena, remark, say, stdout
from arena.cli.progress import duration, shown
from arena.cli.tables.standings import crosstable, standings
from arena.service.demo import DemoResult, run_demo
from arena.service.errors import INTERRUPTED


@examples("arena demo", "arena demo -j 1")
def demo(jobs: Jobs = None) -> None:
    """Run a showcase tournament of the example bots.

    They play in two rulesets; then there are games to watch. Needs no Docker and no configuration, and takes
    some seconds.
    """
    remark("Four example bots, each a program of its own, play in two rulesets.")
    with shown() as on_progress:
        result = run_demo(jobs, on_progress)
    for table in result.run.tables:
        say(*standings(table), *crosstable(table, stdout().width))
    if not result.run.finished:
        remark("Interrupted: the tables show what was played so far.")
        raise typer.Exit(INTERRUPTED)
    print("\n".join(closing(result)))  # not wrapped: lines to be copied stay whole


def closing(result: DemoResult) -> list[str]:
    """The last lines: what was played, how to watch the games, and what to try next."""
    database = _home(result.database)
    return [
        f"{result.run.games} games in {duration(result.run.seconds)}. All are kept in {database}",
        "",
        "Watch one (arrow keys step, n jumps to what matters, q leaves):",
        f"  {arena(f'replay show {result.watch} --db {database}')}",
        "",
        "Or all of them in a browser, with a ladder (Ctrl-C ends it):",
        f"  {arena(f'serve --open --db {database}')}",
        "",
        "Then try:",
        f"  {arena('play greedy counting --text')}   one match, told card by card",
        f"  {arena('ruleset show mau-mau')}          the rules that were played",
        f"  {arena('run mybot.py greedy')}           your own bot: see the README",
    ]


def _home(path: Path) -> str:
    """The path with ~ for the home folder, as a shell takes it."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else quote(str(path))
