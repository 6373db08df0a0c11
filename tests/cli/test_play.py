"""`arena play`, with real bots in real processes."""

import json
import re
from pathlib import Path

import pytest

from arena.record import verify
from tests.cli.arena import QUICK_BOTS, WIDTH, arena

CRASHING = """
import maumau


@maumau.bot
def crashing(view):
    raise RuntimeError("no idea \\x1b[31m")


maumau.run(crashing)
"""
WRONG = """
import maumau


@maumau.bot
def wrong(view):
    return {}


maumau.run(wrong)
"""


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.dear
def test_a_match_as_tables(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "play", "greedy", "random", "--seed", "1")
    assert code == 0
    assert "greedy, random" in out
    assert "random, greedy" in out
    assert max(map(len, out.splitlines())) <= WIDTH
    assert "\x1b" not in out + err
    shown = err.rpartition("arena ")[2].split()
    assert shown[:2] == ["replay", "show"]
    assert arena(capfd, *shown).out.startswith("Mau-Mau  mau-mau@1")


@pytest.mark.dear
def test_the_same_seed_plays_the_same_games(capfd: pytest.CaptureFixture[str]) -> None:
    def games() -> list[tuple[object, ...]]:
        played = json.loads(arena(capfd, "play", *QUICK_BOTS, "--seed", "1", "--json").out)["games"]
        return [(game["plies"], game["places"], game["points"]) for game in played]

    assert games() == games()


@pytest.mark.dear
def test_out_sets_the_folder_of_logs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "play", *QUICK_BOTS, "-r", "prsi", "-o", "logs", "--json").out
    logs = [Path(game["log"]) for game in json.loads(out)["games"]]
    assert {log.parent for log in logs} == {Path("logs")}
    assert all(verify(log.read_bytes()).ok for log in logs)


@pytest.mark.dear
def test_games_as_text(capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "play", *QUICK_BOTS, "--text", "-q").out
    assert out.count("   0  Deal 1 ") == 2
    assert max(map(len, out.splitlines())) <= WIDTH


@pytest.mark.dear
@pytest.mark.parametrize(
    ("returned", "verdict", "text"),
    [
        ("view.hnad[0]", "DISCONNECT", "crashed: AttributeError: 'View' object has no attribute 'hnad'"),
        ("view.hand[0]", "ILLEGAL", r"illegal move \S+: not in view\.legal"),
        ("None", "ILLEGAL", r"illegal move None: not in view\.legal"),
    ],
)
def test_faults_are_reported_to_the_author(
    returned: str, verdict: str, text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wrong.py").write_text(WRONG.format(returned))
    code, _, err = arena(capfd, "play", "wrong.py", QUICK_BOTS[0])
    assert code == 3
    assert re.match(rf"wrong: {text}", err)
    assert "mau-mau@1, deal 0" in err, "with the view"
    found = json.loads(arena(capfd, "play", "wrong.py", QUICK_BOTS[0], "--json").out)
    assert {verdict} == {fault["verdict"] for fault in found["faults"]}


@pytest.mark.dear
def test_a_fault_is_reported_to_the_author(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "crashing.py").write_text(CRASHING)
    code, out, err = arena(capfd, "play", "crashing.py", QUICK_BOTS[0])
    assert code == 3
    assert "forfeit: disconnected" in out
    assert err.splitlines()[0].startswith(r"crashing: crashed: RuntimeError: no idea \x1b[31m")
    assert 'raise RuntimeError("no idea' in err
    assert r"no idea \x1b[31m" in err
    assert "\x1b" not in err
