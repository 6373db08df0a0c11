"""A dump of PostgreSQL put in the place of what is in a database, in one transaction."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import text

from arena.service.admin.postgres_tools import carry_out, complaint, environment, tool
from arena.service.database import open_database
from arena.service.errors import BadSettings, DatabaseError
from arena.store.database.inspect import look, only_looked_at
from arena.store.database.integrity import Sound, sound
from arena.store.database.upgrade import list_revisions
from arena.store.database.urls import shown

_AT_ONCE: Final = 1 << 16  # bytes
_UNKNOWN: Final = b"SET transaction_timeout = 0;\n"
_ROWS: Final = b"\nCOPY "  # so they begin in a dump
# Up to version 14 the owner of a database is not that of its schema: then its tables alone are moved.
_ROOM: Final = """
DO $$ DECLARE one name; BEGIN
    IF pg_has_role((SELECT nspowner FROM pg_namespace WHERE nspname = 'public'), 'USAGE') THEN
        ALTER SCHEMA public RENAME TO {kept};
        CREATE SCHEMA public;
    ELSE
        CREATE SCHEMA {kept};
        FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
            EXECUTE format('ALTER TABLE public.%I SET SCHEMA {kept}', one);
        END LOOP;
    END IF;
END $$
"""
_OTHERS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid != pg_backend_pid() AND backend_type = 'client backend'
"""


def restore_dump(path: Path, url: str, force: bool) -> tuple[Sound, str]:
    """What is in the database then, upgraded, and the schema in which that is kept which was there before.

    Raises BadSettings of a damaged or too new dump, DatabaseError, StoreFailed.
    """
    _check(path)
    seen = look(url)
    filled = not seen.is_empty
    if filled and not force:
        raise DatabaseError(f"{shown(url)}: there is something in it; --force keeps that beside and goes on")
    others = _number(url, _OTHERS)
    if others:
        raise DatabaseError(
            f"{shown(url)}: others use it ({others} connections): end tournaments and arena serve first"
        )
    kept = f"before_restore_{datetime.now(UTC):%Y%m%d_%H%M%S}"
    _put(path, url, _make_room(kept, filled) if seen.rows else "SELECT 1")
    with open_database(url) as store, store.reading() as tx:
        return sound(tx), f"schema {kept}" if filled else ""


def _check(path: Path) -> None:
    """All of it can be read, and this arena knows its schema."""
    try:
        carry_out("pg_restore", ("--file=/dev/null", str(path)))
        said = carry_out("pg_restore", ("--data-only", "--table=alembic_version", "--file=-", str(path)))
    except DatabaseError as error:
        raise BadSettings(f"{path}: it is damaged, or not whole: {error}; nothing was changed") from error
    lines = said.decode(errors="replace").splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("COPY ")), None)
    found = lines[start + 1] if start is not None and start + 1 < len(lines) else ""
    known = list_revisions()
    if not found or found == "\\.":
        raise BadSettings(f"{path}: there is nothing of an arena in it")
    if found not in known:
        raise BadSettings(
            f"{path}: it has schema {found}, and this arena knows up to {known[-1]}; use a newer arena"
        )


def _make_room(kept: str, filled: bool) -> str:
    room = _ROOM.format(kept=kept)
    return room if filled else f"{room}; DROP SCHEMA {kept} CASCADE"


def _put(path: Path, url: str, before: str) -> None:
    """Both programs at once, for the text is several times as large as the dump."""
    options = (
        "--no-psqlrc",
        "--quiet",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        "--output=/dev/null",
    )
    with (
        subprocess.Popen(
            [tool("psql"), *options, "--command", before, "--file=-"],
            env=environment(url),
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as writing,
        subprocess.Popen(
            [tool("pg_restore"), "--no-owner", "--no-privileges", "--no-comments", "--file=-", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as reading,
    ):
        whole = _pass_on(reading, writing)
        said = writing.stderr.read() if writing.stderr else b""
    if not whole:
        raise BadSettings(f"{path}: it could not be read to its end; nothing was changed")
    if writing.returncode:
        raise DatabaseError(f"psql: {complaint(said) or 'it ended early'}; nothing was changed")


def _pass_on(reading: "subprocess.Popen[bytes]", writing: "subprocess.Popen[bytes]") -> bool:
    """Who writes is told of the end, which makes all of it count, only if all was read.

    False if it could not be. Where who writes left before, it is they who say why, and nobody else.
    """
    assert reading.stdout is not None
    assert writing.stdin is not None
    whole = True
    try:
        writing.stdin.write(_for_any_server(reading.stdout.read(_AT_ONCE)))
        while part := reading.stdout.read(_AT_ONCE):
            writing.stdin.write(part)
        whole = not reading.wait()
        if not whole:
            writing.kill()
        writing.stdin.close()
    except BrokenPipeError:
        reading.kill()
    return whole


def _for_any_server(begins: bytes) -> bytes:
    """How a dump begins, without what programs of version 17 set and servers before that do not know."""
    head, rows, rest = begins.partition(_ROWS)
    return head.replace(_UNKNOWN, b"") + rows + rest


def _number(url: str, question: str) -> int:
    with only_looked_at(url) as connection:
        return int(connection.execute(text(question)).scalar_one())
