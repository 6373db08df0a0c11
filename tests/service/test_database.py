"""Which database is meant."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.service.admin.backup import back_up
from arena.service.admin.doctor.database import database
from arena.service.admin.doctor.result import CheckState
from arena.service.admin.restore import restore
from arena.service.admin.summary import summary
from arena.service.database import database_url, may_exist, open_database
from arena.service.errors import DatabaseError
from arena.store.database.upgrade import HEAD
from arena.store.database.urls import hide_secrets
from arena.store.tables.bots import OWNER


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("ARENA_DB", raising=False)
    return tmp_path


def test_the_option_comes_first_then_the_variable_the_folder_the_user(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert database_url() == f"sqlite:///{home}/data/arena/arena.db"
    (home / "arena.db").touch()
    assert database_url() == f"sqlite:///{home}/arena.db"
    monkeypatch.setenv("ARENA_DB", "other.db")
    assert database_url() == f"sqlite:///{home}/other.db"
    assert database_url("third.db") == f"sqlite:///{home}/third.db"
    for given in ("postgres://host/arena", "postgresql://host/arena", "postgresql+psycopg://host/arena"):
        assert database_url(given) == "postgresql+psycopg://host/arena"


def test_a_relative_data_folder_is_not_the_standards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert database_url() == f"sqlite:///{Path.home()}/.local/share/arena/arena.db"


def test_the_folder_is_made(home: Path) -> None:
    with open_database():
        assert (home / "data" / "arena" / "arena.db").exists()


@pytest.fixture(params=[0o000, 0o022, 0o277], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_only_their_owner_reads_the_database_and_its_copies(home: Path) -> None:
    path = home / "new" / "folder" / "arena.db"
    with open_database(str(path)):
        back_up(str(path), home / "backup")
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == dict.fromkeys(("arena.db", "arena.db-wal", "arena.db-shm"), 0o600)
    assert (home / "backup").stat().st_mode & 0o777 == 0o600
    for folder in (path.parent, path.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700
    restore(home / "backup", str(home / "again" / "arena.db"))
    assert (home / "again" / "arena.db").stat().st_mode & 0o777 == 0o600


def test_what_fails_for_the_databases_sake_is_told_with_its_name(home: Path) -> None:
    (home / "arena.db").write_text("not a database, but a text of some length" * 100)
    with pytest.raises(DatabaseError, match=r"arena\.db: .*not a database"), open_database():
        pass
    (home / "file").touch()
    with pytest.raises(DatabaseError, match="file"), open_database(str(home / "file" / "arena.db")):
        pass
    with (
        pytest.raises(DatabaseError, match=r"new\.db: .*owner"),
        open_database("new.db") as store,
        store.writing() as tx,
    ):
        OWNER.drop(tx)
        tx.execute(OWNER.select())


@pytest.mark.parametrize("name", ["why?", "why?mode=memory", "100%25", "no #1", "a&b;c", "x@y:z", "Jörg's"])
def test_a_path_is_taken_as_it_is_written(name: str, home: Path) -> None:
    path = home / name / "arena.db"
    for given in (str(path), f"sqlite:///{path}"):
        with open_database(given) as store, store.writing() as tx:
            tx.execute(OWNER.insert().values(name=given))
    made = back_up(str(path), home / name / "copy")
    assert made.integrity == restore(home / name / "copy", str(home / name / "again.db")).integrity
    assert summary(str(home / name / "again.db")).schema == HEAD
    assert [*database(str(path))][-1].state is CheckState.OK
    assert {one.name for one in (home / name).iterdir()} == {"arena.db", "copy", "again.db"}
    assert [one.name for one in home.iterdir()] == [name]


def test_a_database_can_be_asked_for_without_making_one(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    assert not may_exist(str(path))
    assert not path.exists()
    with open_database(str(path)):
        assert may_exist(str(path))
    assert may_exist("postgresql://host/arena"), "whoever names a server has one"


def test_no_secret_is_shown() -> None:
    assert hide_secrets("postgres://me:secret@host:1/arena?sslmode=require") == (
        "postgresql://me:***@host:1/arena?sslmode=require"
    )
    assert "secret" not in hide_secrets("postgresql://host/arena?user=me&password=secret&sslpassword=secret")
    assert hide_secrets("postgresql://me:secret@host:port/arena") == "--db"
    assert hide_secrets("sqlite:////tmp/arena.db") == "/tmp/arena.db"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://me:secret@host:port/arena", "postgresql://"),
        ("oracle2://me:secret@host/arena", "oracle2"),
        ("postgresql://me:secret@127.0.0.1:1/arena?connect_timeout=2", "refused"),
        ("postgresql://me:secret@127.0.0.1:1/arena?no_such_option=2", "no_such_option"),
    ],
)
def test_what_is_wrong_with_a_url_is_told_without_its_password(url: str, said: str) -> None:
    with pytest.raises(DatabaseError, match=said) as told, open_database(url):
        pass
    assert "secret" not in str(told.value)
