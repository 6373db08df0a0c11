"""Suites of positions: what they may contain, and every mistake with its line."""

import re
import shutil
from pathlib import Path

import pytest

from arena.service.bots import resolve_bot
from arena.service.check.report import CheckStep
from arena.service.errors import BadSettings
from arena.service.replay.ask import ask
from arena.service.replay.find import StoredLog, find
from arena.service.replay.position_check import PositionStep, check_positions
from arena.service.replay.positions import BadPositions, add_position, read_positions
from tests.cli.arena import GOLDEN
from tests.record.games import play

GOOD = """version = 1

[[positions]]
name = "ten"
ruleset = "mau-mau@1"
game = "game.jsonl"
ply = 5
accept = ["TC"]
avoid = ["7C"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(GOLDEN / "mau-mau.jsonl", tmp_path / "game.jsonl")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    path = folder / "some.positions.toml"
    path.write_text(text)
    return path


def test_position_of_a_file(folder: Path) -> None:
    (position,) = read_positions(written(folder, GOOD))
    assert position.name == "ten"
    assert (position.messages.seat, position.messages.decisions[-1].ply) == (1, 5)
    assert position.passes("TC")
    assert not position.passes("7C")


def test_added_position_needs_no_other_file(folder: Path) -> None:
    path, stored = folder / "new.positions.toml", find(str(folder / "game.jsonl"))
    first = add_position(path, stored, 5, ["TC"], ["7C"], "ten")
    second = add_position(path, stored, 6, [], [])
    (folder / "game.jsonl").unlink()
    read = read_positions(path)
    assert [(one.name, one.asked.seed, one.accept, one.avoid) for one in read] == [
        (one.name, one.asked.seed, one.accept, one.avoid) for one in (first, second)
    ]
    assert [one.messages.decisions[-1].ply for one in read] == [5, 6]
    assert path.read_text().count("version") == 1
    before = path.read_bytes()
    for ply, accept, name in ((5, ["7H"], "x"), (999, ["7C"], "x"), (5, ["7C"], "ten")):
        with pytest.raises(BadSettings):
            add_position(path, stored, ply, accept, [], name)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("version = 1", "", 1, "write version = 1"),
        ("version = 1", "version = 2", 1, "write version = 1"),
        ("ply = 5", 'ply = "5"', 7, "ply is to be a whole number"),
        ("ply = 5", "", 3, "needs ply"),
        ("ply = 5", "ply = 400", 7, "the nearest is ply 46"),
        ("TC", "7H", 8, "seat 2 does not hold 7H; choose 7C, TC"),
        ("7C", "7?", 9, "is not an action"),
        ('accept = ["TC"]\navoid = ["7C"]', "", 3, "needs accept, avoid or both"),
        ("game.jsonl", "no.jsonl", 6, "there is no file"),
        ("game.jsonl", "some.positions.toml", 6, "cannot read the log"),
        ('game = "game.jsonl"', 'log = "AAAA"', 6, "cannot read the log"),
        ('game = "game.jsonl"', "", 3, "needs game"),
        ("mau-mau@1", "blind@1", 5, "the log is a game of mau-mau@1"),
        ("avoid", "avoids", 9, 'did you mean "avoid"?'),
        ('"ten"', '"ten', 4, "this is not TOML"),
        ("[[positions]]", "[positions]", 3, "positions is to be a list of tables"),
    ],
)
def test_mistakes_have_their_lines(folder: Path, old: str, new: str, line: int, what: str) -> None:
    path = written(folder, GOOD.replace(old, new))
    with pytest.raises(BadPositions, match=re.escape(what)) as caught:
        read_positions(path)
    assert caught.value.mistakes[0].line == line


def test_all_mistakes_are_reported(folder: Path) -> None:
    twice = GOOD + GOOD.partition("\n\n")[2].replace("ply = 5", "ply = 6")
    with pytest.raises(BadPositions) as caught:
        read_positions(written(folder, twice.replace("TC", "7H")))
    assert [mistake.line for mistake in caught.value.mistakes] == [8, 11, 15, 16]


@pytest.mark.dear
def test_positions_of_several_rulesets_and_seats(tmp_path: Path) -> None:
    path, bot = tmp_path / "all.positions.toml", resolve_bot("builtin:counting")
    asked: dict[tuple[str, int], str] = {}
    for rules, seats in (("mau-mau", 2), ("blind", 3), ("mau-mau", 3), ("german", 2)):
        stored = StoredLog("", play(rules, seats, 5, game_id=f"{rules}-{seats}").data)
        opinions = ask(stored.log(), bot).opinions
        asked |= {(f"{rules}-{seats}", one.ply): one.would for one in opinions}
        for ply in range(1, 12, 2):
            add_position(path, stored, ply, [], [], f"{rules} {seats} {ply}")
    positions, steps = read_positions(path), list[CheckStep]()
    report = check_positions(bot, positions, "process", on_step=steps.append)
    assert [step.number for step in report.steps] == list(range(1, len(positions) + 1))
    assert {step.number for step in steps} == {step.number for step in report.steps}
    for step, position in zip(report.steps, positions, strict=True):
        assert isinstance(step, PositionStep)
        assert step.title == position.name
        assert (
            step.answer
            == asked[position.name.rpartition(" ")[0].replace(" ", "-"), position.messages.decisions[-1].ply]
        )
        assert step.passed == position.passes(step.answer)
    assert 0 < sum(step.passed for step in report.steps) < len(positions)
