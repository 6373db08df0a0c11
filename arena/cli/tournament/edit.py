"""`arena tournament pause`, `add` and so on: what is done to a tournament, also while it is played."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from arena.cli.finish import command_line
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Id
from arena.cli.output import remark, say_json
from arena.service.bots import resolve_bot
from arena.service.bots.registered import look_in
from arena.service.database import open_existing
from arena.service.reports.tournament_list import find_tournament, state_of
from arena.service.tournaments.edit import (
    add_bots,
    cancel_event,
    end_event,
    pause_event,
    permit_pairs,
    resume_event,
    withdraw_bot,
)
from arena.store.database.store import Store
from arena.viewer.printable import printable


@examples("arena tournament pause 7")
def pause(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """Start no more matches until the tournament is resumed.

    Whoever plays it stops within about a second. A match under way is played again whole later.
    """
    with _store(db) as store:
        pause_event(store, number)
        _say(store, number, as_json, "is paused. To go on:", command_line(f"run --resume {number}", db))


@examples("arena tournament resume 7", "arena run --resume 7   # and plays it")
def resume(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """Let a paused tournament continue, without playing it."""
    with _store(db) as store:
        resume_event(store, number)
        _say(store, number, as_json, "may go on. To play it:", command_line(f"run --resume {number}", db))


@examples("arena tournament add 7 mybot.py greedy")
def add(
    number: Id,
    bots: Annotated[list[str], typer.Argument(metavar="BOT", help="Bots as in `arena run`.")],
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Add bots to a running tournament.

    In a Swiss they play from the next round that is paired. In a round robin they meet all that are still in,
    in a gauntlet the pool, in rounds behind the others.
    """
    found = [resolve_bot(bot, look=look_in(db)) for bot in bots]
    with _store(db) as store:
        names = add_bots(store, number, found, remark)
        _say(store, number, as_json, f"has {', '.join(names)} in it now.", entered=names)


@examples("arena tournament withdraw 7 mybot")
def withdraw(
    number: Id,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot, as the tables call it.")],
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Withdraw a bot from a tournament for good.

    What it has played stays. What was paired and is not played yet it loses by forfeit: that counts in the
    standings and in no rating.
    """
    with _store(db) as store:
        withdraw_bot(store, number, name)
        _say(store, number, as_json, f"goes on without {printable(name, 64)}.", withdrawn=name)


@examples("arena tournament permit 7 mybot greedy", "arena tournament permit 7")
def permit(
    number: Id,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Pairs of bots. Without any, all that are forbidden."),
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Let bots meet that were forbidden to."""
    given = names or []
    if len(given) % 2:
        raise typer.BadParameter("bots are named two by two")
    with _store(db) as store:
        permit_pairs(store, number, tuple(zip(given[::2], given[1::2], strict=True)))
        _say(store, number, as_json, "lets them meet.")


@examples("arena tournament end 7")
def end(number: Id, db: Database = None, as_json: AsJson = False) -> None:
    """End a Swiss tournament after the paired rounds."""
    with _store(db) as store:
        end_event(store, number)
        _say(store, number, as_json, "ends with the rounds that are paired.")


@examples("arena tournament cancel 7")
def cancel(
    number: Id,
    db: Database = None,
    as_json: AsJson = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Stop a tournament for good.

    Matches that were played stay and count in the ratings; the others are never played. On a terminal this
    asks first.
    """
    with _store(db) as store:
        name = printable(find_tournament(store, number).name, 40)
        if not yes and sys.stdin.isatty():
            typer.confirm(f"Cancel tournament {number}, {name}, for good?", abort=True, err=True)
        cancel_event(store, number)
        _say(store, number, as_json, "is cancelled.")


@contextmanager
def _store(db: str | None) -> Iterator[Store]:
    with open_existing(db) as store:
        yield store


def _say(store: Store, number: int, as_json: bool, what: str, *below: str, **more: object) -> None:
    """What has become of it: a sentence, with --json its state."""
    if as_json:
        say_json({"tournament": number, "state": state_of(store, number), **more})
        return
    print(f"Tournament {number} {what}")
    for line in below:
        print(f"  {line}")
