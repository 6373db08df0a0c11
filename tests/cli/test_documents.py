"""JSON documents and exit codes of the command, for programs; and the database that a command names."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.cli.main import run_command_line
from tests.cli.arena import QUICK_BOTS, arena


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("documents") / "arena.db")
    assert run_command_line(["run", *QUICK_BOTS, "-n", "1", "-q", "--name", "cup", "--db", path]) == 0
    return path


def document(capfd: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    done = arena(capfd, *arguments, "--json")
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    assert found["schema"] == 1
    return found


@pytest.mark.dear
def test_each_document_names_its_tournament(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    keys = {"show": "tables", "standings": "standings", "crosstable": "crosstables"}
    keys |= {"fair-play": "rulesets", "pairings": "rounds"}
    found = {command: document(capfd, "tournament", command, "1", "--db", database) for command in keys}
    for command, key in keys.items():
        head = {name: found[command][name] for name in ("id", "name", "state")}
        assert head == {"id": 1, "name": "cup", "state": "over"}
        assert len(found[command]["digest"]) == 64
        assert found[command][key][0]["ruleset"] == "mau-mau@1"
    assert "cells" not in found["standings"]["standings"][0]
    assert "rows" not in found["crosstable"]["crosstables"][0]
    assert {"rows", "cells"} <= found["show"]["tables"][0].keys()


@pytest.mark.dear
@pytest.mark.parametrize(
    ("line", "exit_code", "code", "cure"),
    [
        (["tournament", "show", "77"], 4, "unknown_tournament", None),
        (["replay", "show", "9.9.9/1"], 4, "unknown_replay", None),
        (["bot", "show", "nobody"], 4, "unknown_bot", "`arena bot list` shows those there are"),
        (["token", "revoke", "nobody"], 4, "unknown_token", ...),
        (["tournament", "list", "--nosuch"], 2, "usage", "see arena tournament list --help"),
        (["run", "greedy", "random", "--clock", "x"], 2, "bad_settings", ...),
        (["tournament", "list", "--db", "mistyped.db"], 4, "no_database", ...),
    ],
)
def test_errors_are_documents_too(
    line: list[str], exit_code: int, code: str, cure: object, database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    db = [] if "--db" in line else ["--db", database]
    done = arena(capfd, *line, *db, "--json")
    assert (done.code, done.out) == (exit_code, "")
    found = json.loads(done.err)
    assert (found["schema"], found["error"]["code"], found["error"]["exit_code"]) == (1, code, exit_code)
    assert found["error"]["message"]
    assert cure is ... or found["error"]["cure"] == cure


@pytest.mark.parametrize(
    "line",
    [
        ["--db", "{}", "tournament", "list"],
        ["tournament", "--db", "{}", "list"],
        ["tournament", "list", "--db", "{}"],
        ["tournament", "--db", "{}"],
        ["--db", "nowhere.db", "tournament", "list", "--db", "{}"],
    ],
)
def test_db_works_before_and_after_a_subcommand(
    line: list[str], database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "cup" in arena(capfd, *(part.format(database) for part in line)).out


def test_db_of_the_database_commands(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    for line in (["db", "--db", database], ["--db", database, "db"], ["--db", database, "db", "show"]):
        assert database in arena(capfd, *line).out


READING = [
    ["tournament", "list"],
    ["tournament", "show", "1"],
    ["tournament", "pause", "1"],
    ["tournament", "verify", "1"],
    ["tournament", "export", "1"],
    ["ratings"],
    ["bot", "list"],
    ["token", "list"],
    ["db", "show"],
    ["db", "verify"],
    ["run", "--resume"],
    ["compare", "--resume"],
    ["replay", "show", "1.1.1/1"],
]


@pytest.mark.parametrize("line", READING, ids=" ".join)
def test_reading_command_refuses_a_database_that_is_not_there(
    line: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    mistyped = tmp_path / "mistyped.db"
    done = arena(capfd, *line, "--db", str(mistyped))
    assert (done.code, done.out) == (4, "")
    assert str(mistyped) in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.dear
def test_the_last_line_of_a_run_tells_its_speed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "arena.db")
    done = arena(capfd, "run", *QUICK_BOTS, "-n", "1", "-j", "1", "--json", "--db", database)
    found = json.loads(done.out)
    assert found["games_per_second"] > 0
    assert found["slots"] == 1
    assert 0.2 < found["busy"] <= 1
    last = done.err.splitlines()[-1]  # JSON has no commands to copy after it
    assert f"{found['games_per_second']:.1f} games/s; 1 slot, {100 * found['busy']:.0f} % busy" in last
