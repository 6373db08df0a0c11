"""`arena db prune`: delete the logs of old games."""

import sys
from dataclasses import asdict
from typing import Annotated, Final

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import count_text, print_remark, say, say_json, size, table
from arena.service.admin import prune as pruning
from arena.service.admin.prune import PrunePlan, PruneResult
from arena.service.database import open_existing
from arena.viewer.printable import printable

MAX_LINES: Final = 20  # tournaments that are listed


@examples(
    "arena db prune --older-than 90d",
    "arena db prune --older-than 1y --yes",
    "arena db prune --tournament 7 --dry-run",
)
def prune(
    older_than: Annotated[
        str | None,
        typer.Option(
            "--older-than",
            metavar="AGE",
            help="Of tournaments that ended at least this long ago: 90d, 12w, 2y.",
        ),
    ] = None,
    tournament: Annotated[
        list[int] | None,
        typer.Option("--tournament", metavar="ID", help="Of this tournament; repeatable."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be deleted.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Delete the logs of old games; results stay.

    Only logs of finished tournaments are deleted. The command first shows what it will delete and asks for
    confirmation; without a terminal, nothing is deleted without --yes. Games without logs can no longer be
    replayed. The output of bots in these games is deleted too. With --older-than, the output of submitted
    bots in old tests is also deleted.
    """
    age = pruning.parse_age(older_than) if older_than is not None else None
    with open_existing(db) as store:
        plan = pruning.plan(store, age, tuple(tournament or ()))
    if as_json and (dry_run or not yes):
        say_json(_plan_document(plan))
        return
    if not as_json:
        _print_plan(plan)
    if not plan.bytes or dry_run or not (yes or _confirm(plan)):
        return
    result = pruning.prune(db, plan)
    if as_json:
        empty = {name: None for name in ("digest", "not_vacuumed") if not getattr(result, name)}
        say_json({"dropped": True, **asdict(result), **empty})
    else:
        _print_result(result)
    if result.not_vacuumed:
        print_remark(f"The file has not shrunk yet ({result.not_vacuumed}); new logs will use the room.")


def _print_plan(plan: PrunePlan) -> None:
    if not plan.bytes:
        print_remark("There is nothing to delete.")
        return
    listed = table(">#", "Tournament", "Ended (UTC)", ">Games", ">Logs")
    for one in plan.tournaments[:MAX_LINES]:
        ended = f"{one.ended_at:%Y-%m-%d %H:%M}"
        listed.add_row(str(one.tournament), printable(one.name, 40), ended, f"{one.games:,}", size(one.bytes))
    say(listed)
    if len(plan.tournaments) > MAX_LINES:
        print(f"… and {count_text(len(plan.tournaments) - MAX_LINES, 'tournament')} more")
    printed = f", {size(plan.printed)} of output of submitted bots" if plan.printed else ""
    print(f"Total: {count_text(plan.games, 'game')}, {size(plan.bytes)}{printed}.")


def _confirm(plan: PrunePlan) -> bool:
    """Ask for confirmation. Without a terminal, the answer is no."""
    if not sys.stdin.isatty():
        print_remark("Nothing was deleted; use --yes.")
        return False
    if typer.confirm(f"Delete the logs of {count_text(plan.games, 'game')} for good?", err=True):
        return True
    print_remark("Nothing was deleted.")
    return False


def _print_result(done: PruneResult) -> None:
    print(f"Deleted the logs of {count_text(done.games, 'game')}, {size(done.bytes)}.")
    print(f"The database shrank from {size(done.size_before)} to {size(done.size)}.")
    if done.digest:
        print(f"Recorded as {done.digest}")


def _plan_document(plan: PrunePlan) -> dict[str, object]:
    return {
        "dropped": False,
        "games": plan.games,
        "bytes": plan.bytes,
        "tournaments": [
            {"tournament": one.tournament, "name": one.name, "games": one.games, "bytes": one.bytes}
            for one in plan.tournaments
        ],
    }
