"""`arena replay analyse`, `branch` and `position`, and `bot check --positions`, with golden games."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest

from arena.analysis.game import analyse
from arena.analysis.report import to_json
from arena.record.reader import read_log
from arena.service.errors import INTERRUPTED
from tests.cli.arena import BOTS, GOLDEN, WIDTH, arena
from tests.cli.terminals import Terminal

LOG = str(GOLDEN / "mau-mau.jsonl")
LAST = str(BOTS / "last.py")
CRASH = str(BOTS.parents[1] / "bots" / "crash_mid_game")


@pytest.mark.dear
@pytest.mark.usefixtures("few_playouts")
def test_analysis_names_mistakes_and_luck(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "replay", "analyse", LOG)
    assert code == 0
    assert max(map(len, out.splitlines())) <= WIDTH
    mistakes = analyse(read_log(Path(LOG).read_bytes())).mistakes()
    assert mistakes
    assert re.findall(r"^ *(\d+) .* ± ", out, re.MULTILINE) == [str(one.ply) for one in mistakes]
    assert "strokes of luck" in out
    worst = max(mistakes, key=lambda one: one.cost)
    assert f"replay branch {LOG} --ply {worst.ply} --action " in err


@pytest.mark.usefixtures("few_playouts")
@pytest.mark.parametrize("seat", [None, 2])
def test_analysis_as_json(seat: int | None, capfd: pytest.CaptureFixture[str]) -> None:
    only = [] if seat is None else ["--seat", str(seat)]
    document = json.loads(arena(capfd, "replay", "analyse", LOG, "--json", *only).out)
    log = read_log(Path(LOG).read_bytes())
    report = to_json(log, analyse(log, None if seat is None else seat - 1))
    assert document == {"schema": 1, **json.loads(json.dumps(report))}


@pytest.mark.usefixtures("few_playouts")
def test_analysis_of_a_seat_shows_no_luck(capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "replay", "analyse", LOG, "--seat", "2").out
    assert "2 bot1" in out
    assert "1 bot0" not in out
    assert "strokes of luck" not in out


@pytest.mark.dear
@pytest.mark.parametrize("bots", [[], ["--as", "greedy"], ["--as", "greedy,counting,random"]])
def test_branch(bots: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    line = ["replay", "branch", LOG, "--ply", "5", "--action", "7C", "--boards", "20", *bots]
    code, out, _ = arena(capfd, *line)
    assert code == 0
    assert max(map(len, out.splitlines())) <= WIDTH
    document = json.loads(arena(capfd, *line, "--json").out)
    assert (document["seat"], document["played"], document["action"]) == (1, "TC", "7C")
    assert len(document["bots"]) == 3 * bool(bots)
    values = document["values"]
    for action in ("played", "other"):
        assert sum(values[action]["chances"]) == pytest.approx(1)
    for seat, change in enumerate(values["difference"]["chances"]):
        assert change == pytest.approx(values["other"]["chances"][seat] - values["played"]["chances"][seat])
        assert f"{100 * abs(change):.1f} ± " in out


@pytest.mark.dear
def test_the_seed_decides_a_branch_with_bots(capfd: pytest.CaptureFixture[str]) -> None:
    line = ["replay", "branch", LOG, "--ply", "5", "--action", "7C", "--boards", "20", "--json"]
    line += ["--as", "greedy"]
    document = json.loads(arena(capfd, *line).out)
    assert json.loads(arena(capfd, *line).out) == document
    assert json.loads(arena(capfd, *line, "--seed", "x").out)["values"] != document["values"]


def test_branch_as_played(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "replay", "branch", LOG, "--ply", "5", "--boards", "10")
    assert code == 0
    assert "Difference" not in out
    assert f"replay show {LOG} --ply 4" in err


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["--ply", "5", "--action", "7H"], 2, "seat 2 does not hold 7H; choose 7C, TC"),
        (["--ply", "5", "--action", "draw"], 2, "seat 2 cannot draw here; choose 7C, TC"),
        (["--ply", "5", "--action", "TC:S"], 2, "TC:S is not complete"),
        (["--ply", "5", "--action", "jack"], 2, "'jack' is not an action; choose"),
        (["--ply", "500"], 2, "the nearest is ply 46"),
        (["--ply", "0"], 2, "--ply"),
        (["--ply", "5", "--boards", "1"], 2, "--boards"),
        (["--ply", "5", "--boards", "99999"], 2, "choose 2 to 10000"),
        (["--ply", "5", "--seed", ""], 2, "seed"),
        (["--ply", "5", "--as", "greedy,greedy"], 2, "the game has 3 seats"),
        (["--ply", "5", "--as", "gredy"], 4, "did you mean greedy?"),
        (["--ply", "5", "--as", "fails.py"], 2, "while it played on: crashed: ZeroDivisionError"),
        (["--ply", "5", "--as", "./shell"], 2, "while it played on: did not start"),
        (["--ply", "5", "--as", "greedy", "--runner", "dock"], 2, "docker"),
        (["--ply", "5", "--as", "greedy", "--clock", "x"], 2, "clock"),
    ],
)
def test_mistakes(
    arguments: list[str],
    code: int,
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fails.py").write_text(
        "import maumau\n\n@maumau.bot\ndef fails(view):\n    return 1 / 0\n\n\nmaumau.run(fails)\n"
    )
    Path("shell").mkdir()
    Path("shell/bot.toml").write_text('name = "shell"\ncommand = ["sh", "-c", "true"]\n')
    done = arena(capfd, "replay", "branch", LOG, *arguments)
    assert (done.code, done.out) == (code, "")
    assert text in done.err
    assert not any(tmp_path.glob("*.jsonl"))


@pytest.fixture
def suite(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Path:
    """A suite of two positions: the seat played TC in the first, and had no choice in the second."""
    path = tmp_path / "my.positions.toml"
    for line in (
        ["--ply", "5", "--accept", "TC", "--avoid", "7C", "--name", "ten"],
        ["--ply", "6"],
    ):
        assert arena(capfd, "replay", "position", LOG, *line, "-o", str(path)).code == 0
    return path


@pytest.mark.dear
def test_positions(suite: Path, capfd: pytest.CaptureFixture[str]) -> None:
    junit = suite.parent / "report.xml"
    line = ["bot", "check", LAST, "--positions", str(suite), "--runner", "process"]
    code, out, _ = arena(capfd, *line, "--junit", str(junit))
    document = json.loads(arena(capfd, *line, "--json").out)
    assert [step["title"] for step in document["steps"]][:1] == ["ten"]
    passed = [step["passed"] for step in document["steps"]]
    assert passed == [step["answer"] == "TC" or step["number"] == 2 for step in document["steps"]]
    assert code == (0 if all(passed) else 1)
    assert out.count("FAILED") == passed.count(False)
    cases = parse(junit).getroot().findall(".//testcase")
    assert [case.find("failure") is None for case in cases] == passed
    assert cases[0].get("name") == "1 ten"


@pytest.mark.dear
def test_positions_where_the_bot_is_at_fault(suite: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for ply in range(40, 47, 2):
        arena(capfd, "replay", "position", LOG, "--ply", str(ply), "-o", str(suite))
    code, out, _ = arena(capfd, "bot", "check", CRASH, "--positions", str(suite), "--runner", "process")
    assert code == 1
    assert "the bot exited with code" in out
    assert re.search(r"^ 2 .* ok ", out, re.MULTILINE), "it is started again after a fault"


def test_check_of_positions_takes_no_steps(suite: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for other in (["--step", "1"], ["-r", "mau-mau"], ["--seed", "x"]):
        code, _, err = arena(capfd, "bot", "check", LAST, "--positions", str(suite), *other)
        assert code == 2
        assert "--positions goes without" in err


@pytest.mark.dear
def test_progress_of_a_branch() -> None:
    terminal = Terminal("replay", "branch", LOG, "--ply", "5", "-n", "50", "--as", "sampler")
    terminal.wait(" 0/50 continuations")
    terminal.wait(*[f" {done}/50 continuations" for done in range(1, 10)])
    terminal.close()


@pytest.mark.dear
def test_ctrl_c_ends_a_branch_and_its_bots(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import os, pathlib, maumau\n\n\n@maumau.bot\ndef bot(view):\n"
        "    pathlib.Path(__file__).with_name(f'pid-{os.getpid()}').touch()\n    return view.legal[0]\n\n\n"
        "maumau.run(bot)\n"
    )
    line = ["replay", "branch", LOG, "--ply", "5", "-n", "10000", "--as", "bot.py"]
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", *line],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    seats = 3
    while len(pids := [int(path.name[4:]) for path in tmp_path.glob("pid-*")]) < seats:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (INTERRUPTED, "")
    assert "Traceback" not in err
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
