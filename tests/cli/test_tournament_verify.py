"""`arena tournament verify`: output and exit codes."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.cli.arena import WIDTH, arena
from tests.factories.logged_matches import play_all
from tests.factories.made_up_matches import bots_in


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("verified")
    with open_store(sqlite_url(folder / "arena.db")) as store:
        bots = bots_in(folder, 2)
        number = create(store, TournamentSettings(bots, boards=1, seed="6a" * 32))
        play_all(store, number)
    yield folder / "arena.db"


@pytest.mark.dear
def test_a_sound_tournament_is_verified(database: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done = arena(capfd, "tournament", "verify", "1", "--db", str(database))
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[-1] == "Tournament 1: verified."
    assert sum(line.endswith(": ok") for line in lines) == 7
    assert "games        2 replayed by their logs: ok" in lines
    assert "Checking games …" in done.err
    head = lines[-2].split()[2].rstrip(",")
    assert arena(capfd, "tournament", "verify", "1", "-q", "--head", head, "--db", str(database)).code == 0
    other = arena(capfd, "tournament", "verify", "1", "-q", "--head", "ab" * 32, "--db", str(database))
    assert other.code == 1
    assert "NOT what was played" in other.err
    assert "not in the ledger" in other.out


@pytest.mark.dear
def test_a_change_is_named(database: Path, capfd: pytest.CaptureFixture[str]) -> None:
    change(database, "UPDATE game_seat SET points = points + 50 WHERE game_id = 2 AND seat = 0")
    done = arena(capfd, "tournament", "verify", "1", "--json", "-q", "--db", str(database))
    change(database, "UPDATE game_seat SET points = points - 50 WHERE game_id = 2 AND seat = 0")
    assert done.code == 1
    document = json.loads(done.out)
    assert document["ok"] is False
    [games] = [one for one in document["subjects"] if one["subject"] == "games"]
    [finding] = games["findings"]
    assert (finding["table"], finding["key"], finding["column"]) == ("game_seat", [2, 0], "points")
    assert finding["stored"] == finding["expected"] + 50


def test_stored_texts_are_escaped(database: Path, capfd: pytest.CaptureFixture[str]) -> None:
    change(database, "UPDATE game SET termination = 'x' || char(27) || '[2J' WHERE id = 2")
    done = arena(capfd, "tournament", "verify", "1", "-q", "--db", str(database))
    change(database, "UPDATE game SET termination = 'WON' WHERE id = 2")
    assert done.code == 1
    assert "\x1b" not in done.out
    assert "termination" in done.out


@pytest.mark.parametrize(("arguments", "said"), [(("9",), "no tournament 9"), (("1", "--head", "x"), "hex")])
def test_wrong_arguments(
    arguments: tuple[str, ...], said: str, database: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done = arena(capfd, "tournament", "verify", *arguments, "--db", str(database), "-q")
    assert done.code == (4 if arguments == ("9",) else 2)
    assert said in done.err
    assert len(done.err.splitlines()[-1]) <= 2 * WIDTH


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as opened:
        assert opened.execute(statement).rowcount == 1
        opened.commit()
