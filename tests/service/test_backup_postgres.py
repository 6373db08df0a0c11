"""Back-ups of PostgreSQL, and putting them back: with its own programs, and by copying rows."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, text

from arena.service.admin.backup import Backup, back_up
from arena.service.admin.copy import copy
from arena.service.admin.prune import plan, prune
from arena.service.admin.restore import restore
from arena.service.admin.summary import summary
from arena.service.errors import BadSettings, DatabaseError
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.verify.verify import verify_tournament
from arena.store.database.integrity import open_read_only
from arena.store.database.store import Store, open_store
from arena.store.database.upgrade import HEAD
from tests.factories.logged_matches import play_all, play_some
from tests.postgres.databases import template
from tests.store.released import GAMES, half_run

if TYPE_CHECKING:
    from tests.postgres.server import Server

pytestmark = pytest.mark.dear


@pytest.fixture
def url(postgres: "Server") -> Iterator[str]:
    """A database with all tables, and nothing in them."""
    made = postgres.database(template(postgres))
    yield made
    postgres.drop(made)


@pytest.fixture
def other(postgres: "Server") -> Iterator[str]:
    """A database without tables."""
    made = postgres.database()
    yield made
    postgres.drop(made)


@pytest.fixture
def played(url: str, settings: TournamentSettings) -> str:
    """A database in which an event is half played."""
    with open_store(url) as store:
        play_some(store, create(store, settings), 2)
    return url


def number(url: str, question: str) -> int:
    with open_read_only(url) as connection:
        return int(connection.execute(text(question)).scalar_one())


def goes_on(store: Store) -> bool:
    play_all(store, 1)
    return verify_tournament(store, 1).ok


@pytest.fixture
def made(played: str, tmp_path: Path) -> Backup:
    return back_up(played, tmp_path / "copy")


def test_a_back_up_is_put_into_an_empty_database_and_goes_on_there(
    made: Backup, other: str, tmp_path: Path
) -> None:
    assert (made.integrity.schema, made.integrity.tournaments, made.integrity.head[0]) == (HEAD, 1, 2)
    assert "secret" not in made.where
    assert made.path.stat().st_mode & 0o777 == 0o600
    done = restore(tmp_path / "copy", other)
    assert (done.integrity, done.kept) == (made.integrity, "")
    with open_store(other) as store:
        assert goes_on(store)


def test_what_libpq_knows_may_stand_behind_the_question_mark(
    made: Backup, other: str, tmp_path: Path
) -> None:
    """All of it: the database and who asks too."""
    server, name = other.rsplit("/", 1)
    host = server.rpartition("@")[2]
    url = f"postgresql://{host}/?dbname={name}&user=arena&password=it%27s%20a%20secret%2F%40"
    assert restore(tmp_path / "copy", url).integrity == made.integrity
    assert back_up(url, tmp_path / "again").integrity == made.integrity


def test_the_password_may_lie_in_a_file(played: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For the arena and for PostgreSQL's own programs."""
    where = make_url(played)
    file = tmp_path / "password"
    monkeypatch.setenv("POSTGRES_PASSWORD_FILE", str(file))
    without = where._replace(password=None).render_as_string(hide_password=False)
    with pytest.raises(DatabaseError):
        back_up(without, tmp_path / "copy")
    file.write_text(f"{where.password}\n")
    assert back_up(without, tmp_path / "copy").integrity.tournaments == 1


def test_while_it_is_written_to_a_back_up_is_of_one_moment(played: str, other: str, tmp_path: Path) -> None:
    with open_store(played) as store, store.writing() as tx:
        tx.execute(text("UPDATE tournament SET name = 'later'"))
        made = back_up(played, tmp_path / "copy")
    assert restore(tmp_path / "copy", other).integrity == made.integrity
    assert number(other, "SELECT count(*) FROM tournament WHERE name = 'later'") == 0


