"""The last lines of a run, on stderr, and its exit code."""

from shlex import quote
from typing import Final

import typer

from arena.cli.output import command_to_copy, count_text, print_remark
from arena.cli.progress import duration
from arena.service.errors import FINISHED_WITH_FAULTS, INTERRUPTED
from arena.service.results import RunResult

FAILED: Final = 1


def finish(
    result: RunResult,
    db: str | None,
    cluster_options: str = "",
    *,
    verbose: bool = False,
    replay: str | None = None,
) -> None:
    """Print how a run ended and how to continue or watch it.

    `cluster_options`: options to append to the command that continues the run. `verbose`: also print the
    run's seed and the head of its ledger (the hash over all entries). `replay`: the number of a game to
    watch, such as "7.1.1/1", or None.

    Raise typer.Exit unless the run finished without faults of bots.
    """
    if result.stopped:
        print_remark(f"Tournament {result.tournament} cannot continue: {result.stopped}.")
        print_remark(f"{_games_text(result)}. To end it with the rounds that were played:")
        print_remark(f"  {command_line(f'tournament end {result.tournament}', db)}")
        raise typer.Exit(FAILED)
    if result.state == "cancelled":
        print_remark(f"Tournament {result.tournament} was cancelled. {_games_text(result)}.")
        raise typer.Exit(FAILED)
    if not result.finished:
        paused = f"Tournament {result.tournament} is paused. " if result.state == "paused" else ""
        print_remark(f"{paused}{_games_text(result)}. To continue:")
        print_remark(f"  {command_line(f'run --resume {result.tournament}{cluster_options}', db)}")
        raise typer.Exit(INTERRUPTED)
    took = f"{result.games} games in {duration(result.seconds)}{_speed(result)}"
    print_remark(f"Tournament {result.tournament}: {took}.")
    if result.open_seed:
        print_remark("It does not count in the ratings, because its seed can be guessed.")
    if verbose:
        print_remark(f"Ledger head: {result.ledger_head}")
        if not result.open_seed:
            print_remark(f"To repeat it: --seed {result.secret}")
            if result.order:
                print_remark(f"  with the bots in this order: {' '.join(map(quote, result.order))}")
    if replay:
        print_remark("To watch it:")
        print_remark(f"  {command_line('serve --open', db)}")
        print_remark(f"  {command_line(f'replay show {replay}', db)}")
    exit_if_faults(result.faults)


def exit_if_faults(games: int) -> None:
    """Print how many games had a bot at fault and raise typer.Exit. Do nothing if `games` is 0."""
    if games:
        print_remark(f"Games with a bot at fault: {games}.")
        raise typer.Exit(FINISHED_WITH_FAULTS)


def command_line(line: str, db: str | None) -> str:
    """Return an `arena` command for the user to copy, with `--db` if `db` is given."""
    return f"{command_to_copy(line)}{f' --db {quote(db)}' if db else ''}"


def _games_text(result: RunResult) -> str:
    return f"{result.games} of {result.games_total} games are stored"


def _speed(result: RunResult) -> str:
    if not result.slots:  # nothing was left to play
        return ""
    slots = count_text(result.slots, "slot")
    return f", {result.games_per_second:.1f} games/s; {slots}, {100 * result.busy:.0f} % busy"
