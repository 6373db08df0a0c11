"""Restore a dump of PostgreSQL in one transaction; keep the old contents in another schema."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import text

from arena.service.admin.postgres_tools import complaint, environment, run_tool, tool
from arena.service.database import open_database
from arena.service.errors import BadSettings, DatabaseError
from arena.store.database.inspect import look, only_looked_at
from arena.store.database.integrity import Sound, sound
from arena.store.database.upgrade import list_revisions
from arena.store.database.urls import shown

_CHUNK_SIZE: Final = 1 << 16  # bytes
_NEW_SETTING: Final = b"SET transaction_timeout = 0;\n"
_ROWS: Final = b"\nCOPY "  # the start of rows in a dump
# Up to version 14, the owner of a database does not own its schema: then only the tables are moved.
_MOVE_AWAY: Final = """
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
_OTHER_CLIENTS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid != pg_backend_pid() AND backend_type = 'client backend'
"""


def restore_dump(path: Path, url: str, force: bool) -> tuple[Sound, str]:
    """Restore and upgrade; return the contents and the schema that keeps the old ones.

    Raise BadSettings for a damaged or too new dump, DatabaseError, StoreFailed.
    """
    _check(path)
    before = look(url)
    filled = not before.is_empty
    if filled and not force:
        raise DatabaseError(f"{shown(url)}: not empty; --force replaces it and keeps the old contents")
    others = _query_number(url, _OTHER_CLIENTS)
    if others:
        raise DatabaseError(
            f"{shown(url)}: {others} other connections are open; stop tournaments and arena serve first"
        )
    kept = f"before_restore_{datetime.now(UTC):%Y%m%d_%H%M%S}"
    _load(path, url, _move_away(kept, filled) if before.rows else "SELECT 1")
    with open_database(url) as store, store.reading() as tx:
        return sound(tx), f"schema {kept}" if filled else ""


def _check(path: Path) -> None:
    """Check that the dump is complete and its schema is known."""
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


def _move_away(kept: str, filled: bool) -> str:
    room = _MOVE_AWAY.format(kept=kept)
    return room if filled else f"{room}; DROP SCHEMA {kept} CASCADE"


def _load(path: Path, url: str, before: str) -> None:
    """Pipe pg_restore into psql: the text is several times as large as the dump."""
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
        is_complete = _pipe(reading, writing)
        errors = writing.stderr.read() if writing.stderr else b""
    if not is_complete:
        raise BadSettings(f"{path} cannot be read to its end; nothing was changed")
    if writing.returncode:
        raise DatabaseError(f"psql: {complaint(errors) or 'it ended early'}; nothing was changed")


def _pipe(reading: "subprocess.Popen[bytes]", writing: "subprocess.Popen[bytes]") -> bool:
    """Copy the output to the input, and close the input only if all was read: that commits it.

    Return False if not all could be read. If psql ended early, its own error explains it.
    """
    assert reading.stdout is not None
    assert writing.stdin is not None
    is_complete = True
    try:
        writing.stdin.write(_remove_new_setting(reading.stdout.read(_CHUNK_SIZE)))
        while part := reading.stdout.read(_CHUNK_SIZE):
            writing.stdin.write(part)
        is_complete = not reading.wait()
        if not is_complete:
            writing.kill()
        writing.stdin.close()
    except BrokenPipeError:
        reading.kill()
    return is_complete


def _remove_new_setting(start: bytes) -> bytes:
    """Return a dump's start without a setting of version 17 that older servers reject."""
    head, rows, rest = start.partition(_ROWS)
    return head.replace(_NEW_SETTING, b"") + rows + rest


def _query_number(url: str, query: str) -> int:
    with only_looked_at(url) as connection:
        return int(connection.execute(text(query)).scalar_one())