def test_contents_are_replaced_only_by_force(made: Backup, played: str, tmp_path: Path) -> None:
    with open_store(played) as store:
        play_all(store, 1)
    with pytest.raises(DatabaseError, match="--force replaces"):
        restore(tmp_path / "copy", played)
    done = restore(tmp_path / "copy", played, force=True)
    assert (done.integrity, done.kept) == (made.integrity, "")
    assert number(played, "SELECT count(*) FROM ledger_entry") == 2
    with open_store(played) as store:
        assert goes_on(store)


def test_an_empty_database_with_tables_is_an_empty_place(made: Backup, other: str, tmp_path: Path) -> None:
    open_store(other).close()
    assert restore(tmp_path / "copy", other).kept == ""
    with open_store(other) as store:
        assert goes_on(store)


def test_what_others_use_is_not_replaced(made: Backup, played: str, tmp_path: Path) -> None:
    with open_store(played) as store, store.reading() as tx:
        tx.execute(text("SELECT 1"))
        with pytest.raises(DatabaseError):
            restore(tmp_path / "copy", played, force=True)


REFUSE = """
CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql
 AS $$ BEGIN RAISE EXCEPTION 'no index'; END $$;
CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION refuse()
"""  # indexes come when all rows are there


def test_a_dump_that_fails_in_the_middle_changes_nothing(made: Backup, played: str, tmp_path: Path) -> None:
    with open_store(played) as store, store.writing() as tx:
        tx.execute(text(REFUSE))
    with pytest.raises(DatabaseError):
        restore(tmp_path / "copy", played, force=True)
    with open_store(played) as store:
        assert goes_on(store)


def test_a_dump_that_is_cut_off_is_refused(made: Backup, other: str, tmp_path: Path) -> None:
    data = (tmp_path / "copy").read_bytes()
    for size in (100, len(data) // 2, len(data) - 10):
        (tmp_path / "short").write_bytes(data[:size])
        with pytest.raises(BadSettings):
            restore(tmp_path / "short", other)
    assert number(other, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 0


def test_a_dump_of_a_newer_arena_or_of_something_else_is_refused(
    played: str, other: str, tmp_path: Path
) -> None:
    with open_store(played) as store, store.writing() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError):
        back_up(played, tmp_path / "copy")
    with pytest.raises(DatabaseError):
        back_up(other, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_file_of_sqlite_is_copied_into_postgresql_and_back(other: str, tmp_path: Path) -> None:
    """A tournament that the first release left half run is played to its end on the server."""
    old = half_run(tmp_path)
    done = restore(old, other)
    assert (done.integrity.schema, done.integrity.games) == (HEAD, GAMES)
    with open_store(other) as store:
        assert verify_tournament(store, 1).ok
        with store.writing() as tx:  # numbers go on behind those that are there
            tx.execute(text("INSERT INTO owner (name) VALUES ('somebody')"))
    assert copy(other, str(tmp_path / "back.db")).games == GAMES
    with open_store(f"sqlite:///{tmp_path / 'back.db'}") as store:
        assert verify_tournament(store, 1).ok


def test_it_is_not_copied_into_what_is_not_empty(played: str, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError):
        restore(half_run(tmp_path), played)
    assert number(played, "SELECT count(*) FROM tournament") == 1


def test_logs_are_dropped_there_too(played: str) -> None:
    with open_store(played) as store:
        play_all(store, 1)
        wanted = plan(store, timedelta(0))
    done = prune(played, wanted)
    assert (done.games, done.not_vacuumed) == (wanted.games, "")
    with open_store(played) as store:
        assert verify_tournament(store, 1).ok


def test_what_is_there_is_counted(played: str) -> None:
    found = summary(played)
    assert found.kind.startswith("PostgreSQL 1")
    assert (found.counts["tournaments"], found.counts["entries"], found.schema) == (1, 2, HEAD)
    assert found.size > 1_000_000
