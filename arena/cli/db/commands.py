"""`arena db`: the database itself: what it holds, its upgrades, copies of it, and what is dropped of it."""

from typing import Annotated, Final

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import arena, remark, say_json, size
from arena.service.admin.summary import Summary, summary
from arena.service.admin.upgrade import upgrade_database
from arena.service.admin.verify_database import verify as look_through
from arena.service.verify.findings import plain
from arena.viewer.printable import printable

MAX_LINES: Final = 20  # of what is wrong


@examples("arena db show", "arena db show --json")
def show(db: Database = None, as_json: AsJson = False) -> None:
    """Show the database's place, kind, size and contents."""
    found = summary(db)
    if as_json:
        say_json(_document(found))
    else:
        _say(found)


@examples("arena db upgrade", "arena db upgrade --db postgresql://arena@db/arena --wait 120")
def upgrade(
    wait: Annotated[
        float, typer.Option("--wait", metavar="SECONDS", min=0, help="For a server that is just starting.")
    ] = 30.0,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Create the database or upgrade its schema.

    Every other command does that too when it opens one. Where it breaks off, the database is as before.
    """
    done = upgrade_database(db, wait)
    if as_json:
        say_json({"database": done.where, "before": done.before, "database_schema": done.after})
    elif done.before is None:
        print(f"{done.where}: made, schema {done.after}.")
    elif done.before == done.after:
        print(f"{done.where}: is up to date, schema {done.after}.")
    else:
        print(f"{done.where}: from schema {done.before} to {done.after}.")


@examples("arena db verify", "arena db verify --head 3f9c0a…")
def verify(
    head: Annotated[
        str, typer.Option("--head", metavar="HASH", help="A ledger's head as a run or a back-up printed it.")
    ] = "",
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Check the database and its ledger, within seconds.

    It takes seconds, for no game is played again: `arena tournament verify` does that. Exit code 1:
    something is wrong.
    """
    found = look_through(db, head.strip().rstrip("….").lower())
    entry, digest = found.sound.head
    if as_json:
        findings = [plain(finding) for finding in found.findings]
        say_json({"ok": found.ok, "findings": findings, "ledger_head": {"entry": entry, "digest": digest}})
    else:
        for finding in found.findings[:MAX_LINES]:
            print(printable(str(finding), 400))
        print(f"Ledger head: {digest}, entry {entry:,}")
        remark("The database is whole, and its ledger fits." if found.ok else "NOT as it was written.")
    if not found.ok:
        raise typer.Exit(1)


def _say(found: Summary) -> None:
    lines = {
        "Database": printable(found.where),
        "Kind": found.kind,
        "Size": size(found.size),
        "Schema": _schema(found),
        **{what.capitalize(): f"{count:,}" for what, count in found.counts.items()},
        "Logs": f"{size(found.log_bytes)} of the size",
    }
    for name, value in lines.items():
        print(f"{name:14} {value}")
    if found.is_old:
        remark(f"To bring it up to date: {arena('db upgrade')}")


def _schema(found: Summary) -> str:
    if found.schema is None:
        return f"none: it is empty (this arena has {found.head})"
    return found.schema if found.schema == found.head else f"{found.schema} (this arena has {found.head})"


def _document(found: Summary) -> dict[str, object]:
    return {
        "database": found.where,
        "kind": found.kind,
        "bytes": found.size,
        "database_schema": found.schema,
        "newest_schema": found.head,
        "log_bytes": found.log_bytes,
        **found.counts,
    }
