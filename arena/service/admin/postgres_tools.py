"""Run the client programs of PostgreSQL: pg_dump, pg_restore, psql."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.service.errors import DatabaseError
from arena.store.database.urls import address

DUMP: Final = b"PGDMP"  # the first bytes of a file that pg_dump wrote
_DEBIAN: Final = Path("/usr/lib/postgresql")
_VARIABLES: Final = {"host": "PGHOST", "port": "PGPORT", "username": "PGUSER", "database": "PGDATABASE"}
_OTHER_NAMES: Final = {
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "application_name": "PGAPPNAME",
    "dbname": "PGDATABASE",
}
_MAX_ERROR: Final = 400  # characters


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
    """Return this process's environment, with host, user, password and so on of a URL as variables.

    PostgreSQL's programs read these variables. If they were arguments, other users could read the password.
    """
    where = address(url)
    variables = {variable: str(getattr(where, part) or "") for part, variable in _VARIABLES.items()}
    if where.password:
        variables["PGPASSWORD"] = str(where.password)
    for name, value in where.query.items():
        variable = _OTHER_NAMES.get(name, f"PG{name.replace('_', '').upper()}")
        variables[variable] = value if isinstance(value, str) else ",".join(value)
    return {**os.environ, **{name: value for name, value in variables.items() if value}}


def run_tool(name: str, arguments: Sequence[str], url: str = "") -> bytes:
    """Run a PostgreSQL program on the database at a URL. Return its stdout.

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
