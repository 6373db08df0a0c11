"""`arena tournament pause`, `add` and so on: change a tournament, also while it is played."""

import sys
from typing import Annotated

import typer

from arena.cli.finish import command_line
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Id
from arena.cli.output import print_remark, say_json
from arena.service.bots import resolve_bot
from arena.service.bots.registered import bot_finder
from arena.service.database import open_existing
from arena.service.reports.tournament_list import find_tournament, state_of
from arena.service.tournaments.edit import (
    add_bots,
    cancel_tournament,
    end_tournament,
    pause_tournament,
    permit_pairs,
    resume_tournament,
    withdraw_bot,
)
from arena.store.database.store import Store
from arena.viewer.printable import printable


@examples("arena tournament pause 7")
def pause(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """Start no more matches until the tournament is resumed.

    Running matches stop within about a second; they are replayed from the start later.
    """
    with open_existing(db) as store:
        pause_tournament(store, number)
        _report(store, number, as_json, "is paused. To continue:", command_line(f"run --resume {number}", db))


@examples("arena tournament resume 7", "arena run --resume 7   # and play it")
def resume(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """Let a paused tournament continue, but do not play it yet.

    `arena run --resume` plays it.
    """
    with open_existing(db) as store:
        resume_tournament(store, number)
        _report(
            store, number, as_json, "can continue. To play it:", command_line(f"run --resume {number}", db)
        )


@examples("arena tournament add 7 mybot.py greedy")
def add(
    number: Id,
    bots: Annotated[list[str], typer.Argument(metavar="BOT", help="Bots as in `arena run`.")],
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Add bots to a running tournament.

    In a Swiss they join at the next pairing. In a round robin they meet all remaining bots, in a gauntlet the
    opponents named by --pool; additional rounds are played for these matches.
    """
    resolved = [resolve_bot(bot, look=bot_finder(db)) for bot in bots]
    with open_existing(db) as store:
        names = add_bots(store, number, resolved, print_remark)
        _report(store, number, as_json, f"now includes {', '.join(names)}.", entered=names)


@examples("arena tournament withdraw 7 mybot")
def withdraw(
    number: Id,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot's name in the standings.")],
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Withdraw a bot from a tournament for good.

    Its results stay. Matches that are paired but not played are lost by forfeit: they count in the standings,
    not in ratings.
    """
    with open_existing(db) as store:
        withdraw_bot(store, number, name)
        _report(store, number, as_json, f"continues without {printable(name, 64)}.", withdrawn=name)


@examples("arena tournament permit 7 mybot greedy", "arena tournament permit 7")
def permit(
    number: Id,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Pairs of bots. Default: all forbidden pairs."),
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Allow forbidden pairs of bots to meet."""
    bots = names or []
    if len(bots) % 2:
        raise typer.BadParameter("name an even number of bots, pair by pair")
    with open_existing(db) as store:
        permit_pairs(store, number, tuple(zip(bots[::2], bots[1::2], strict=True)))
        _report(store, number, as_json, "allows these pairs.")


@examples("arena tournament end 7")
def end(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """End a Swiss tournament after the paired rounds."""
    with open_existing(db) as store:
        end_tournament(store, number)
        _report(store, number, as_json, "will end after the paired rounds.")


@examples("arena tournament cancel 7")
def cancel(
    number: Id,
    db: Database = None,
    as_json: AsJson = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Stop a tournament for good.

    Finished matches stay and count in the ratings; the others are never played. On a terminal, asks first.
    """
    with open_existing(db) as store:
        name = printable(find_tournament(store, number).name, 40)
        if not yes and sys.stdin.isatty():
            typer.confirm(f"Cancel tournament {number}, {name}, for good?", abort=True, err=True)
        cancel_tournament(store, number)
        _report(store, number, as_json, "is cancelled.")


def _report(store: Store, number: int, as_json: bool, text: str, *below: str, **more: object) -> None:
    """Print `text` about the changed tournament, then the lines `below`.

    With `as_json`, print the tournament's new state instead, with the further keys `more`.
    """
    if as_json:
        say_json({"tournament": number, "state": state_of(store, number), **more})
        return
    print(f"Tournament {number} {text}")
    for line in below:
        print(f"  {line}")
