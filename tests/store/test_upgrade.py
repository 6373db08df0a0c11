"""Migrations create the tables of the code and only go forward."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, column, insert, inspect, select, table, text

from arena.store.database.engines import new_engine
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.database.upgrade import HEAD, NewerDatabase, migrations
from arena.store.results.commit import commit_record
from arena.store.results.records import TournamentState
from arena.store.tables import METADATA
from arena.store.tables.ladder import CACHED_DOCUMENT, ENCOUNTER
from arena.store.tournaments.list import progress
from arena.store.tournaments.pairings import history, read_pairings
from arena.store.tournaments.schedule import pieces, read_tournament
from arena.store.tournaments.states import Frozen, finish, lock_tournament
from tests.postgres.databases import NewUrl
from tests.store.samples import NOW, record


def migrated(url: str, version: str) -> Engine:
    """Return a database that the migrations made."""
    engine, config = new_engine(url), migrations()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    return engine


def test_the_migrations_make_exactly_the_tables_of_the_code(url: str) -> None:
    engine = migrated(url, "head")
    with engine.connect() as tx:
        context = MigrationContext.configure(tx, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_a_new_database_is_what_the_migrations_make(new_url: NewUrl) -> None:
    made, url = schema(migrated(new_url(), "head")), new_url()
    open_store(url).close()
    assert "alembic_version" in made
    assert schema(new_engine(url)) == made


def schema(engine: Engine) -> dict[str, list[str]]:
    """Return a database's schema without the order of columns and the names of unnamed parts."""
    found, names = inspect(engine), inspect(engine).get_table_names()
    parts = ("columns", "indexes", "unique_constraints", "foreign_keys", "check_constraints")
    schema = {name: [repr(found.get_pk_constraint(name))] for name in names}
    for name, part in product(names, parts):
        schema[name] += sorted(map(_repr, getattr(found, f"get_{part}")(name)))
    engine.dispose()
    return schema


def _repr(part: Mapping[str, Any]) -> str:
    """Return a part of a schema as text, with the condition of a partial index as SQL."""
    options = {key: str(value) for key, value in part.get("dialect_options", {}).items()}
    return repr({**part, "dialect_options": options})


def test_the_newest_migration_is_the_one_the_code_asks_for() -> None:
    assert ScriptDirectory.from_config(migrations()).get_current_head() == HEAD


def test_a_newer_database_is_refused(url: str) -> None:
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


def test_an_older_database_is_upgraded_with_its_contents(url: str) -> None:
    engine = migrated(url, "0001")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO owner (name) VALUES ('somebody')"))
    engine.dispose()
    with open_store(url) as store, store.reading() as tx:
        assert tx.scalar(text("SELECT name FROM owner")) == "somebody"
        assert tx.scalar(text("SELECT count(*) FROM house_rules")) == 0
        assert tx.scalar(text("SELECT version_num FROM alembic_version")) == HEAD


def test_encounters_without_the_closest_game_are_computed_again(url: str) -> None:
    engine = migrated(url, "0018")
    with engine.begin() as connection:
        old = [column.name for column in ENCOUNTER.c if column.name not in ("closest", "lead")]
        values: dict[str, object] = {name: NOW if name == "played_at" else 1 for name in old}
        values |= {"first": True, "counted": True, "ruleset": "x", "cause": ""}
        connection.execute(insert(table("encounter", *map(column, old))).values(values))
        for kind in ("encounters", "ladder"):
            document = {"kind": kind, "key": "1", "position": "1", "document": b""}
            connection.execute(insert(CACHED_DOCUMENT).values(document))
    engine.dispose()
    with open_store(url) as store, store.reading() as tx:
        assert tx.execute(select(ENCOUNTER)).all() == []
        assert tx.scalars(select(CACHED_DOCUMENT.c.kind)).all() == ["ladder"]


