"""`arena db prune`: dropping the logs of old games."""

import sys
from typing import Annotated, Final

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import counted, remark, say, say_json, size, table
from arena.service.admin import prune as pruning
from arena.service.admin.prune import PrunePlan, PruneResult
from arena.service.database import open_existing
from arena.viewer.printable import printable

MAX_LINES: Final = 20  # events that are listed


@examples(
    "arena db prune --older-than 90d",
    "arena db prune --older-than 1y --yes",
    "arena db prune --tournament 7 --dry-run",
)
def prune(
    older_than: Annotated[
        str | None,
        typer.Option(
            "--older-than", metavar="AGE", help="Of tournaments that ended so long ago: 90d, 12w, 2y."
        ),
    ] = None,
    tournament: Annotated[
        list[int] | None,
        typer.Option("--tournament", metavar="ID", help="Of this tournament. Repeat it for several."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be dropped.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Delete the logs of old games; results stay.

    Only of tournaments that are over. What is dropped is shown first, and asked about; where nobody can
    answer nothing is dropped without --yes. Replays of these games are gone, and their pages say so. What
    bots printed in them goes too and, by age, what was printed while sent bots were tried.
    """
    age = pruning.age(older_than) if older_than is not None else None
    with open_existing(db) as store:
        wanted = pruning.plan(store, age, tuple(tournament or ()))
    if as_json and (dry_run or not yes):
        say_json(_planned(wanted))
        return
    if not as_json:
        _preview(wanted)
    if not wanted.bytes or dry_run or not (yes or _agreed(wanted)):
        return
    done = pruning.prune(db, wanted)
    if as_json:
        say_json(_done(done))
    else:
        _tell(done)
    if done.not_vacuumed:
        remark(f"The room is not given back yet ({done.not_vacuumed}); new logs use it.")


def _preview(wanted: PrunePlan) -> None:
    if not wanted.bytes:
        remark("There is nothing to drop.")
        return
    listed = table(">#", "Tournament", "Ended (UTC)", ">Games", ">Logs")
    for one in wanted.events[:MAX_LINES]:
        ended = f"{one.ended_at:%Y-%m-%d %H:%M}"
        listed.add_row(str(one.tournament), printable(one.name, 40), ended, f"{one.games:,}", size(one.bytes))
    say(listed)
    if len(wanted.events) > MAX_LINES:
        print(f"… and {counted(len(wanted.events) - MAX_LINES, 'tournament')} more")
    printed = f", {size(wanted.printed)} printed by sent bots" if wanted.printed else ""
    print(f"In all {counted(wanted.games, 'game')}, {size(wanted.bytes)}{printed}.")


def _agreed(wanted: PrunePlan) -> bool:
    """Whether the person says so; where there is none, nobody does."""
    if not sys.stdin.isatty():
        remark("Nothing was dropped; --yes drops it.")
        return False
    if typer.confirm(f"Drop the logs of {counted(wanted.games, 'game')} for ever?", err=True):
        return True
    remark("Nothing was dropped.")
    return False


def _tell(done: PruneResult) -> None:
    print(f"Dropped the logs of {counted(done.games, 'game')}, {size(done.bytes)}.")
    print(f"The database had {size(done.size_before)} and has {size(done.size)}.")
    if done.digest:
        print(f"Recorded as {done.digest}")


def _planned(wanted: PrunePlan) -> dict[str, object]:
    return {
        "dropped": False,
        "games": wanted.games,
        "bytes": wanted.bytes,
        "tournaments": [
            {"tournament": one.tournament, "name": one.name, "games": one.games, "bytes": one.bytes}
            for one in wanted.events
        ],
    }


def _done(done: PruneResult) -> dict[str, object]:
    return {
        "dropped": True,
        "games": done.games,
        "bytes": done.bytes,
        "size_before": done.size_before,
        "size": done.size,
        "digest": done.digest or None,
        "not_vacuumed": done.not_vacuumed or None,
    }
