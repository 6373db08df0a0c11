"""`arena db backup`, `restore` and `copy`: copies of the whole database."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import count_text, print_remark, say_json, size
from arena.service.admin.backup import back_up
from arena.service.admin.copy import copy as copy_database
from arena.service.admin.restore import restore as restore_database
from arena.service.common.paths import data_folder
from arena.store.database.integrity import IntegrityReport

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup file.")]


@examples("arena db backup friday.backup", "arena db backup --force nightly.backup --json")
def backup(
    file: File,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Write a backup to one file, while the arena runs.

    The backup is a snapshot of one moment. It is checked before FILE is created or replaced. For SQLite it is
    a database file, for PostgreSQL a dump by pg_dump. It does not contain the files of submitted bots. Exit
    code 1: the ledger is broken; the backup is written anyway.
    """
    written = back_up(db, file, force)
    contents = written.integrity
    if as_json:
        place = {"database": written.where, "file": str(written.path), "bytes": written.size}
        say_json({**place, **_document(contents)})
    else:
        print(f"{written.path}: {size(written.size)}, {_text(contents)}")
        print_remark(f"The backup does not contain the files of submitted bots; copy {data_folder()} too.")
    if contents.broken:
        print_remark(f"But {contents.broken}; for details: arena tournament verify ID")
        raise typer.Exit(1)


@examples("arena db restore friday.backup", "arena db restore friday.backup --force")
def restore(
    file: File,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a database that is not empty; an old file is kept.")
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Replace the database with a backup.

    The backup is checked and upgraded; if anything fails, the database stays as it was. Stop tournaments and
    `arena serve` first. A backup of SQLite can also be restored into an empty PostgreSQL database.
    """
    restored = restore_database(file, db, force)
    if as_json:
        place = {"database": restored.where, "kept": restored.kept or None}
        say_json({**place, **_document(restored.integrity)})
        return
    print(f"{restored.where}: {_text(restored.integrity)}")
    if restored.kept:
        print(f"The old database: {restored.kept}")


@examples("arena db copy postgresql://arena@db/arena", "arena db copy --db arena.db new.db")
def copy(
    target: Annotated[str, typer.Argument(metavar="TARGET", help="An empty database, a URL or a file.")],
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Copy the database into an empty one of any kind."""
    contents = copy_database(db, target)
    if as_json:
        say_json(_document(contents))
    else:
        print(f"Copied: {_text(contents)}")


def _text(contents: IntegrityReport) -> str:
    numbers = f"{count_text(contents.tournaments, 'tournament')}, {count_text(contents.games, 'game')}"
    entry, digest = contents.head
    return f"schema {contents.schema}, {numbers}\nLedger head: {digest}, entry {entry:,}"


def _document(contents: IntegrityReport) -> dict[str, object]:
    return {
        "schema": contents.schema,
        "tournaments": contents.tournaments,
        "games": contents.games,
        "ledger_head": {"entry": contents.head[0], "digest": contents.head[1]},
        "broken": contents.broken or None,
    }
