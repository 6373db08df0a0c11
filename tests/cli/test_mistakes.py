"""Whatever is wrong: one line that says what, an exit code, and no traceback."""

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
    (["run", "--resume", "9" * 5_000], "the number of one tournament"),
    (["run", "--resume"], "no unfinished tournament"),
    (["run", "nowhere.toml"], "nowhere.toml"),
    (["tournament", "show", "99"], "no tournament 99"),
    (["tournament", "show", "one"], "Invalid value for 'ID'"),
    (["tournament", "standings", "1", "--json", "--csv"], "either --json or --csv"),
    (["tournament", "crosstable", "1", "--json", "--csv"], "either --json or --csv"),
    (["tournament", "pairings", "1", "--json", "--csv"], "either --json or --csv"),
    (["ratings", "--json", "--csv"], "either --json or --csv"),
    (["ratings", "-r", "skat"], "skat"),
    (["replay", "show", "nowhere.jsonl"], "nowhere.jsonl"),
    (["replay", "show", "9.9.9/9"], "9.9.9/9"),
    (["replay", "show", LOG, "--ply", "9999"], "plies 0 to"),
    (["replay", "show", LOG, "--seat", "7"], "seats 1 to 3"),
    (["replay", "show", LOG, "--seat", "0"], "greater than or equal to 1"),
    (["replay", "html", LOG, "--seat", "7"], "seats 1 to 3"),
    (["replay", "open", LOG, "--seat", "7", "--no-open"], "seats 1 to 3"),
    (["replay", "show", __file__], "this is no game log, or a damaged one: record 1"),
    (["replay", "html", "empty"], "this is no game log"),
    (["replay", "open", "noise"], "this is no game log"),
    (["replay", "verify", "packed"], "this is no game log"),
    (["replay", "show", "cut"], "damaged one: record"),
    (["replay", "show", "folder"], "folder is a folder"),
    (["replay", "show", f"{10**20}.1.1/1"], "is no file"),
    (["play", "", "random"], "names no bot"),
    (["play", "x" * 300, "random"], "File name too long"),
    (["play", "folder", "random"], "folder: no bot.toml, no bot.py; write a bot.toml"),
    (["play", "syntax.py", "random"], "syntax.py, line 2: "),
    (["play", "bot.py:Nope", "random"], "bot.py defines no Nope"),
    (["play", "broken", "random"], "bot.toml:1: this is not TOML: "),
    (["play", "me", "random"], "this is none"),
    (["play", "greedy"], "2 to 8 players, not 1"),
    (["play", *["random"] * 5, "-r", "points-150"], "points-150 is for 2 to 4 players, not 5"),
    (["play", "greedy", "random", "-n", "-1"], "greater than or equal to 1"),
    (["play", "greedy", "random", "-n", "513"], "1 to 512 boards"),
    (["play", "greedy", "random", "--clock", "0"], "must be more than 0"),
    (["play", "greedy", "random", "--seed", ""], "a seed cannot be empty"),
    (["play", "greedy", "random", "--runner", "magic"], "only process, docker"),
    (["play", "greedy", "random", "-o", "empty"], "logs cannot go to empty (File exists)"),
    (["play", "greedy", "random", "-o", "empty/in"], "logs cannot go to empty/in (Not a directory)"),
    (["run", "me", "greedy"], "only in `arena play`"),
    (["run", "greedy", "greedy"], "entered twice"),
    (["run", "greedy", "random", "-n", "-5"], "greater than or equal to 1"),
    (["run", "greedy", "random", "-n", "9999999"], "1,000,000 boards"),
    (["run", "greedy", "random", "-j", "0"], "greater than or equal to 1"),
    (["run", "greedy", "random", "-j", "-1"], "greater than or equal to 1"),
    (["run", "greedy", "random", "-r", "mau-mau", "-r", "mau-mau"], "every ruleset once"),
    (["run", "greedy", "random", "--clock", "1/0"], "at least the bank"),
    (["run", "greedy", "random", "--seed", " "], "a seed cannot be empty"),
    (["run", "greedy", "random", "--name", ""], "name cannot be empty"),
    (["run", "greedy", "random", "--name", "x\udcff"], "the name 'x\\udcff' is not UTF-8"),
    (["run", "greedy", "random", "--seed", "x\udcff"], "the seed 'x\\udcff' is not UTF-8"),
    (["run", "./b\udcff.py", "random"], "b\\udcff.py': rename it"),
    (["compare", "./b\udcff.py", "random"], "b\\udcff.py': rename it"),
    (["bot", "submit", "./b\udcff.py"], "the path './b\\udcff.py' is not UTF-8: rename it"),
    (["run", "greedy", "random", "--json", "--csv"], "either --json or --csv"),
    (["run", "greedy", "syntax.py"], "line 2"),
    (["run", "boards.toml"], "boards, not -3"),
    (["run", "boards.toml", "greedy", "random"], "boards.toml:2: a match has 1 to"),
    (["run", "greedy", "boards.toml"], "boards.toml: a file comes first"),
    (["run", "broken.toml"], "broken.toml:1: this is not TOML"),
    (["run", "--resume", "9" * 20], "no tournament 999"),
    (["tournament", "show", "9" * 20], "no tournament 999"),
    (["tournament", "show", "--", "-" + "9" * 20], "no tournament -999"),
    (["tournament", "standings", "0"], "no tournament 0"),
    (["demo", "-j", "0"], "greater than or equal to 1"),
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
    (["tournament", "list", "--db", "text.db"], "text.db: database: file is not a database; --db or"),
    (["run", "greedy", "random", "--db", "text.db"], "file is not a database"),
    (["ratings", "--db", "folder"], "folder is a folder: name a file in it"),
    (["token", "new", "x", "--db", "empty/in/it.db"], "its folder cannot be made"),
    (["replay", "show", "abcd", "--db", "newer.db"], "schema 9999: this arena knows up to"),
    (["run", "--resume", "--db", "newer.db"], "use a newer arena"),
    (["tournament", "list", "--db", "nosuch://x"], "nosuch"),
    (["tournament", "list", "--db", "://"], "not a database URL"),
    (["tournament", "list", "--db", "mysql://a:secret@b/c"], "no driver"),
    (["replay", "html", LOG, "-o", "folder"], "Is a directory: folder"),
    (["replay", "html", LOG, "-o", "nowhere/page.html"], "No such file or directory: nowhere/page.html"),
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


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("line", "what"), MISTAKES, ids=[" ".join(line)[-40:] for line, _ in MISTAKES])
def test_a_mistake_is_one_clear_line(line: list[str], what: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, *line)
    assert code in (2, NotFound.exit_code)
    assert out == ""
    assert what in err
    if "--json" not in line:
        assert err.startswith("arena: ")
        assert err.count("\n") == 1


@pytest.mark.parametrize(("line", "what"), FAILURES, ids=[" ".join(line)[-40:] for line, _ in FAILURES])
def test_a_failure_is_one_clear_line(line: list[str], what: str, capfd: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    code, out, err = arena(capfd, *line)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("arena: ")
    assert what in err
    assert "secret" not in err
    assert all(path.read_bytes() == content for path, content in before.items()), "nothing is lost"


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
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "replay", "show", LOG]
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
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "ruleset", "check", "--json"]
    done = subprocess.run([*command, file], capture_output=True, check=True)
    assert json.loads(done.stdout)["file"] == os.fsdecode(file)


@pytest.mark.dear
@pytest.mark.parametrize(
    ("closed", "prints"), [("<&-", True), (">&-", False), ("2>&-", True), ("<&- >&- 2>&-", False)]
)
def test_closed_streams(closed: str, prints: bool) -> None:
    command = f"{sys.executable} -c 'from arena.cli.main import main; main()' replay show {LOG} {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, bool(done.stdout), done.stderr) == (0, prints, "")


@pytest.mark.dear
def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -c 'from arena.cli.main import main; main()' replay show {LOG} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
