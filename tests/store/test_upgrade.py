"""The migrations make the tables that the code has, and only go forward."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from arena.store.store import Store, StoreFailed, open_store, sqlite_url
from arena.store.tables import Table
from arena.store.upgrade import HEAD, NewerDatabase, migrations


def test_an_empty_database_gets_exactly_the_tables_of_the_code(store: Store) -> None:
    with store.reading() as tx:
        context = MigrationContext.configure(tx, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Table.metadata) == []


def test_the_newest_migration_is_the_one_the_code_asks_for() -> None:
    assert ScriptDirectory.from_config(migrations()).get_current_head() == HEAD


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "arena.db")
    with open_store(url) as store, store.writing() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabase, match="9999"):
        open_store(url)


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "arena.db")
    open_store(url).close()
    before = (tmp_path / "arena.db").read_bytes()
    open_store(url).close()
    assert (tmp_path / "arena.db").read_bytes() == before


def test_an_older_database_is_brought_up_with_what_is_in_it(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "arena.db")
    engine, config = create_engine(url), migrations()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO owner (name) VALUES ('somebody')"))
    engine.dispose()
    with open_store(url) as store, store.reading() as tx:
        assert tx.scalar(text("SELECT name FROM owner")) == "somebody"
        assert tx.scalar(text("SELECT count(*) FROM house_rules")) == 0
        assert tx.scalar(text("SELECT version_num FROM alembic_version")) == HEAD


def test_several_open_a_new_database_at_once(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "arena.db")
    with ThreadPoolExecutor(4) as threads:
        for store in threads.map(open_store, [url] * 4):
            store.close()


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "arena.db").write_bytes(b"this is a text" * 1000)
    with pytest.raises(StoreFailed, match="not a database"):
        open_store(sqlite_url(tmp_path / "arena.db"))


def test_a_folder_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="unable to open"):
        open_store(sqlite_url(tmp_path / "missing" / "arena.db"))


def test_a_block_that_raises_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.writing() as tx:
        tx.execute(text("INSERT INTO owner (name) VALUES ('somebody')"))
        raise ZeroDivisionError
    with store.reading() as tx:
        assert tx.scalar(text("SELECT count(*) FROM owner")) == 0
