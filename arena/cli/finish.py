"""The last lines of a run, on stderr, and its exit code."""

from shlex import quote
from typing import Final

import typer

from arena.cli.output import arena, counted, remark
from arena.cli.progress import duration
from arena.service.errors import FINISHED_WITH_FAULTS, INTERRUPTED
from arena.service.results import RunResult
from arena.viewer.printable import printable

FAILED: Final = 1


def leave(result: RunResult, db: str | None, where: str = "") -> None:
    """Say how it ended and how it can go on. Raises typer.Exit where it is not simply done.

    `where`: the words of a command that say who plays, if that is not this machine.
    """
    if result.stopped:
        _stopped(result, db)
        raise typer.Exit(FAILED)
    if result.state == "cancelled":
        remark(f"Tournament {result.tournament} was cancelled. {_stored(result)}.")
        raise typer.Exit(FAILED)
    if not result.finished:
        paused = f"Tournament {result.tournament} is paused. " if result.state == "paused" else ""
        remark(f"{paused}{_stored(result)}. To go on:")
        remark(f"  {command(f'run --resume {result.tournament}{where}', db)}")
        raise typer.Exit(INTERRUPTED)
    remark(f"Ledger head: {result.ledger_head}")
    for name in result.benched:
        remark(f"{printable(name, 64)} was benched: with it matches ended as our fault, again and again.")
    took = f"{result.games} games in {duration(result.seconds)}{_speed(result)}"
    remark(f"Tournament {result.tournament}: {took}.{_seed(result)}")
    if result.order and not result.open_seed:
        remark(f"  with its bots in this order: {' '.join(map(quote, result.order))}")
    leave_with_faults(result.faults)


def leave_with_faults(games: int) -> None:
    """The last line of what came to its end. Raises typer.Exit if some bot was at fault in these games."""
    if games:
        remark(f"In {games} games some bot was at fault.")
        raise typer.Exit(FINISHED_WITH_FAULTS)


def command(line: str, db: str | None) -> str:
    """A command line for the same database that can be copied."""
    return f"{arena(line)}{f' --db {quote(db)}' if db else ''}"


def _stopped(result: RunResult, db: str | None) -> None:
    remark(f"Tournament {result.tournament} cannot go on: {result.stopped}.")
    remark(f"{_stored(result)}. To end it with the rounds that were played:")
    remark(f"  {command(f'tournament end {result.tournament}', db)}")


def _stored(result: RunResult) -> str:
    return f"{result.games} of {result.games_total} games are stored"


def _speed(result: RunResult) -> str:
    if not result.slots:  # nothing was left to play
        return ""
    slots = counted(result.slots, "slot")
    return f", {result.games_per_second:.1f} games/s; {slots}, {100 * result.busy:.0f} % busy"


def _seed(result: RunResult) -> str:
    if result.open_seed:
        return " Its seed can be guessed: it does not count in the ratings."
    return f" The same again: --seed {result.secret}"
