"""`arena db show`, `upgrade`, `verify`: inspect and upgrade the database."""

from typing import Annotated, Final

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import command_to_copy, print_remark, say_json, size
from arena.service.admin.summary import Summary, summary
from arena.service.admin.upgrade import upgrade_database
from arena.service.admin.verify_database import verify as verify_database
from arena.viewer.printable import printable

MAX_LINES: Final = 20  # findings that are printed


@examples("arena db show", "arena db show --json")
def show(db: Database = None, as_json: AsJson = False) -> None:
    """Show the database's place, kind, size and contents."""
    contents = summary(db)
    if as_json:
        say_json(_document(contents))
    else:
        _print_summary(contents)


@examples("arena db upgrade", "arena db upgrade --db postgresql://arena@db/arena --wait 120")
def upgrade(
    wait: Annotated[
        float,
        typer.Option(
            "--wait", metavar="SECONDS", min=0, help="How long to wait for a server that is starting."
        ),
    ] = 30.0,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Create the database or upgrade its schema.

    Other commands upgrade too when they open a database. If an upgrade fails, the database stays as it was.
    """
    done = upgrade_database(db, wait)
    if as_json:
        say_json({"database": done.where, "before": done.before, "database_schema": done.after})
    elif done.before is None:
        print(f"{done.where}: created, schema {done.after}.")
    elif done.before == done.after:
        print(f"{done.where}: up to date, schema {done.after}.")
    else:
        print(f"{done.where}: upgraded from schema {done.before} to {done.after}.")


@examples("arena db verify", "arena db verify --head 3f9c0a…")
def verify(
    head: Annotated[
        str, typer.Option("--head", metavar="HASH", help="A ledger head that a run or a backup printed.")
    ] = "",
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Check the database and its ledger, within seconds.

    Checks the database file, the ledger and the records of pruned logs. Games are not replayed; `arena
    tournament verify` does that. Exit code 1: something is wrong.
    """
    found = verify_database(db, head.strip().rstrip("….").lower())
    entry, digest = found.integrity.head
    if as_json:
        findings = [finding.as_json() for finding in found.findings]
        say_json({"ok": found.ok, "findings": findings, "ledger_head": {"entry": entry, "digest": digest}})
    else:
        for finding in found.findings[:MAX_LINES]:
            print(printable(str(finding), 400))
        print(f"Ledger head: {digest}, entry {entry:,}")
        print_remark(
            "The database and its ledger are intact."
            if found.ok
            else "The database was CHANGED by another program."
        )
    if not found.ok:
        raise typer.Exit(1)


def _print_summary(contents: Summary) -> None:
    lines = {
        "Database": printable(contents.where),
        "Kind": contents.kind,
        "Size": size(contents.size),
        "Schema": _schema_text(contents),
        **{name.capitalize(): f"{count:,}" for name, count in contents.counts.items()},
        "Logs": f"{size(contents.log_bytes)} of the size",
    }
    for name, value in lines.items():
        print(f"{name:14} {value}")
    if contents.is_old:
        print_remark(f"To upgrade it: {command_to_copy('db upgrade')}")


def _schema_text(contents: Summary) -> str:
    if contents.schema is None:
        return f"none, the database is empty (newest: {contents.head})"
    if contents.schema == contents.head:
        return contents.schema
    return f"{contents.schema} (newest: {contents.head})"


def _document(contents: Summary) -> dict[str, object]:
    return {
        "database": contents.where,
        "kind": contents.kind,
        "bytes": contents.size,
        "database_schema": contents.schema,
        "newest_schema": contents.head,
        "log_bytes": contents.log_bytes,
        **contents.counts,
    }
