"""`arena replay ask`, with a golden game."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.arena import BOTS, GOLDEN, WIDTH, arena
from tests.record.games import play

LOG = str(GOLDEN / "detailed.jsonl")
LAST = str(BOTS / "last.py")
HOSTILE = BOTS.parents[1] / "bots"


def test_decisions_that_differ(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "replay", "ask", LOG, "--as", LAST, "--seat", "1")
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= WIDTH
    heading, _, first, *_ = out.splitlines()
    assert heading.split() == ["Ply", "Seat", "Played", "Note", "last", "would"]
    assert re.fullmatch(r" +\d+ +1 bot0 +\S.* ≠ .*", first)
    assert "2 bot1" not in out
    assert "\x1b" not in out
    told = re.search(r"^last agrees in (\d+) of (\d+) decisions, in \d+ of the \d+ with a choice$", out, re.M)
    assert told
    assert int(told[2]) - int(told[1]) == out.count("≠")


def test_all_of_it_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    document = json.loads(arena(capfd, "replay", "ask", LOG, "--as", LAST, "--seat", "2", "--json").out)
    assert document["names"] == ["bot0", "bot1"]
    assert {one["seat"] for one in document["opinions"]} == {1}
    assert document["agreed"] == sum(one["agrees"] for one in document["opinions"])
    assert all(one["agrees"] == (one["played"] == one["would"]) for one in document["opinions"])


def test_one_decision_and_what_the_bot_prints(capfd: pytest.CaptureFixture[str]) -> None:
    witness = str(BOTS / "witness.py")
    code, out, _ = arena(capfd, "replay", "ask", LOG, "--as", witness, "--ply", "18", "--output")
    assert code == 0
    assert re.match(r"ply 18, seat \d bot\d: \S+(, as played|, where \S+ was played)\n  \| of \d+: ", out)
    assert "witness agrees in" in out


@pytest.mark.dear
def test_estimates_of_both_bots(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(play("mau-mau", 2, 3, estimates=True).data)
    witness = str(BOTS / "witness.py")
    _, out, _ = arena(capfd, "replay", "ask", str(path), "--as", witness, "--seat", "1", "--all")
    heading, _, *rows = out.splitlines()
    assert heading.split() == ["Ply", "Seat", "Played", "Note", "Win", "witness", "would", "Note", "Win"]
    assert " 63 %" in out
    assert [row.endswith("%") for row in rows if " bot0 " in row] == [True] * out.count(" bot0 ")
    opinions = json.loads(arena(capfd, "replay", "ask", str(path), "--as", witness, "--json").out)["opinions"]
    assert {one["played_win"] for one in opinions} == {None, 0.0, 1.0, 0.63, 0.123}
    assert {one["win"] for one in opinions} >= {0.0, 0.125}


def test_a_bot_at_fault(capfd: pytest.CaptureFixture[str]) -> None:
    crash = str(HOSTILE / "crash_mid_game")
    code, out, err = arena(capfd, "replay", "ask", LOG, "--as", crash, "--seat", "1")
    assert code == 3
    assert "crash_mid_game agrees in" in out
    assert re.match(r"crash_mid_game: disconnected: seat 1, ply \d+: the bot exited with code 139\n", err)
    assert "  | about to die" in err


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([LOG, "--as", "builtin:gredy"], "did you mean greedy?"),
        ([LOG, "--as", LAST, "--seat", "3"], "the game has seats 1 to 2"),
        (
            [LOG, "--as", LAST, "--ply", "300"],
            "the nearest is ply 36",
        ),
        (["nix.jsonl", "--as", LAST], "nix.jsonl"),
        ([LOG, "--as", LAST, "--runner", "cloud"], "cloud"),
        ([LOG, "--as", "me"], "plays only in `arena play`"),
        ([LOG], "--as"),
    ],
)
def test_mistakes(arguments: list[str], text: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "replay", "ask", *arguments)
    assert (code, out) == (4 if "did you mean" in text or "nix" in text else 2, "")
    assert text in err
