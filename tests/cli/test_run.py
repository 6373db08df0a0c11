"""`arena run`, and the commands that show its tournaments, with real bots."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.cli.main import run_command_line
from arena.cli.progress import PauseLines
from arena.service.reports.tournament_list import summaries
from arena.service.results import RunProgress
from arena.store.database.store import open_store, sqlite_url
from arena.store.tables.schedule import TOURNAMENT
from arena.store.tournaments.states import sign_of_life
from tests.cli.arena import QUICK_BOTS, WIDTH, arena
from tests.web.served import serving

FIELD = ("random", "dice")
ENTRANTS = ("random", QUICK_BOTS[0])
BOTH = ("-r", "mau-mau", "-r", "prsi")
SEED = "5e" * 32  # long enough for a rated tournament; with it no bot wins every game


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Play tournament 1: two bots, two boards per match, two rulesets."""
    path = str(tmp_path_factory.mktemp("run") / "arena.db")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as err:
        code = run_command_line(["run", *ENTRANTS, *BOTH, "-n", "2", "--seed", SEED, "--db", path])
    lines = err.getvalue().splitlines()
    assert code == 0, lines
    assert sum(line.startswith("Finished ") for line in lines) == 2
    assert any(line.startswith("Finished 8/8 (") for line in lines)
    assert lines[-1].endswith(f"replay show 1.1.1/1 --db {path}")
    return path


@pytest.mark.dear
def test_standings_and_crosstable(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "tournament", "show", "1", "--db", database)
    assert code == 0
    assert all(bot in out for bot in FIELD)
    assert out.count("Elo: the mean is 0") == 2
    assert out.count("·") == 4
    assert max(map(len, out.splitlines())) <= WIDTH
    assert "\x1b" not in out


@pytest.mark.dear
def test_standings_as_csv_and_json(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "tournament", "standings", "1", "--csv", "--db", database).out
    rows = list(csv.DictReader(io.StringIO(out)))
    games = [(row["ruleset"], row["games"]) for row in rows]
    assert games == [("mau-mau@1", "4")] * 2 + [("prsi@1", "4")] * 2
    document = json.loads(arena(capfd, "tournament", "standings", "1", "--json", "--db", database).out)
    [first, second] = document["standings"]
    assert (first["ruleset"], second["ruleset"]) == ("mau-mau@1", "prsi@1")


@pytest.mark.dear
def test_the_crosstable_as_csv(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "tournament", "crosstable", "1", "--csv", "--db", database).out
    assert [len(table.splitlines()) for table in out.split("\n\n")] == [3, 3]


@pytest.mark.dear
def test_the_list_of_tournaments(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "tournament", "list", "--db", database).out
    assert "8/8" in out
    assert max(map(len, out.splitlines())) <= WIDTH


@pytest.mark.dear
def test_ratings(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "ratings", "--db", database).out
    assert out.count("1 rated tournament") == 2
    rows = list(csv.DictReader(io.StringIO(arena(capfd, "ratings", "--csv", "--db", database).out)))
    assert {row["bot"] for row in rows} == set(FIELD)
    [one] = json.loads(arena(capfd, "ratings", "-r", "prsi", "--json", "--db", database).out)["ladders"]
    assert one["ruleset"] == "prsi@1"


@pytest.mark.dear
def test_entered_bots_are_listed(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(arena(capfd, "bot", "list", "--json", "--db", database).out)
    assert {bot["bot"] for bot in listed["entered"]} == set(FIELD)
    assert {"random", "greedy", "suit_keeper", "counting"} <= {bot["name"] for bot in listed["builtin"]}
    out = arena(capfd, "bot", "list", "--db", database).out
    assert "builtin:greedy" in out
    assert max(map(len, out.splitlines())) <= WIDTH


@pytest.mark.dear
def test_every_game_can_be_watched_and_verified(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "replay", "show", "1.1.1/1", "--db", database).out.startswith("Mau-Mau")
    for round in (1, 2):
        for game in (1, 2, 3, 4):
            done = arena(capfd, "replay", "verify", f"1.{round}.1/{game}", "--db", database)
            assert done.code == 0, done


@pytest.mark.dear
def test_an_open_seed_is_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "arena.db")
    code, out, err = arena(capfd, "run", *QUICK_BOTS, "-n", "1", "--seed", "1", "--json", "--db", database)
    assert code == 0
    assert json.loads(out)["open_seed"] is True
    assert "does not count in the ratings" in err
    [ladder] = json.loads(arena(capfd, "ratings", "--json", "--db", database).out)["ladders"]
    assert (ladder["left_out"], ladder["rows"]) == (1, [])


