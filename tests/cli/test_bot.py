"""`arena bot`: what is printed when a bot is begun, submitted, shown and disabled, and how it all ends."""

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.service.bots import resolve_bot
from arena.service.errors import INTERRUPTED
from arena.store.bots.submissions import SubmissionState, add_submission
from arena.store.database.store import Store, open_store, sqlite_url
from tests.cli.arena import BOTS, arena
from tests.store.samples import NOW
from tests.store.test_submissions import FIRST, LATER

HOSTILE = Path(__file__).parents[1] / "bots"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, a database and a data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "arena.db"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@pytest.fixture
def registered(tmp_path: Path) -> Store:
    """Two versions of "clever", the newer one failed."""
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, store.writing() as tx:
        second = replace(
            FIRST,
            digest="bb" * 32,
            state=SubmissionState.FAILED,
            failure="it said \x1b[31m",
            repeat="arena bot check ./clever --step 3",
            qualified=(),
        )
        add_submission(tx, "local", "clever", "clever", FIRST, NOW)
        add_submission(tx, "local", "clever", "clever", second, LATER)
        return store


def test_new_bot_prints_the_next_commands(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "bot", "new", "clever")
    assert (code, err) == (0, "")
    assert out == (
        "Created clever/bot.py. Next:\n"
        "  arena play ./clever builtin:random\n"
        "  arena bot check ./clever\n"
        "  arena bot submit ./clever\n"
    )
    code, out, _ = arena(capfd, "bot", "new", "other", "--folder", "a b/other", "--json")
    assert json.loads(out)["next"][0] == "arena play './a b/other' builtin:random"
    assert Path("a b/other/bot.toml").is_file()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["new", "clever", "--lang", "gol"], "unknown language 'gol'"),
        (["new", "here"], "here exists already"),
        (["submit", "nowhere"], "there is nothing at 'nowhere'"),
        (["submit", "builtin:greedy"], "there is nothing at 'builtin:greedy'"),
        (["submit", "fails"], "building fails failed: `echo why; exit 3` in"),
        (["submit", "here", "-r", "skat"], "no ruleset is called 'skat'"),
        (["submit", "here", "--name", ""], "'' cannot be a bot's name"),
        (["submit", "here", "--name", "random"], "the name random is taken by the builtin bot random"),
        (["submit", "here", "--runner", "magic"], "process or docker"),
        (["submit", "image:x"], "add --runner docker"),
        (["submit", "broken.tar.gz"], "broken.tar.gz: damaged"),
        (["show", "nobody"], "no bot is registered as 'nobody'; `arena bot list` shows those there are"),
        (["disable", "nobody"], "no bot is registered as 'nobody'"),
        (["enable", "a\x1b[2J"], r"no bot is registered as 'a\x1b[2J'"),
    ],
)
def test_mistakes_are_one_line(line: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("here", "fails"):
        Path(name).mkdir()
        shutil.copy(BOTS / "last.py", Path(name, "bot.py"))
    Path("fails", "bot.toml").write_text('command = ["build/x"]\nbuild = "echo why; exit 3"\n')
    Path("broken.tar.gz").write_text("x")
    assert arena(capfd, "db", "upgrade").code == 0
    code, out, err = arena(capfd, "bot", *line)
    is_not_there = "nothing at" in said or "no bot is registered" in said
    assert (code, out) == (4 if is_not_there else 2, "")
    assert said in err.splitlines()[-1]
    if "fails" in line:
        assert err.splitlines()[:2] == ["building fails: echo why; exit 3", "  | why"]
    else:
        assert err.count("\n") == 1


@pytest.mark.dear
def test_failure_prints_its_repeat_command(capfd: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(HOSTILE / "exits_at_once", "wrong")
    code, out, err = arena(capfd, "bot", "submit", "wrong", "-r", "mau-mau")
    assert (code, err) == (1, "")
    assert "did not qualify: step 1 of the check, starts: " in " ".join(out.split())
    assert (
        "It is stored as failed and plays nowhere. To see it again:\n  arena bot check ./wrong --step 1"
        in out
    )
    code, out, _ = arena(capfd, "bot", "submit", "wrong", "-r", "mau-mau", "--json")
    document = json.loads(out)
    assert (code, document["state"], document["check"]["steps"][0]["passed"]) == (1, "failed", False)
    code, _, err = arena(capfd, "play", "wrong@" + document["version"][:6], "random")
    assert code == 2
    assert "did not qualify: step 1" in err


@pytest.mark.dear
def test_ctrl_c_registers_nothing(here: Path) -> None:
    (here / "never").mkdir()
    shutil.copy(HOSTILE / "never_connects" / "bot.py", here / "never" / "bot.py")
    command = [sys.executable, "-m", "arena", "bot", "submit", "never"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert "Checking never (./never)" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert err == "Interrupted: nothing was registered.\n"
    assert not list((here.parent / "data").rglob("bot.py"))


@pytest.mark.usefixtures("registered")
def test_registered_bots_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "bot")
    lines = [line.split() for line in out.splitlines() if line.startswith("clever")]
    assert code == 0
    assert lines == [
        ["clever", "bbbbbbbb", "python", "failed", "0", "–", "–", "32"],
        ["clever", "aaaaaaaa", "python", "active", "8", "56", "%", "0.13", "32"],
    ]
    code, out, _ = arena(capfd, "bot", "list", "--json")
    document = json.loads(out)
    assert [one["state"] for one in document["registered"]] == ["failed", "active"]
    assert "greedy" in [one["name"] for one in document["builtin"]]


@pytest.mark.usefixtures("registered")
def test_show_prints_all_facts(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "bot", "show", "clever")
    assert code == 0
    assert "\x1b" not in out
    assert r"failed: it said \x1b[31m" in out
    assert "to repeat the failure: arena bot check ./clever --step 3" in out
    code, out, _ = arena(capfd, "bot", "show", "clever@aa")
    assert "\nclever@aaaaaa:\n" in out
    assert "promises: memory_mb 100, games 8" in out
    assert "tried: 8 games in 1 ruleset: 38 % against greedy, 75 % against random, 0.13 ms" in out
    assert "from: ./clever, 2026-11-20 12:00, by local" in out
    code, out, _ = arena(capfd, "bot", "show", "clever", "--json")
    assert [one["version"][:2] for one in json.loads(out)["versions"]] == ["bb", "aa"]


@pytest.mark.usefixtures("registered")
def test_a_bot_is_disabled_and_enabled(capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "bot", "disable", "clever").out == "clever@aaaaaa is disabled now.\n"
    assert "clever@bbbbbb did not qualify" in arena(capfd, "play", "clever", "random").err
    code, out, _ = arena(capfd, "bot", "enable", "clever@aa", "--json")
    assert (code, json.loads(out)["versions"][0]["state"]) == (0, "active")
    assert arena(capfd, "bot", "enable", "clever").code == 2


def test_submitting_the_same_bytes_says_so(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shutil.copytree(BOTS, "clever", ignore=lambda _, names: [name for name in names if name != "last.py"])
    Path("clever", "last.py").rename("clever/bot.py")
    digest = resolve_bot("./clever").version
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, store.writing() as tx:
        same = replace(FIRST, digest=digest, place=f"bots/{digest}", runner="process", rulesets=("mau-mau",))
        add_submission(tx, "local", "clever", "clever", same, NOW)
    shutil.copytree("clever", tmp_path / "data" / "arena" / "bots" / digest)
    code, out, err = arena(capfd, "bot", "submit", "clever", "-r", "mau-mau")
    assert (code, err) == (0, "")
    assert out == (
        f"clever@{digest[:6]} is registered already with the same files; nothing was copied or tried.\n"
        "Next:\n  arena run clever greedy counting\n  arena bot show clever\n"
    )
    Path("clever", "more.py").touch()
    code, _, err = arena(capfd, "run", "clever", "greedy", "-n", "1")
    assert code == 4
    assert f"use ./clever or clever@{digest[:6]}" in err
