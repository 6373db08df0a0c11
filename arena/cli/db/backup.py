"""`arena db backup`, `restore` and `copy`: the whole database once more."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import counted, remark, say_json, size
from arena.service.admin.backup import back_up
from arena.service.admin.copy import copy as copy_into
from arena.service.admin.restore import restore as put_back
from arena.service.common.user_dirs import data_folder
from arena.store.database.integrity import Sound

File = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the back-up.")]


@examples("arena db backup friday.backup", "arena db backup --force nightly.backup --json")
def backup(
    file: File,
    force: Annotated[bool, typer.Option("--force", help="Also if the file is there: replace it.")] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Write a backup to one file, while the arena runs.

    It holds all that was committed at one moment, and is looked through before it gets its name. Of SQLite it
    is a database as well, of PostgreSQL what pg_dump writes. Submitted bots lie beside: see README.
    Exit code 1: also if the ledger does not fit; the file is written all the same.
    """
    made = back_up(db, file, force)
    if as_json:
        say_json({"database": made.where, "file": str(made.path), "bytes": made.size, **_found(made.sound)})
    else:
        print(f"{made.path}: {size(made.size)}, {_said(made.sound)}")
        remark(f"The files of submitted bots are not in it: copy {data_folder()} too.")
    _end_if_broken(made.sound)


@examples("arena db restore friday.backup", "arena db restore friday.backup --force")
def restore(
    file: File,
    force: Annotated[
        bool,
        typer.Option("--force", help="Also if there is something in the database, which is kept beside."),
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Replace the database with a backup.

    The file is looked through first; where anything fails the database is as before. End tournaments and
    `arena serve` before. A back-up of SQLite also goes into an empty PostgreSQL.
    """
    done = put_back(file, db, force)
    if as_json:
        say_json({"database": done.where, "kept": done.kept or None, **_found(done.sound)})
        return
    print(f"{done.where}: {_said(done.sound)}")
    if done.kept:
        print(f"What was there before: {done.kept}")


@examples("arena db copy postgresql://arena@db/arena", "arena db copy --db arena.db new.db")
def copy(
    target: Annotated[str, typer.Argument(metavar="TARGET", help="An empty database, a URL or a file.")],
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Copy the database into an empty one of any kind."""
    found = copy_into(db, target)
    if as_json:
        say_json(_found(found))
    else:
        print(f"Copied: {_said(found)}")


def _said(found: Sound) -> str:
    many = f"{counted(found.tournaments, 'tournament')}, {counted(found.games, 'game')}"
    entry, digest = found.head
    return f"schema {found.schema}, {many}\nLedger head: {digest}, entry {entry:,}"


def _found(found: Sound) -> dict[str, object]:
    return {
        "schema": found.schema,
        "tournaments": found.tournaments,
        "games": found.games,
        "ledger_head": {"entry": found.head[0], "digest": found.head[1]},
        "broken": found.broken or None,
    }


def _end_if_broken(found: Sound) -> None:
    if found.broken:
        remark(f"But {found.broken}. arena tournament verify says what else is wrong.")
        raise typer.Exit(1)
