"""A database of the first schema with a half-run tournament: upgraded, verified, and played to its end."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from arena.cli.main import run_command_line
from arena.record.verify import verify
from arena.service.verify.verify import verify_tournament
from arena.store.database.store import open_store, sqlite_url
from arena.store.database.upgrade import HEAD, migrations, revision
from arena.store.results.games import iter_games
from tests.cli.arena import arena
from tests.conftest import Scale
from tests.store.released import BOTS, GAMES, SEED, TOURNAMENT, half_run

pytestmark = pytest.mark.fault("F26")
Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return half_run(tmp_path)


def rows(path: Path, columns: dict[str, list[str]] | None = None) -> Rows:
    """What is in the tables, each in the order of its key; of these columns, where they are given."""
    with closing(sqlite3.connect(path)) as database:
        wanted = columns or columns_of(database)
        return {
            table: database.execute(f'SELECT {", ".join(named)} FROM "{table}" ORDER BY 1, 2').fetchall()
            for table, named in wanted.items()
        }


def columns_of(database: sqlite3.Connection) -> dict[str, list[str]]:
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return {
        table: [f'"{row[1]}"' for row in database.execute(f'PRAGMA table_info("{table}")')]
        for (table,) in tables
        if table != "alembic_version"
    }


@pytest.mark.dear
def test_it_is_upgraded_and_all_that_was_played_verifies(old: Path) -> None:
    with open_store(sqlite_url(old)) as store:
        with store.reading() as tx:
            games = list(iter_games(tx, TOURNAMENT, range(1, 7), logs=True))
            assert len(games) == GAMES
            for game in games:
                assert game.log
                assert verify(game.log.data()).contents
        found = verify_tournament(store, TOURNAMENT)
    assert [str(finding) for finding in found.findings] == []
    with closing(sqlite3.connect(old)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (HEAD,)


@pytest.mark.dear
def test_every_migration_by_itself_keeps_what_there_was(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database:
        columns = columns_of(database)
    before, engine = rows(old, columns), create_engine(sqlite_url(old))
    steps = [script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions()]
    for step in reversed(steps):
        with engine.begin() as connection:
            config = migrations()
            config.attributes["connection"] = connection
            command.upgrade(config, step)
        assert revision(engine) == step
        assert rows(old, columns) == before
    engine.dispose()
    assert step == HEAD


UPGRADE = """
import os, signal, sys
from sqlalchemy import Engine, event
from arena.store.database.store import open_store

left = int(sys.argv[2])

@event.listens_for(Engine, "after_cursor_execute")
def count(connection, cursor, statement, *_):
    global left
    if statement.lstrip().split()[0] in ("CREATE", "ALTER", "UPDATE", "INSERT", "DROP"):
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

open_store(sys.argv[1])
"""


def kill_after(path: Path, statements: int) -> None:
    """Upgrade in another process, which is killed after so many changes."""
    command = [sys.executable, "-c", UPGRADE, sqlite_url(path), str(statements)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.dear
def test_an_upgrade_that_is_killed_leaves_the_old_schema_whole(old: Path, scale: Scale) -> None:
    before = dump(old)
    for statements in scale.pick(quick=(5, 30), ci=(5, 30), full=(*range(1, 31),)):
        kill_after(old, statements)
        assert dump(old) == before
    with open_store(sqlite_url(old)) as store:
        assert verify_tournament(store, TOURNAMENT).ok


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


@pytest.fixture(scope="module")
def resumed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tournament, played to its end by today's arena."""
    old = half_run(tmp_path_factory.mktemp("resumed"))
    assert run_command_line(["run", "--resume", str(TOURNAMENT), "--db", str(old), "-q"]) == 0
    return old


@pytest.mark.full
def test_it_is_played_to_its_end(resumed: Path) -> None:
    with open_store(sqlite_url(resumed)) as store:
        found = verify_tournament(store, TOURNAMENT)
    assert [str(finding) for finding in found.findings] == []
    assert digest(resumed)


@pytest.mark.full
def test_it_ends_as_if_played_today(resumed: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What came of it is what comes of the same tournament played today from its beginning."""
    bots = [str(resumed.parent / f"{bot}.py") for bot in BOTS]
    setting = ("-r", "mau-mau", "-r", "detailed", "-n", "8", "-j", "2", "--seed", SEED, "-q")
    today = tmp_path / "today.db"
    assert arena(capfd, "run", *bots, *setting, "--db", str(today)).code == 0
    assert digest(resumed) == digest(today)
    assert standings(capfd, resumed) == standings(capfd, today)


def digest(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        [(state, found)] = database.execute("SELECT state, event_digest FROM tournament").fetchall()
    assert state == "over"
    return str(found)


def standings(capfd: pytest.CaptureFixture[str], path: Path) -> object:
    shown = arena(capfd, "tournament", "standings", str(TOURNAMENT), "--json", "--db", str(path))
    assert shown.code == 0
    return json.loads(shown.out)["standings"]
