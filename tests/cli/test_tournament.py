"""Show and export a tournament."""

import json
import os
from pathlib import Path

import pytest

from arena.service.bots import resolve_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.cli.arena import WIDTH, arena


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Create a Swiss of four bots in two rulesets, not started."""
    path = tmp_path_factory.mktemp("tournament") / "arena.db"
    bots = tuple(resolve_bot(name) for name in ("random", "greedy", "counting", "suit_keeper"))
    settings = TournamentSettings(bots, ("mau-mau", "prsi"), boards=2, format="swiss", name="Sun\x1b[2Jday")
    with open_store(sqlite_url(path)) as store:
        create(store, settings)
    return str(path)


def test_a_tournament_before_its_first_match(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "tournament", "show", "1", "--why", "--db", database)
    assert (code, err) == (0, "")
    assert out.startswith("Sun\\x1b[2Jday\nTournament 1, swiss, started ")
    assert ", interrupted: 0 of " in out
    assert f"arena run --resume 1 --db {database}\n" in out
    assert out.count(", 0 boards") == 2
    assert max(map(len, out.replace(database, "").splitlines())) <= WIDTH


def test_fair_play_explains_too_few_games(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "tournament", "fair-play", "1", "--db", database).out
    assert out.count("ot enough games to check for collusion") == 2
    [first, second] = json.loads(
        arena(capfd, "tournament", "fair-play", "1", "--json", "--db", database).out
    )["rulesets"]
    assert (first["ruleset"], second["judged"], second["pairs"]) == ("mau-mau@1", 0, [])


@pytest.mark.dear
def test_the_export_format_follows_the_file_name(
    database: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    export = ("tournament", "export", "1", "--db", database, "-o")
    for name, start in (("a.md", "# Sun"), ("a.json", "{"), ("a.CSV", "tournament,"), ("a.dat", "Sun")):
        done = arena(capfd, *export, str(tmp_path / name))
        assert done == (0, "", "")
        assert (tmp_path / name).read_text().startswith(start)
    done = arena(capfd, *export, str(tmp_path / "a.md"), "--as", "trf", "-r", "prsi")
    assert done.code == 0
    assert "XXR 2" in (tmp_path / "a.md").read_text()
    assert {path.name for path in tmp_path.iterdir()} == {"a.md", "a.json", "a.CSV", "a.dat"}


def test_a_failed_export_keeps_the_old_file(
    database: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.trf"
    file.write_text("old")
    done = arena(capfd, "tournament", "export", "1", "-o", str(file), "--db", database)
    assert done.code == 2
    assert "--ruleset: mau-mau@1, prsi@1" in done.err
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]
    done = arena(capfd, "tournament", "export", "1", "-o", str(tmp_path / "no" / "x.md"), "--db", database)
    assert (done.code, "No such file" in done.err) == (1, True)


def test_export_to_a_pipe(database: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert arena(capfd, "tournament", "export", "1", "-o", str(pipe), "--db", database).code == 0
        assert os.read(reader, 100).startswith(b"Sun")
    finally:
        os.close(reader)


def test_overall_ratings_without_bots(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "ratings", "--overall", "--db", database).out
    assert "No ruleset rates all these bots" in out
    assert arena(capfd, "ratings", "--bot", "greedy", "--db", database).code == 2
    done = arena(capfd, "ratings", "--overall", "--bot", "greedy", "--db", database)
    assert (done.code, "no bot 'greedy' is rated here" in done.err) == (2, True)
