"""Every error is one line with an exit code, without a traceback."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena.cli.errors import line_and_code
from arena.service.errors import NotFound
from arena.store.database.store import open_store, sqlite_url
from tests.cli.arena import GOLDEN, arena
from tests.cli.terminals import Terminal

LOG = str(GOLDEN / "mau-mau.jsonl")

MISTAKES = [
    (["plya"], "UsageError"),
    (["ruleset", "show"], "MissingParameter"),
    (["ruleset", "show", "detialed"], "BadSettings"),
    (["ruleset", "list", "--jsn"], "NoSuchOption"),
    (["play", "greedy", "no-such-bot"], "UnknownBot"),
    (["play", "greedy", "./nowhere.py"], "UnknownBot"),
    (["play", "greedy", "random", "-r", "skat"], "BadSettings"),
    (["play", "greedy", "random", "-n", "0"], "BadParameter"),
    (["play", "greedy", "random", "--clock", "soon"], "BadSettings"),
    (["play", *["greedy"] * 9], "BadSettings"),
    (["run", "greedy"], "BadSettings"),
    (["run", "--resume", "1", "2"], "BadParameter"),
    (["run", "--resume", "99"], "UnknownTournament"),
    (["run", "--resume", "9" * 5_000], "BadParameter"),
    (["run", "--resume"], "UnknownTournament"),
    (["run", "nowhere.toml"], "BadSettings"),
    (["tournament", "show", "99"], "UnknownTournament"),
    (["tournament", "show", "one"], "BadParameter"),
    (["tournament", "standings", "1", "--json", "--csv"], "BadParameter"),
    (["tournament", "crosstable", "1", "--json", "--csv"], "BadParameter"),
    (["tournament", "pairings", "1", "--json", "--csv"], "BadParameter"),
    (["ratings", "--json", "--csv"], "BadParameter"),
    (["ratings", "-r", "skat"], "BadSettings"),
    (["replay", "show", "nowhere.jsonl"], "UnknownReplay"),
    (["replay", "show", "9.9.9/9"], "UnknownReplay"),
    (["replay", "show", LOG, "--ply", "9999"], "BadParameter"),
    (["replay", "show", LOG, "--seat", "7"], "NoSuchSeat"),
    (["replay", "show", LOG, "--seat", "0"], "BadParameter"),
    (["replay", "html", LOG, "--seat", "7"], "NoSuchSeat"),
    (["replay", "analyse", LOG, "--seat", "7"], "NoSuchSeat"),
    (["replay", "branch", LOG, "--ply", "5", "--action", "7H"], "BadSettings"),
    (["replay", "position", LOG], "MissingParameter"),
    (["replay", "position", LOG, "--ply", "5", "-o", "broken.toml"], "BadPositions"),
    (["bot", "check", "bot.py", "--positions", "broken.toml"], "BadPositions"),
    (["bot", "check", "bot.py", "--positions", "nowhere.toml"], "BadSettings"),
    (["replay", "open", LOG, "--seat", "7", "--no-open"], "NoSuchSeat"),
    (["replay", "show", __file__], "BadLog"),
    (["replay", "html", "empty"], "BadLog"),
    (["replay", "open", "noise"], "BadLog"),
    (["replay", "verify", "packed"], "BadLog"),
    (["replay", "show", "cut"], "BadLog"),
    (["replay", "show", "folder"], "UnknownReplay"),
    (["replay", "show", f"{10**20}.1.1/1"], "UnknownReplay"),
    (["play", "", "random"], "UnknownBot"),
    (["play", "x" * 300, "random"], "UnknownBot"),
    (["play", "folder", "random"], "BadBot"),
    (["play", "syntax.py", "random"], "BadBot"),
    (["play", "bot.py:Nope", "random"], "BadBot"),
    (["play", "broken", "random"], "BadManifest"),
    (["play", "me", "random"], "BadParameter"),
    (["play", "greedy"], "BadSettings"),
    (["play", *["random"] * 5, "-r", "points-150"], "BadSettings"),
    (["play", "greedy", "random", "-n", "-1"], "BadParameter"),
    (["play", "greedy", "random", "-n", "513"], "BadSettings"),
    (["play", "greedy", "random", "--clock", "0"], "BadSettings"),
    (["play", "greedy", "random", "--seed", ""], "BadSettings"),
    (["play", "greedy", "random", "--runner", "magic"], "BadSettings"),
    (["play", "greedy", "random", "-o", "empty"], "BadSettings"),
    (["play", "greedy", "random", "-o", "empty/in"], "BadSettings"),
    (["run", "me", "greedy"], "BadBot"),
    (["run", "greedy", "greedy"], "BadSettings"),
    (["run", "greedy", "random", "-n", "-5"], "BadParameter"),
    (["run", "greedy", "random", "-n", "9999999"], "BadSettings"),
    (["run", "greedy", "random", "-j", "0"], "BadParameter"),
    (["run", "greedy", "random", "-j", "-1"], "BadParameter"),
    (["run", "greedy", "random", "-r", "mau-mau", "-r", "mau-mau"], "BadSettings"),
    (["run", "greedy", "random", "--clock", "1/0"], "BadSettings"),
    (["run", "greedy", "random", "--seed", " "], "BadSettings"),
    (["run", "greedy", "random", "--name", ""], "BadSettings"),
    (["run", "greedy", "random", "--name", "x\udcff"], "BadSettings"),
    (["run", "greedy", "random", "--seed", "x\udcff"], "BadSettings"),
    (["run", "./b\udcff.py", "random"], "BadSettings"),
    (["compare", "./b\udcff.py", "random"], "BadSettings"),
    (["bot", "submit", "./b\udcff.py"], "BadBot"),
    (["run", "greedy", "random", "--json", "--csv"], "BadParameter"),
    (["run", "greedy", "syntax.py"], "BadBot"),
    (["run", "boards.toml"], "BadTournamentFile"),
    (["run", "boards.toml", "greedy", "random"], "BadTournamentFile"),
    (["run", "greedy", "boards.toml"], "BadParameter"),
    (["run", "broken.toml"], "BadTournamentFile"),
    (["run", "--resume", "9" * 20], "UnknownTournament"),
    (["tournament", "show", "9" * 20], "UnknownTournament"),
    (["tournament", "show", "--", "-" + "9" * 20], "UnknownTournament"),
    (["tournament", "standings", "0"], "UnknownTournament"),
    (["demo", "-j", "0"], "BadParameter"),
]

FILES = {
    "empty": b"",
    "noise": bytes(range(256)),
    "packed": b"\x28\xb5\x2f\xfd and no more",
    "cut": (GOLDEN / "mau-mau.jsonl").read_bytes()[:3000],
    "syntax.py": b"import maumau\ndef broken(:\n",
    "empty.py": b"x = 1\n",
    "bot.py": b"import maumau\n\n@maumau.bot\ndef first(view):\n    return view.legal[0]\n",
    "b\udcff.py": b"import maumau\n\n@maumau.bot\ndef first(view):\n    return view.legal[0]\n",
    "broken/bot.toml": b'command = ["python\n',
    "boards.toml": b'bots = ["greedy", "random"]\nboards = -3\n',
    "broken.toml": b"bots = [\n",
    "folder/readme": b"",
    "text.db": b"this is not a database, and long enough to be looked at" * 20,
}

# Not a fault of the command line: exit code 1.
FAILURES = [
    (["tournament", "list", "--db", "text.db"], "DatabaseError"),
    (["run", "greedy", "random", "--db", "text.db"], "DatabaseError"),
    (["ratings", "--db", "folder"], "DatabaseError"),
    (["token", "new", "x", "--db", "empty/in/it.db"], "DatabaseError"),
    (["replay", "show", "abcd", "--db", "newer.db"], "DatabaseError"),
    (["run", "--resume", "--db", "newer.db"], "DatabaseError"),
    (["tournament", "list", "--db", "nosuch://x"], "DatabaseError"),
    (["tournament", "list", "--db", "://"], "DatabaseError"),
    (["tournament", "list", "--db", "mysql://a:secret@b/c"], "DatabaseError"),
    (["replay", "html", LOG, "-o", "folder"], "IsADirectoryError"),
    (["replay", "html", LOG, "-o", "nowhere/page.html"], "FileNotFoundError"),
]


@pytest.fixture(autouse=True)
def _wrong_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "arena.db"))
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    open_store(sqlite_url(tmp_path / "arena.db")).close()
    with closing(sqlite3.connect(tmp_path / "newer.db")) as newer, newer:
        newer.execute("PRAGMA journal_mode=WAL")
        newer.execute("CREATE TABLE alembic_version AS SELECT '9999' AS version_num")


@pytest.mark.parametrize(("line", "error"), MISTAKES, ids=[" ".join(line)[-40:] for line, _ in MISTAKES])
def test_a_mistake_is_one_clear_line(
    line: list[str], error: str, capfd: pytest.CaptureFixture[str], errors: list[str]
) -> None:
    code, out, err = arena(capfd, *line)
    assert code in (2, NotFound.exit_code)
    assert out == ""
    assert errors == [error]
    if "--json" not in line:
        assert err.startswith("arena: ")
        assert err.count("\n") == 1


@pytest.mark.parametrize(("line", "error"), FAILURES, ids=[" ".join(line)[-40:] for line, _ in FAILURES])
def test_a_failure_is_one_clear_line(
    line: list[str], error: str, capfd: pytest.CaptureFixture[str], errors: list[str]
) -> None:
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    code, out, err = arena(capfd, *line)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("arena: ")
    assert errors == [error]
    assert "secret" not in err
    assert all(path.read_bytes() == content for path, content in before.items()), "nothing is lost"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play greedy random -n 0", "--boards / -n must be at least 1"),
        ("bot check greedy --step 11", "--step must be at most 10"),
        ("run greedy random -n 1.5", "--boards / -n must be a whole number"),
        ("compare greedy random --elo0 x", "--elo0 must be a number"),
        ("tournament show one", "ID must be a whole number"),
        ("run --formt swiss", "unknown option --formt; did you mean --format, --log-format?"),
        ("run --resume 1 2", "--resume takes the number of one tournament, or nothing"),
    ],
)
def test_messages_of_the_library_are_reworded(
    line: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert arena(capfd, *line.split()).err.startswith(f"arena: {message}; see arena ")


@pytest.mark.dear
def test_a_script_without_a_bot(capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = arena(capfd, "play", "empty.py", "random")
    assert code == 3
    assert err.count("\n") == 1
    assert "exited with code 0 before it said Hello; does it call maumau.run?" in err


def test_foreign_texts_are_escaped(capfd: pytest.CaptureFixture[str]) -> None:
    _, _, err = arena(capfd, "play", "\x1b[2Jbot", "random")
    assert "\x1b" not in err
    assert r"\x1b[2J" in err


def test_an_internal_error_mentions_arena_debug() -> None:
    line, code = line_and_code(RuntimeError("boom\nand more"))
    assert code == 1
    assert line.startswith("internal error, RuntimeError: boom and more; ")
    assert "ARENA_DEBUG=1" in line


def test_debug_shows_the_traceback(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARENA_DEBUG", "1")
    assert "Traceback" in arena(capfd, "ruleset", "show", "skat").err


ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.mark.dear
def test_output_without_a_unicode_locale() -> None:
    command = [sys.executable, "-m", "arena", "replay", "show", LOG]
    done = subprocess.run(command, capture_output=True, env=os.environ | ASCII, check=True)
    assert "♠" in done.stdout.decode()
    terminal = Terminal("ruleset", "show", "mau-mau", environment=ASCII)
    try:
        assert "?Mau?" in terminal.wait("?Mau?", "error")
    finally:
        terminal.close()


@pytest.mark.dear
def test_a_file_name_that_is_not_text(tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/x\xff.toml"
    Path(os.fsdecode(file)).write_text('id = "our-house"\nbase = "mau-mau"\ntitle = "Ours"\n')
    command = [sys.executable, "-m", "arena", "ruleset", "check", "--json"]
    done = subprocess.run([*command, file], capture_output=True, check=True)
    assert json.loads(done.stdout)["file"] == os.fsdecode(file)


@pytest.mark.dear
@pytest.mark.parametrize(
    ("closed", "prints"), [("<&-", True), (">&-", False), ("2>&-", True), ("<&- >&- 2>&-", False)]
)
def test_closed_streams(closed: str, prints: bool) -> None:
    command = f"{sys.executable} -m arena replay show {LOG} {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, bool(done.stdout), done.stderr) == (0, prints, "")


@pytest.mark.dear
def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m arena replay show {LOG} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
