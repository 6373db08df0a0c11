"""The database of an older arena with a running tournament is upgraded completely or not at all."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from arena.service.reports.tournament_list import unfinished
from arena.service.results import RunProgress
from arena.store.database.store import open_store, sqlite_url
from arena.store.database.upgrade import HEAD
from tests.faults.coordinated import an_event, make_up, run_to_its_end
from tests.faults.test_store_full import ROOT
from tests.store.test_upgrade import migrated

pytestmark = pytest.mark.fault("F26")
KILLED = """
import os, signal, sys
from sqlalchemy import Engine, event
from arena.store.database.store import open_store
left = int(sys.argv[2])
def statement(connection, cursor, text, *_):
    global left
    left -= text.lstrip().upper().startswith(("CREATE", "ALTER", "INSERT", "UPDATE", "DROP"))
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
event.listen(Engine, "after_cursor_execute", statement)
open_store(sys.argv[1]).close()
"""


def half_played(folder: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> Path:
    """Return a database of that version, with half of its tournament committed."""
    leave = Event()

    def watch(now: RunProgress) -> None:
        if now.games_done >= now.games_total / 2:
            leave.set()

    with an_event(folder) as newest:
        make_up(newest, monkeypatch)
        half = run_to_its_end(newest, watch, leave)
    assert 0 < half.games < half.games_total
    old = folder / "old.db"
    migrated(sqlite_url(old), version).dispose()
    copy(folder / "arena.db", old)
    return old


def copy(newest: Path, old: Path) -> None:
    """Copy everything that the older tables have room for."""
    with closing(sqlite3.connect(old)) as database:
        database.execute("ATTACH ? AS newest", (str(newest),))
        theirs = columns(database, "newest")
        for table, names in columns(database, "main").items():
            both = ", ".join(f'"{name}"' for name in names if name in theirs.get(table, ()))
            if table != "alembic_version" and both:
                database.execute(f'INSERT INTO main."{table}" ({both}) SELECT {both} FROM newest."{table}"')
        database.commit()


def columns(database: sqlite3.Connection, where: str) -> dict[str, list[str]]:
    """Return the columns of each table."""
    tables = database.execute(f"SELECT name FROM {where}.sqlite_master WHERE type = 'table'").fetchall()
    infos = {name: database.execute(f'PRAGMA {where}.table_info("{name}")') for (name,) in sorted(tables)}
    return {name: [row[1] for row in info] for name, info in infos.items()}


def revision(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        found: str = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        return found


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("version", ["0005", "0003", "0004", "0007", "0009"])
def test_a_running_tournament_goes_on(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, digest: str
) -> None:
    old = half_played(tmp_path, monkeypatch, version)
    assert revision(old) == version
    with open_store(sqlite_url(old)) as store:
        assert revision(old) == HEAD
        assert unfinished(store) == 1
        make_up(store, monkeypatch)
        result = run_to_its_end(store)
    assert (result.finished, result.event_digest) == (True, digest)


@pytest.mark.dear
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("statement", [1, 5, 20])
def test_a_killed_upgrade_changes_nothing(
    statement: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, digest: str
) -> None:
    old = half_played(tmp_path, monkeypatch, "0005")
    before = dump(old)
    command = [sys.executable, "-c", KILLED, sqlite_url(old), str(statement)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -9
    assert dump(old) == before
    with open_store(sqlite_url(old)) as store:
        make_up(store, monkeypatch)
        assert run_to_its_end(store).event_digest == digest


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())
