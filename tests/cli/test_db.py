"""`arena db`: contents, upgrades, backups, pruning."""

import json
import threading
import time
from pathlib import Path
from socket import create_server

import pytest
from sqlalchemy import text

from arena.store.database.store import open_store, sqlite_url
from arena.store.database.upgrade import HEAD
from tests.cli.arena import arena
from tests.cli.terminals import Terminal
from tests.store.released import GAMES, half_run
from tests.store.test_upgrade import migrated


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARENA_DB", "arena.db")
    return tmp_path


def test_upgrade_creates_a_database(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "db", "upgrade").out == f"{folder}/arena.db: created, schema {HEAD}.\n"
    assert arena(capfd, "db", "upgrade").out == f"{folder}/arena.db: up to date, schema {HEAD}.\n"


@pytest.mark.dear
def test_upgrade_an_old_database(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    migrated(sqlite_url(folder / "arena.db"), "0002").dispose()
    code, out, err = arena(capfd, "db")
    assert (code, err) == (0, "To upgrade it: arena db upgrade\n")
    assert f"Schema         0002 (newest: {HEAD})" in out
    assert f"from schema 0002 to {HEAD}." in arena(capfd, "db", "upgrade").out
    assert json.loads(arena(capfd, "db", "show", "--json").out)["database_schema"] == HEAD


def test_show_creates_no_database(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "db").code == 4
    assert not (folder / "arena.db").exists()


def test_show_counts_the_contents(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    open_store(sqlite_url(folder / "arena.db")).close()
    found = json.loads(arena(capfd, "db", "show", "--json").out)
    assert found["kind"].startswith("SQLite 3.")
    assert (found["bytes"], found["games"]) == ((folder / "arena.db").stat().st_size, 0)


@pytest.mark.dear
def test_upgrade_waits_for_a_server(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("psycopg")
    before = time.monotonic()
    code, _, err = arena(
        capfd, "db", "upgrade", "--db", "postgresql+psycopg://127.0.0.1:1/arena", "--wait", "1"
    )
    assert code == 1
    assert "refused" in err
    assert 1 <= time.monotonic() - before < 20


@pytest.mark.dear
def test_upgrade_does_not_wait_after_a_refusal(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("psycopg")
    said = b'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "x"\0\0'
    with create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def refuse() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    if len(connection.recv(8)) == 8 and connection.send(b"N"):  # asked for TLS
                        connection.recv(1000)
                    connection.sendall(b"E" + (len(said) + 4).to_bytes(4, "big") + said)

        threading.Thread(target=refuse, daemon=True).start()
        url = f"postgresql+psycopg://x:secret@127.0.0.1:{port}/arena"
        before = time.monotonic()
        code, _, err = arena(capfd, "db", "upgrade", "--db", url, "--wait", "60")
        assert time.monotonic() - before < 30
    assert code == 1
    assert "password authentication failed" in err
    assert "secret" not in err


# ---- copies ------------------------------------------------------------------------------------------------


def played_there(folder: Path) -> int:
    """Cancel a tournament of the first release, which has logs; return its number of games."""
    old = half_run(folder)
    old.rename(folder / "arena.db")
    (folder / "first.db-wal").unlink(missing_ok=True)
    return GAMES


def test_backup_and_restore(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    played_there(folder)
    code, out, err = arena(capfd, "db", "backup", "friday.backup")
    assert code == 0
    assert out.startswith("friday.backup: 0.")
    assert "schema 0001, 1 tournament, 48 games\nLedger head: " in out
    assert "does not contain the files of submitted bots; copy " in err
    assert arena(capfd, "db", "backup", "friday.backup").code == 2
    code, _, err = arena(capfd, "db", "restore", "friday.backup")
    assert (code, "--force" in err) == (1, True)
    code, out, _ = arena(capfd, "db", "restore", "friday.backup", "--force")
    assert code == 0
    kept = Path(out.splitlines()[-1].removeprefix("What was there before: "))
    assert kept.name.startswith("arena.db.before-2")
    assert f"schema {HEAD}, 1 tournament, 48 games" in out
    assert arena(capfd, "db", "restore", "test_db.py").code == 2


@pytest.mark.dear
def test_copy(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    played_there(folder)
    code, out, _ = arena(capfd, "db", "copy", "new.db")
    assert (code, out.splitlines()[0]) == (0, f"Copied: schema {HEAD}, 1 tournament, 48 games")
    assert json.loads(arena(capfd, "db", "show", "--db", "new.db", "--json").out)["games"] == GAMES
    code, _, err = arena(capfd, "db", "copy", "new.db")
    assert (code, "not empty" in err) == (1, True)
    assert arena(capfd, "db", "copy", "arena.db").code == 2


# ---- pruning -----------------------------------------------------------------------------------------------


@pytest.mark.dear
def test_prune_shows_asks_and_reports(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    played_there(folder)
    assert arena(capfd, "tournament", "cancel", "1", "--yes").code == 0
    code, out, err = arena(capfd, "db", "prune", "--older-than", "0d")
    assert (code, err) == (0, "Nothing was deleted; use --yes.\n")
    assert "first release" in out
    assert "48 games, 0.1 MB." in out
    assert arena(capfd, "db", "prune", "--tournament", "1", "--dry-run").err == ""
    planned = json.loads(arena(capfd, "db", "prune", "--older-than", "0d", "--json").out)
    assert (planned["dropped"], planned["games"]) == (False, GAMES)
    code, out, _ = arena(capfd, "db", "prune", "--older-than", "0d", "--yes")
    assert (code, "Deleted the logs of 48 games, 0.1 MB." in out, "Recorded as " in out) == (0, True, True)
    assert arena(capfd, "db", "prune", "--older-than", "0d", "--yes").err == "There is nothing to delete.\n"
    code, _, err = arena(capfd, "replay", "show", "1.1.1/1")
    assert code == 4
    assert "the log was dropped on 20" in err
    code, out, _ = arena(capfd, "tournament", "verify", "1", "-q")
    assert code == 0
    assert "0 replayed by their logs, 48 whose logs were dropped on 20" in out


def test_prune_needs_a_choice(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    open_store(sqlite_url(folder / "arena.db")).close()
    for wrong in ([], ["--older-than", "soon"], ["--tournament", "7"]):
        assert arena(capfd, "db", "prune", *wrong).code == (4 if "--tournament" in wrong else 2)


# ---- verifying ---------------------------------------------------------------------------------------------


@pytest.mark.dear
def test_verify_checks_the_ledger(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    played_there(folder)
    code, _, err = arena(capfd, "db", "verify")
    assert (code, "arena db upgrade" in err) == (1, True)
    arena(capfd, "db", "upgrade")
    code, out, _ = arena(capfd, "db", "verify")
    assert code == 0
    head = out.split()[2].rstrip(",")
    assert arena(capfd, "db", "verify", "--head", head[:20] + "…").code == 0
    code, out, _ = arena(capfd, "db", "verify", "--head", "ab" * 32)
    assert (code, "not in the ledger" in out) == (1, True)
    with open_store(sqlite_url(folder / "arena.db")) as store, store.writing() as tx:
        tx.execute(text("UPDATE ledger_entry SET log_digest = digest WHERE number = 2"))
    code, out, _ = arena(capfd, "db", "verify")
    assert (code, "ledger_entry 2" in out) == (1, True)
    assert json.loads(arena(capfd, "db", "verify", "--json").out)["findings"][0]["table"] == "ledger_entry"


@pytest.mark.dear
def test_prune_asks_on_a_terminal(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    played_there(folder)
    arena(capfd, "tournament", "cancel", "1", "--yes")
    for answer, then in ((b"n\r", "Nothing was deleted."), (b"y\r", "Deleted the logs of 48 games")):
        terminal = Terminal("db", "prune", "--tournament", "1")
        try:
            terminal.wait("Delete the logs of 48 games for good? [y/N]")
            terminal.press(answer, then)
        finally:
            terminal.close()
