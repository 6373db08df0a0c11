"""Back-ups of a database that is a file, and putting them back."""

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

import pytest
from sqlalchemy import text

from arena.service.admin.backup import back_up
from arena.service.admin.restore import restore
from arena.service.errors import BadSettings, DatabaseError
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.verify.verify import verify_tournament
from arena.store.database.copies import copy_file
from arena.store.database.integrity import IntegrityReport, check_file
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.database.upgrade import HEAD
from arena.store.results.ledger import find_broken_entry
from tests.factories.logged_matches import play_all, play_some
from tests.store.released import GAMES, half_run


@pytest.fixture(scope="module")
def prepared(empty: Path, settings: TournamentSettings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which an event is half played."""
    path = Path(shutil.copy(empty, tmp_path_factory.mktemp("played") / "arena.db"))
    with open_store(sqlite_url(path)) as store:
        play_some(store, create(store, settings), 2)
    return path


@pytest.fixture
def played(store: Store, tmp_path: Path) -> Path:
    """A copy of that database, open in `store` as by an arena that runs."""
    return tmp_path / "arena.db"


def rows(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def test_a_back_up_is_all_that_is_in_the_database(played: Path, tmp_path: Path) -> None:
    made = back_up(str(played), tmp_path / "copy")
    assert rows(tmp_path / "copy") == rows(played)
    assert made.integrity == check_file(played)
    assert (made.integrity.schema, made.integrity.tournaments, made.integrity.head[0]) == (HEAD, 1, 2)
    assert {path.name for path in tmp_path.iterdir()} <= {"arena.db", "arena.db-wal", "arena.db-shm", "copy"}


def test_it_is_written_where_no_file_can_have_two_names(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a USB stick."""

    def link(_: Path, __: Path) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", link)
    back_up(str(played), tmp_path / "copy")
    restore(tmp_path / "copy", str(tmp_path / "new.db"))
    assert rows(tmp_path / "copy") == rows(tmp_path / "new.db") == rows(played)
    with pytest.raises(BadSettings):
        back_up(str(played), tmp_path / "copy")
    assert not [*tmp_path.glob(".*")]


@pytest.mark.dear
def test_while_a_tournament_is_written_every_back_up_is_of_one_moment(
    tmp_path: Path, store: Store, settings: TournamentSettings
) -> None:
    """Each holds whole transactions only: its ledger fits, and so do the games in it."""
    number, over = create(store, settings), Event()

    def play() -> None:
        play_all(store, number)
        over.set()

    player = Thread(target=play)
    player.start()
    seen: list[IntegrityReport] = []
    while not over.is_set() or not seen:
        made = back_up(str(tmp_path / "arena.db"), tmp_path / f"copy{len(seen)}")
        seen.append(made.integrity)
    player.join()
    assert all(not one.broken for one in seen)
    with open_store(sqlite_url(tmp_path / "copy0")) as copy:
        assert verify_tournament(copy, number).ok


def test_of_an_old_schema_it_is_as_it_is(tmp_path: Path) -> None:
    """Before an upgrade there has to be a back-up that the old arena can still use."""
    old = half_run(tmp_path)
    assert back_up(str(old), tmp_path / "copy").integrity.schema == "0001"
    assert rows(tmp_path / "copy") == rows(old)
    done = restore(tmp_path / "copy", str(tmp_path / "new" / "arena.db"))
    assert (done.integrity.schema, done.integrity.games, done.kept) == (HEAD, GAMES, "")


@pytest.mark.parametrize(
    "name",
    ["folder", "arena.db", "there"],
)
@pytest.mark.dear
def test_nothing_is_overwritten(played: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "there").write_text("mine")
    with pytest.raises(BadSettings):
        back_up(str(played), tmp_path / name)
    assert (tmp_path / "there").read_text() == "mine"
    back_up(str(played), tmp_path / "there", replace=True)
    assert rows(tmp_path / "there") == rows(played)


def test_a_device_or_a_pipe_is_not_replaced(played: Path, tmp_path: Path) -> None:
    """As `/dev/null` would be, by root."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadSettings):
        back_up(str(played), tmp_path / "pipe", replace=True)
    assert (tmp_path / "pipe").is_fifo()


def test_what_cannot_be_written_is_told(played: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError):
        back_up(str(played), tmp_path / "missing" / "copy")
    with pytest.raises(DatabaseError):
        back_up(str(played), Path("/proc/copy"))
    with pytest.raises(DatabaseError):
        back_up(str(tmp_path / "none.db"), tmp_path / "copy")
    assert not (tmp_path / "none.db").exists()


def test_a_database_that_is_damaged_gives_no_back_up(played: Path, tmp_path: Path, store: Store) -> None:
    store.close()
    spoil(played)
    with pytest.raises(DatabaseError):
        back_up(str(played), tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    assert not list(tmp_path.glob(".*"))


def spoil(path: Path) -> None:
    """Some pages in the middle are of something else."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(bytes(range(256)) * 16 * 20)


@pytest.mark.dear
def test_a_broken_ledger_is_told_and_kept(played: Path, tmp_path: Path, store: Store) -> None:
    with store.writing() as tx:
        tx.execute(text("UPDATE ledger_entry SET previous = digest WHERE number = 2"))
    made = back_up(str(played), tmp_path / "copy")
    assert "broken at entry 2" in made.integrity.broken
    with pytest.raises(BadSettings):
        restore(tmp_path / "copy", str(tmp_path / "new.db"))
    assert restore(tmp_path / "copy", str(tmp_path / "new.db"), force=True).integrity == made.integrity


# ---- no room -----------------------------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk that is soon full."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.fault("F07")
@pytest.mark.dear
def test_a_full_disk_leaves_nothing_of_a_back_up(played: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "small", "200k") as disk:
        with pytest.raises(DatabaseError):
            back_up(str(played), disk / "copy")
        assert list(disk.iterdir()) == []


@pytest.mark.fault("F07")
@pytest.mark.dear
def test_a_full_disk_leaves_the_database_as_it_was(played: Path, tmp_path: Path) -> None:
    back_up(str(played), tmp_path / "copy")
    with small_disk(tmp_path / "small", "700k") as disk:
        shutil.copy(tmp_path / "copy", disk / "arena.db")
        before = rows(disk / "arena.db")
        with pytest.raises(DatabaseError):
            restore(tmp_path / "copy", str(disk / "arena.db"), force=True)
        assert [path.name for path in disk.iterdir()] == ["arena.db"]
        assert rows(disk / "arena.db") == before


# ---- putting it back ---------------------------------------------------------------------------------------


@pytest.mark.dear
def test_it_is_put_into_an_empty_place_and_goes_on_there(played: Path, tmp_path: Path, store: Store) -> None:
    made = back_up(str(played), tmp_path / "copy")
    done = restore(tmp_path / "copy", str(tmp_path / "new" / "arena.db"))
    assert (done.integrity, done.kept) == (made.integrity, "")
    with open_store(sqlite_url(tmp_path / "new" / "arena.db")) as again:
        play_all(again, 1)
        assert verify_tournament(again, 1).ok
    with store.reading() as tx:
        assert find_broken_entry(tx) is None


@pytest.mark.dear
def test_a_database_with_nothing_in_it_is_an_empty_place(played: Path, tmp_path: Path, empty: Path) -> None:
    back_up(str(played), tmp_path / "copy")
    shutil.copy(empty, tmp_path / "new.db")
    (tmp_path / "zero.db").touch()
    for name in ("new.db", "zero.db"):
        assert restore(tmp_path / "copy", str(tmp_path / name)).kept == ""
        assert rows(tmp_path / name) == rows(tmp_path / "copy")


@pytest.mark.dear
def test_what_was_there_is_kept_and_only_where_that_is_wanted(
    played: Path, tmp_path: Path, store: Store
) -> None:
    back_up(str(played), tmp_path / "copy")
    play_all(store, 1)
    store.close()
    before = rows(played)
    with pytest.raises(DatabaseError):
        restore(tmp_path / "copy", str(played))
    assert rows(played) == before
    done = restore(tmp_path / "copy", str(played), force=True)
    assert rows(played) == rows(tmp_path / "copy")
    assert rows(Path(done.kept)) == before
    assert not played.with_name("arena.db-wal").exists()


def test_of_a_link_what_it_names_is_replaced(played: Path, tmp_path: Path, store: Store) -> None:
    disk, link, copies = tmp_path / "disk", tmp_path / "link.db", tmp_path / "copies"
    back_up(str(played), tmp_path / "copy")
    store.close()
    disk.mkdir()
    played.rename(disk / "arena.db")
    link.symlink_to(disk / "arena.db")
    copies.symlink_to(disk / "last")
    (disk / "last").touch()
    before = rows(link)
    done = restore(tmp_path / "copy", str(link), force=True)
    back_up(str(link), copies, replace=True)
    assert link.is_symlink()
    assert copies.is_symlink()
    assert Path(done.kept).parent == disk
    assert rows(Path(done.kept)) == before
    assert rows(disk / "arena.db") == rows(tmp_path / "copy") == rows(disk / "last")
    assert {path.name for path in disk.iterdir()} == {"arena.db", "last", Path(done.kept).name}


@pytest.mark.dear
def test_what_is_open_elsewhere_is_not_replaced(played: Path, tmp_path: Path, store: Store) -> None:
    back_up(str(played), tmp_path / "copy")
    before = rows(played)
    with store.reading() as tx:
        tx.execute(text("SELECT count(*) FROM game"))
    with pytest.raises(DatabaseError):
        restore(tmp_path / "copy", str(played), force=True)
    assert rows(played) == before
    play_all(store, 1)
    assert verify_tournament(store, 1).ok


def test_a_damaged_database_is_replaced_and_kept(played: Path, tmp_path: Path, store: Store) -> None:
    made = back_up(str(played), tmp_path / "copy")
    store.close()
    damaged = bytes(range(256)) * 64
    played.write_bytes(damaged)
    done = restore(tmp_path / "copy", str(played), force=True)
    assert done.integrity == made.integrity
    assert Path(done.kept).read_bytes() == damaged


@pytest.mark.parametrize(
    "data", [b"", b"a letter to somebody, of some length", b"SQLite format 3\0" + bytes(5_000)]
)
def test_a_file_that_is_not_a_backup_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(BadSettings):
        restore(tmp_path / "file", str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings):
        restore(tmp_path / "file", str(tmp_path / "new.db"))
    with pytest.raises(BadSettings):
        restore(tmp_path, str(tmp_path / "new.db"))


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "file")) as database:
        database.execute("CREATE TABLE letters (text TEXT)")
    with pytest.raises(BadSettings):
        restore(tmp_path / "file", str(tmp_path / "new.db"))


