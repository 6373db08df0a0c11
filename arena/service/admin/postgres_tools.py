"""Run the client programs of PostgreSQL: pg_dump, pg_restore, psql."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import text

from arena.service.database import open_database
from arena.service.errors import BadSettings, DatabaseError
from arena.store.database.integrity import IntegrityReport, check_contents, inspect_database, open_read_only
from arena.store.database.upgrade import list_revisions
from arena.store.database.urls import hide_secrets, parse_database_url

DUMP: Final = b"PGDMP"  # the first bytes of a file that pg_dump wrote
_DEBIAN: Final = Path("/usr/lib/postgresql")
_VARIABLES: Final = {"host": "PGHOST", "port": "PGPORT", "username": "PGUSER", "database": "PGDATABASE"}
_OTHER_NAMES: Final = {
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "application_name": "PGAPPNAME",
    "dbname": "PGDATABASE",
}
_MAX_ERROR: Final = 400  # characters
_OTHER_CLIENTS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid != pg_backend_pid() AND backend_type = 'client backend'
"""


def tool(name: str) -> str:
    """Return the path of a PostgreSQL program: on PATH, else the newest in Debian's folders.

    Raise DatabaseError if it is not installed.
    """
    if path := shutil.which(name):
        return path
    versions = [path for path in _DEBIAN.glob(f"*/bin/{name}") if path.parts[-3].isdecimal()]
    if versions:
        return str(max(versions, key=lambda path: int(path.parts[-3])))
    raise DatabaseError(
        f"cannot find {name}; install PostgreSQL's client programs, of the server's version or newer"
        " (Debian: apt install postgresql-client)"
    )


def environment(url: str) -> dict[str, str]:
    """Return this process's environment variables, and variables that connect PostgreSQL's programs to `url`.

    The password is passed in PGPASSWORD and not as an argument, because other users of the machine can
    read arguments.
    """
    where = parse_database_url(url)
    variables = {variable: str(getattr(where, part) or "") for part, variable in _VARIABLES.items()}
    if where.password:
        variables["PGPASSWORD"] = str(where.password)
    for name, value in where.query.items():
        variable = _OTHER_NAMES.get(name, f"PG{name.replace('_', '').upper()}")
        variables[variable] = value if isinstance(value, str) else ",".join(value)
    return {**os.environ, **{name: value for name, value in variables.items() if value}}


def run_tool(name: str, arguments: Sequence[str], url: str = "") -> bytes:
    """Run a PostgreSQL program and return its stdout.

    `url`: the database to run it on; empty for no database.

    Raise DatabaseError if the program is missing or fails.
    """
    done = subprocess.run(
        [tool(name), *arguments],
        env=environment(url) if url else None,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        complaint = " ".join(done.stderr.decode(errors="replace").split())[:_MAX_ERROR]
        raise DatabaseError(f"{name}: {complaint or f'exit code {done.returncode}'}")
    return done.stdout


def restore_dump(path: Path, url: str, force: bool) -> IntegrityReport:
    """Replace the contents of a database with a dump and upgrade its schema. Return the report on the new
    contents.

    `force`: also replace a database that is not empty.

    Raise BadSettings if the dump is damaged, or from a newer arena. Raise DatabaseError if the database is
    not empty (without `force`), if other programs are connected to it, or if restoring fails. Raise
    StoreFailed if the database does not answer.
    """
    _check(path)
    if not inspect_database(url).is_empty and not force:
        raise DatabaseError(f"{hide_secrets(url)}: not empty; --force replaces its contents")
    with open_read_only(url) as connection:
        others = int(connection.execute(text(_OTHER_CLIENTS)).scalar_one())
    if others:
        raise DatabaseError(
            f"{hide_secrets(url)}: {others} other connections; stop tournaments and arena serve first"
        )
    where = parse_database_url(url)
    name = str(where.database or where.query["dbname"])
    options = ("--single-transaction", "--clean", "--if-exists", "--no-owner", "--no-privileges")
    try:
        run_tool("pg_restore", (*options, "--no-comments", f"--dbname={name}", str(path)), url)
    except DatabaseError as error:
        raise DatabaseError(f"cannot restore {path}: {error}; nothing was changed") from error
    with open_database(url) as store, store.reading() as tx:
        return check_contents(tx)


def _check(path: Path) -> None:
    """Raise BadSettings if the dump is damaged, is not of an arena, or has a schema that is too new."""
    try:
        run_tool("pg_restore", ("--file=/dev/null", str(path)))
        output = run_tool("pg_restore", ("--data-only", "--table=alembic_version", "--file=-", str(path)))
    except DatabaseError as error:
        raise BadSettings(f"{path} is damaged or incomplete: {error}; nothing was changed") from error
    lines = output.decode(errors="replace").splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("COPY ")), None)
    schema = lines[start + 1] if start is not None and start + 1 < len(lines) else ""
    known = list_revisions()
    if not schema or schema == "\\.":
        raise BadSettings(f"{path} is not a backup of an arena")
    if schema not in known:
        raise BadSettings(f"{path} has schema {schema}, newer than {known[-1]}; use a newer arena")
