"""Whatever is wrong: one line that says what, an exit code, and no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.complain import line_and_code
from tests.cli.arena import GOLDEN, arena

LOG = str(GOLDEN / "mau-mau.jsonl")

MISTAKES = [
    (["plya"], "No such command 'plya'"),
    (["ruleset", "show"], "Missing argument 'RULESET'"),
    (["ruleset", "show", "detialed"], "did you mean 'detailed'?"),
    (["ruleset", "list", "--jsn"], "No such option: --jsn"),
    (["play", "greedy", "no-such-bot"], "no-such-bot"),
    (["play", "greedy", "./nowhere.py"], "nowhere.py"),
    (["play", "greedy", "random", "-r", "skat"], "skat"),
    (["play", "greedy", "random", "-n", "0"], "greater than or equal to 1"),
    (["play", "greedy", "random", "--clock", "soon"], "'soon' is not a clock"),
    (["play", *["greedy"] * 9], "at most 8"),
    (["run", "greedy"], "at least two bots"),
    (["run", "--resume", "1", "2"], "the number of one tournament"),
    (["run", "--resume", "99"], "no tournament 99"),
    (["run", "--resume"], "no unfinished tournament"),
    (["run", "nowhere.toml"], "nowhere.toml"),
    (["tournament", "show", "99"], "no tournament 99"),
    (["tournament", "show", "one"], "Invalid value for 'ID'"),
    (["ratings", "-r", "skat"], "skat"),
    (["replay", "show", "nowhere.jsonl"], "nowhere.jsonl"),
    (["replay", "show", "9.9.9/9"], "9.9.9/9"),
    (["replay", "show", LOG, "--ply", "9999"], "plies 0 to"),
    (["replay", "show", LOG, "--seat", "7"], "seats 1 to 3"),
    (["replay", "show", __file__], "record 1"),
]


@pytest.fixture(autouse=True)
def _nothing_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "arena.db"))


@pytest.mark.parametrize(("line", "what"), MISTAKES, ids=[" ".join(line)[-40:] for line, _ in MISTAKES])
def test_a_mistake_is_one_clear_line(line: list[str], what: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, *line)
    assert code == 2
    assert out == ""
    assert err.startswith("arena: ")
    assert err.count("\n") == 1
    assert what in err


def test_a_database_that_is_none(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "arena.db").write_text("this is not a database, and long enough to be looked at" * 20)
    code, _, err = arena(capfd, "tournament")
    assert code == 1
    assert err.count("\n") == 1
    assert "arena.db" in err


def test_what_others_wrote_cannot_reach_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    _, _, err = arena(capfd, "play", "\x1b[2Jbot", "random")
    assert "\x1b" not in err
    assert r"\x1b[2J" in err


def test_an_unexpected_error_says_how_to_see_more() -> None:
    line, code = line_and_code(RuntimeError("boom\nand more"))
    assert code == 1
    assert line == "internal error, RuntimeError: boom and more; ARENA_DEBUG=1 shows where, please report it"


def test_debug_shows_the_traceback(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARENA_DEBUG", "1")
    assert "Traceback" in arena(capfd, "ruleset", "show", "skat").err


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -c 'from arena.cli.main import main; main()' replay show {LOG} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