OLD = """
INSERT INTO owner (id, name) VALUES (1, 'local');
INSERT INTO bot (id, owner_id, name, folded, created_at) VALUES
 (1, 1, 'a', 'a', '2026-11-20 12:00:00'), (2, 1, 'b', 'b', '2026-11-20 12:00:00');
INSERT INTO bot_version (id, bot_id, digest, source, created_at) VALUES
 (1, 1, 'aa', 'builtin:a', '2026-11-20 12:00:00'), (2, 2, 'bb', 'builtin:b', '2026-11-20 12:00:00');
INSERT INTO tournament (id, owner_id, name, format, boards, secret, open_seed, rated, runner, clock_bank_ms,
 clock_increment_ms, clock_cap_ms, limits, created_at, finished_at, event_digest) VALUES
 (1, 1, 'over', 'round-robin', 2, '00', FALSE, TRUE, 'process', 1, 2, 3, '{}', '2026-11-20 12:00:00',
  '2026-11-20 13:00:00', 'dd'),
 (2, 1, 'not over', 'round-robin', 2, '00', FALSE, TRUE, 'process', 1, 2, 3, '{}', '2026-11-21 12:00:00',
  NULL, NULL);
INSERT INTO entrant (id, tournament_id, number, bot_version_id, name, source) VALUES
 (1, 1, 1, 1, 'a', 'builtin:a'), (2, 1, 2, 2, 'b', 'builtin:b'),
 (3, 2, 1, 1, 'a', 'builtin:a'), (4, 2, 2, 2, 'b', 'builtin:b');
INSERT INTO round (tournament_id, number, ruleset, ruleset_hash) VALUES
 (1, 1, 'mau-mau@1', 'm'), (2, 1, 'mau-mau@1', 'm'), (2, 2, 'mau-mau@1', 'm'), (2, 3, 'prsi@1', 'p');
INSERT INTO match
 (id, tournament_id, round, pairing, piece, earlier, first_board, boards, committed_at) VALUES
 (1, 1, 1, 1, 1, 0, 0, 2, NULL), (2, 2, 1, 1, 1, 0, 0, 2, NULL), (3, 2, 3, 1, 1, 1, 0, 2, NULL);
INSERT INTO match_seat (match_id, number, entrant_id) VALUES
 (1, 0, 2), (1, 1, 1), (2, 0, 4), (2, 1, 3), (3, 0, 4), (3, 1, 3);
"""


@pytest.mark.dear
@pytest.mark.parametrize("version", ["0001", "0002"])
def test_old_tournaments_become_round_robins_that_continue(url: str, version: str) -> None:
    _made_by(url, version)
    with open_store(url) as store:
        with store.writing() as tx:
            over, going_on = read_tournament(tx, 1), read_tournament(tx, 2)
            assert over
            assert going_on
            assert (over.seats, over.planned_rounds, over.forbidden, over.tie_breaks) == (2, 1, (), ())
            assert [(one.number, one.cycle, one.paired) for one in going_on.rounds] == [
                (1, 1, True),
                (2, 1, True),
                (3, 2, True),
            ]
            assert (progress(tx, 1).state, progress(tx, 2).state) == (
                TournamentState.OVER,
                TournamentState.INTERRUPTED,
            )
            for one in pieces(tx, 2):
                assert commit_record(tx, one.key, record(one), NOW)
            finish(tx, 2, NOW)
            with pytest.raises(Frozen):
                lock_tournament(tx, 1)
        with store.reading() as tx:
            assert [one.bots for one in read_pairings(tx, 2)] == [(1, 2), (1, 2)]  # by the Berger tables
            assert history(tx, 2, 2).points() == {1: 0, 2: 1}
            assert progress(tx, 2).games_total == progress(tx, 2).games_done == 8


def _made_by(url: str, version: str) -> None:
    """Write a database of an older schema."""
    engine = migrated(url, version)
    with engine.begin() as connection:
        for statement in OLD.split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)
    engine.dispose()


def test_concurrent_opening_of_a_new_database(url: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        for store in threads.map(open_store, [url] * 4):
            store.close()


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "arena.db").write_bytes(b"this is a text" * 1000)
    with pytest.raises(StoreFailed, match="not a database"):
        open_store(sqlite_url(tmp_path / "arena.db"))


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="unable to open"):
        open_store(sqlite_url(tmp_path / "missing" / "arena.db"))


def test_a_block_that_raises_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.writing() as tx:
        tx.execute(text("INSERT INTO owner (name) VALUES ('somebody')"))
        raise ZeroDivisionError
    with store.reading() as tx:
        assert tx.scalar(text("SELECT count(*) FROM owner")) == 0
