"""The same database of the first schema on PostgreSQL: its rows as they were, then upgraded and played on."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, create_engine, select

from arena.cli.main import run_command_line
from arena.service.verify.verify import verify_tournament
from arena.store.database.copies import advance_row_counter
from arena.store.database.engines import new_engine
from arena.store.database.store import open_store, sqlite_url
from arena.store.database.upgrade import HEAD, migrations, revision
from arena.store.tables.schedule import TOURNAMENT
from tests.store.released import GAMES, half_run
from tests.store.released import TOURNAMENT as NUMBER
from tests.store.test_upgrade import migrated

if TYPE_CHECKING:
    from tests.postgres.server import Server

pytestmark = [pytest.mark.dear, pytest.mark.fault("F26")]
Rows = dict[str, list[tuple[object, ...]]]


@pytest.fixture
def url(postgres: "Server", tmp_path: Path) -> Iterator[str]:
    """A server's database as the first release would have left it."""
    made = postgres.database()
    engine = migrated(made, "0001")
    _copy(create_engine(sqlite_url(half_run(tmp_path))), engine)
    engine.dispose()
    yield made
    postgres.drop(made)


def tables_of(engine: Engine) -> MetaData:
    found = MetaData()
    found.reflect(engine)
    return found


def _copy(old: Engine, new: Engine) -> None:
    source, target = tables_of(old), tables_of(new)
    with old.connect() as rows, new.begin() as tx:
        for table in target.sorted_tables:
            if table.name != "alembic_version":
                wanted = select(*(source.tables[table.name].c[column.name] for column in table.columns))
                if found := [dict(row) for row in rows.execute(wanted).mappings()]:
                    tx.execute(table.insert(), found)
                    advance_row_counter(tx, table)
    old.dispose()


def rows(engine: Engine, tables: MetaData) -> Rows:
    with engine.connect() as tx:
        return {
            table.name: [tuple(row) for row in tx.execute(select(table).order_by(*table.primary_key))]
            for table in tables.sorted_tables
            if table.name != "alembic_version"
        }


def test_every_migration_by_itself_keeps_what_there_was(url: str) -> None:
    engine = new_engine(url)
    tables = tables_of(engine)
    before = rows(engine, tables)
    assert len(before["game"]) == GAMES
    for script in reversed(list(ScriptDirectory.from_config(migrations()).walk_revisions())):
        with engine.begin() as connection:
            config = migrations()
            config.attributes["connection"] = connection
            command.upgrade(config, script.revision)
        assert rows(engine, tables) == before
    assert revision(engine) == HEAD
    engine.dispose()


def test_it_is_upgraded_and_verifies(url: str) -> None:
    with open_store(url) as store:
        assert [str(finding) for finding in verify_tournament(store, NUMBER).findings] == []


@pytest.mark.full
def test_it_is_played_to_its_end(url: str) -> None:
    open_store(url).close()
    assert run_command_line(["run", "--resume", str(NUMBER), "--db", url, "-q"]) == 0
    with open_store(url) as store:
        assert [str(finding) for finding in verify_tournament(store, NUMBER).findings] == []
        with store.reading() as tx:
            assert tx.scalar(select(TOURNAMENT.c.state)) == "over"