def test_a_back_up_of_a_newer_arena_is_refused(played: Path, tmp_path: Path) -> None:
    copy_file(played, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    with pytest.raises(BadSettings):
        restore(tmp_path / "copy", str(tmp_path / "new.db"))


@pytest.mark.dear
def test_a_back_up_that_is_cut_off_is_refused(played: Path, tmp_path: Path) -> None:
    copy_file(played, tmp_path / "copy")
    data = (tmp_path / "copy").read_bytes()
    for size in (len(data) // 2, len(data) - 4096):
        (tmp_path / "short").write_bytes(data[:size])
        with pytest.raises(BadSettings):
            restore(tmp_path / "short", str(tmp_path / "new.db"))


def test_a_dump_of_postgresql_is_not_put_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "dump").write_bytes(b"PGDMP\x01\x0e\x00")
    with pytest.raises(BadSettings):
        restore(tmp_path / "dump", str(tmp_path / "new.db"))


def test_without_the_programs_of_postgresql_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from arena.service.admin import postgres_tools

    monkeypatch.setattr(postgres_tools, "_DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DatabaseError):
        postgres_tools.tool("pg_dump")


@pytest.mark.dear
def test_temporary_files_go(tmp_path: Path) -> None:
    """Whatever was tried, nothing lies about."""
    with TemporaryDirectory(dir=tmp_path) as folder:
        old = half_run(Path(folder))
        names = {path.name for path in Path(folder).iterdir()}
        back_up(str(old), Path(folder) / "copy")
        restore(Path(folder) / "copy", str(Path(folder) / "new.db"))
        more = {path.name for path in Path(folder).iterdir()} - names
    assert more <= {"copy", "new.db", "first.db-wal", "first.db-shm"}


# ---- killed in the middle ----------------------------------------------------------------------------------

RESTORE = """
import os, signal, sys
from pathlib import Path
from arena.service.admin import backup, restore

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

where, name = sys.argv[4].rsplit(".", 1)
owner = {"restore": restore, "backup": backup, "os": os, "Path": Path}[where]
true = getattr(owner, name)
after = sys.argv[3] == "after"

def killed(*arguments, **more):
    if after:
        true(*arguments, **more)
    die()

setattr(owner, name, killed)
restore.restore(Path(sys.argv[1]), sys.argv[2], force=True)
"""


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize(
    ("step", "when"),
    [
        ("restore.copy_file", "after"),
        ("os.link", "after"),
        ("Path.replace", "before"),
        ("Path.replace", "after"),
    ],
)
def test_a_restoring_that_is_killed_leaves_the_one_or_the_other(
    played: Path, tmp_path: Path, store: Store, step: str, when: str
) -> None:
    back_up(str(played), tmp_path / "copy")
    play_all(store, 1)
    store.close()
    before, wanted = rows(played), rows(tmp_path / "copy")
    command = [sys.executable, "-c", RESTORE, str(tmp_path / "copy"), str(played), when, step]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    replaced = (step, when) == ("Path.replace", "after")
    assert rows(played) == (wanted if replaced else before)
    if replaced:
        [kept] = tmp_path.glob("arena.db.before-*")
        assert rows(kept) == before
    assert not check_file(played).broken


def test_a_database_that_is_being_written_is_backed_up_as_it_was(
    played: Path, tmp_path: Path, store: Store
) -> None:
    with store.writing() as tx:
        tx.execute(text("UPDATE tournament SET name = 'later'"))
        back_up(str(played), tmp_path / "copy")
    assert not any("'later'" in line for line in rows(tmp_path / "copy"))