@pytest.mark.dear
def test_a_fault_is_exit_code_three(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.py").write_text("import maumau\nmaumau.run(maumau.bot(lambda view: 1 / 0))\n")
    bad, database = str(tmp_path / "bad.py"), str(tmp_path / "arena.db")
    done = arena(capfd, "run", bad, QUICK_BOTS[0], "-n", "1", "--db", database)
    assert done.code == 3
    assert "ZeroDivisionError" in done.err


@pytest.mark.dear
def test_game_to_watch_has_a_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dead.py").write_text("raise SystemExit(1)\n")
    dead, database = str(tmp_path / "dead.py"), str(tmp_path / "arena.db")
    quick, other = QUICK_BOTS
    done = arena(capfd, "run", dead, quick, "-n", "1", "--db", database)
    assert done.code == 3 and "replay show" not in done.err
    done = arena(capfd, "run", dead, quick, other, "-n", "1", "--db", database)
    [command] = [line.split()[1:] for line in done.err.splitlines() if "replay show" in line]
    assert arena(capfd, *command).code == 0


@pytest.mark.dear
@pytest.mark.fault("F03")
def test_ctrl_c_stops_and_says_how_to_continue(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "arena.db")
    command = [sys.executable, "-m", "arena"]
    run = [*command, "run", *QUICK_BOTS, *BOTH, "-n", "2", "-j", "1", "--db", database]
    with subprocess.Popen(run, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr
        assert any(line.startswith("Finished ") for line in process.stderr)
        os.kill(process.pid, signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode == 130
    line = rest.splitlines()[-1].split()
    assert line[:3] == ["arena", "run", "--resume"]
    (left,) = json.loads(arena(capfd, "tournament", "list", "--json", "--db", database).out)["tournaments"]
    assert left["state"] == "interrupted"
    done = arena(capfd, *line[1:], "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["games"] == 8


@pytest.mark.dear
@pytest.mark.fault("F01")
def test_killed_run_is_interrupted_after_a_minute(tmp_path: Path) -> None:
    database = tmp_path / "arena.db"
    command = [sys.executable, "-m", "arena"]
    run = [*command, "run", *QUICK_BOTS, *BOTH, "-n", "2", "-j", "1", "--db", str(database)]
    with subprocess.Popen(run, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr
        assert any(line.startswith("Finished ") for line in process.stderr)
        process.kill()
    with open_store(sqlite_url(database)) as store:
        assert [one.state for one in summaries(store)] == ["running"]
        with store.writing() as tx:
            last = tx.scalar(select(TOURNAMENT.c.alive_at))
            assert last
            sign_of_life(tx, 1, last - timedelta(minutes=1))
        assert [one.state for one in summaries(store)] == ["interrupted"]
        with serving(store) as site:
            home, live = site.text("/"), site.text("/live")
            assert "No tournament is running." in home
            assert 'href="/tournaments/1"' in live
            assert [one["state"] for one in site.data("/tournaments?format=json")] == ["interrupted"]


def test_a_pause_is_one_escaped_line() -> None:
    said: list[str] = []
    PauseLines(said.append)(RunProgress(1, 0, 8, 0, None, 0, paused="node-7: \x1b[2J gone\nFinished 8/8"))
    assert said == ["Paused. node-7: \\x1b[2J gone Finished 8/8"]
