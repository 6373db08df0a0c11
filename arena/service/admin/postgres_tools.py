"""The programs that come with PostgreSQL and write and read copies of its databases."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from arena.service.errors import DatabaseError
from arena.store.database.urls import address

DUMP: Final = b"PGDMP"  # how a file of pg_dump begins
_DEBIAN: Final = Path("/usr/lib/postgresql")
_VARIABLES: Final = {"host": "PGHOST", "port": "PGPORT", "username": "PGUSER", "database": "PGDATABASE"}
_OTHERWISE: Final = {
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "application_name": "PGAPPNAME",
    "dbname": "PGDATABASE",
}
_MAX_SAID: Final = 400  # characters of what a program complained of


def tool(name: str) -> str:
    """Where a program is: on the path, or the newest where Debian puts them. Raises DatabaseError."""
    if found := shutil.which(name):
        return found
    versions = [path for path in _DEBIAN.glob(f"*/bin/{name}") if path.parts[-3].isdecimal()]
    if versions:
        return str(max(versions, key=lambda path: int(path.parts[-3])))
    raise DatabaseError(
        f"there is no {name} here: install the client programs of PostgreSQL, of the server's version or"
        " newer (Debian: apt install postgresql-client)"
    )


def environment(url: str) -> dict[str, str]:
    """What tells these programs the same as a URL. A password stands in no command line."""
    where = address(url)
    found = {variable: str(getattr(where, part) or "") for part, variable in _VARIABLES.items()}
    if where.password:
        found["PGPASSWORD"] = str(where.password)
    for name, value in where.query.items():
        variable = _OTHERWISE.get(name, f"PG{name.replace('_', '').upper()}")
        found[variable] = value if isinstance(value, str) else ",".join(value)
    return {**os.environ, **{name: value for name, value in found.items() if value}}


def carry_out(name: str, arguments: Sequence[str], url: str = "", into: IO[bytes] | None = None) -> bytes:
    """What a program says on stdout, unless that goes `into` a file. Raises DatabaseError."""
    done = subprocess.run(
        [tool(name), *arguments],
        env=environment(url) if url else None,
        stdin=subprocess.DEVNULL,
        stdout=into or subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        raise DatabaseError(f"{name}: {complaint(done.stderr) or f'exit code {done.returncode}'}")
    return done.stdout or b""


def complaint(said: bytes) -> str:
    """What a program said on stderr, on one line."""
    return " ".join(said.decode(errors="replace").split())[:_MAX_SAID]
