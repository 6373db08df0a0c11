"""Suites of positions: what they may contain, and every mistake with its line."""

import re
import shutil
from pathlib import Path

import pytest

from arena.record.decisions import read_messages
from arena.record.reader import read_log
from arena.rules import notation, rulesets
from arena.rules.cards import members
from arena.service.bots import resolve_bot
from arena.service.check.report import CheckStep
from arena.service.errors import BadSettings
from arena.service.replay.ask import ask
from arena.service.replay.find import StoredLog, find
from arena.service.replay.position_check import PositionStep, check_positions
from arena.service.replay.positions import BadPositions, add_position, make_position, read_positions
from arena.service.replay.written_position import questions
from maumau import simulate
from tests.cli.arena import GOLDEN
from tests.record.games import play

HOSTILE = Path(__file__).parents[1] / "bots"
GOOD = """version = 1

[[positions]]
name = "ten"
ruleset = "mau-mau@1"
game = "game.jsonl"
ply = 5
accept = ["TC"]
avoid = ["7C"]
"""


WRITTEN = """version = 1

[[positions]]
name = "ten"
ruleset = "mau-mau"
seats = 2
seat = 1
dealt = ["TC", "7C", "KD", "9S", "QC"]
turned = "8C"
moves = ["7C", "pass", "TC", "draw", "pass"]
drawn = []
avoid = ["QC"]
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
    for rules, seats in (("mau-mau", 2), ("crazy-eights", 3), ("mau-mau", 3), ("tschau-sepp", 2)):
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


CRASHING = """
import os
import maumau

@maumau.bot
def crashing(view):
    if view.ply == 9:
        print("at ply", view.ply, flush=True)
        os._exit(3)
    return view.legal[0]

maumau.run(crashing)
"""


@pytest.mark.dear
@pytest.mark.parametrize("bot", ["first", "one_at_a_time", "crashing"])
def test_games_up_to_the_positions_are_played_at_once(bot: str, folder: Path) -> None:
    """A bot that cannot do that, and one that is at fault meanwhile, are asked about each alone."""
    (folder / "crashing.py").write_text(CRASHING)
    stored = find(str(folder / "game.jsonl"))
    log = stored.log()
    seats = read_messages(log, range(log.header.seats))
    plies = [one.ply for seat in seats for one in seat.decisions][::2]
    path = folder / "all.positions.toml"
    path.write_text(
        "\n".join(["version = 1\n", *(make_position(stored, ply, [], [], f"{ply}")[1] for ply in plies)])
    )
    script = folder / "crashing.py" if bot == "crashing" else HOSTILE / bot
    positions = read_positions(path)
    report = check_positions(resolve_bot(str(script)), positions, "process")
    for step, position in zip(report.steps, positions, strict=True):
        assert isinstance(step, PositionStep)
        *before, last = position.messages.decisions
        fatal = [one.ply for one in (*before, last) if one.position.ply == 9]
        if bot == "crashing" and fatal:
            assert step.detail.startswith(f"ply {fatal[0]}: ")
            assert (step.answer, step.output) == ("", "at ply 9")
        else:
            first = last.choices[0].default()
            assert step.answer == notation(position.messages.game.pack, first)
    assert {bool(step.detail.startswith("ply")) for step in report.steps} == {False, bot == "crashing"}


@pytest.mark.ci_one_in(6)
@pytest.mark.dear
@pytest.mark.parametrize("rules", [one.id for one in rulesets()])
def test_position_without_a_log_asks_what_the_seat_was_asked(rules: str, tmp_path: Path) -> None:
    """Nothing that the seat did not see is in it, and it is the same for the bot."""
    seats = next(one.players[0] for one in rulesets() if one.id == rules)
    data = simulate(["greedy"] * seats, rules, 1, seed=2).games[0].log.encode()
    log, path, written = read_log(data), tmp_path / "all.positions.toml", 0
    text = ["version = 1\n"]
    plies = [one.ply for seat in read_messages(log, range(seats)) for one in seat.decisions][::4]
    made = [make_position(StoredLog("", data), ply, [], [], str(ply)) for ply in plies]
    path.write_text("\n".join([*text, *(entry for _, entry in made)]))
    for (real, entry), read in zip(made, read_positions(path), strict=True):
        written += "log = " not in entry
        assert (real.asked.seed, real.accept) == (read.asked.seed, read.accept)
        assert questions(real.messages) == questions(read.messages)
    assert written


def test_written_position(folder: Path) -> None:
    (position,) = read_positions(written(folder, WRITTEN))
    assert [one.ply for one in position.messages.decisions] == [1, 3, 6]
    pack = position.messages.game.pack
    last = position.messages.decisions[-1]
    assert {pack.name(card) for card in members(last.seen.hand)} == {"KD", "9S", "QC"}
    assert (last.seen.counts, pack.names[last.seen.top]) == ((3, 8), "TC")
    report = check_positions(resolve_bot("builtin:greedy"), [position], "process")
    (step,) = report.steps
    assert isinstance(step, PositionStep)
    assert (step.answer, step.passed) == ("QC", False)


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('"mau-mau"', '"mau"', 5, "mau-mau"),
        ('"mau-mau"', '"mau-mau@9"', 5, "write mau-mau@1"),
        ('ruleset = "mau-mau"', "", 3, "a position without a log needs ruleset"),
        ("seats = 2", "seats = 99", 6, "99"),
        ("seats = 2", 'seats = "2"', 6, "seats is to be a whole number"),
        ("seat = 1", "seat = 3", 7, "the game has seats 1 to 2"),
        ("seat = 1", "seat = 2", 10, "seat 1 cannot have 7C here"),
        (', "draw", "pass"]', "]", 10, "after these moves seat 2 is asked, not seat 1"),
        ('"KD"', '"2D"', 8, "'2D' is not in the pack"),
        ('"KD"', '"7C"', 8, "'7C' is named more than once"),
        (', "QC"]', "]", 11, "seat 1 takes more cards than dealt and drawn name"),
        ('turned = "8C"', 'turned = "7C"', 9, "named more than once"),
        ('turned = "8C"', "", 3, "needs turned"),
        ('"draw", "pass"]', '"draw", "pass", "KD"]', 10, "KD"),
        ('"pass", "TC"', '"jack", "TC"', 10, "'jack' is not an action"),
        ('"pass", "TC"', '"KD", "TC"', 10, "seat 2 cannot have KD here"),
        ('"pass", "TC"', '"draw", "TC"', 10, "seat 2 cannot draw here; choose pass"),
        ('moves = ["7C", "pass", "TC", "draw", "pass"]', "", 3, "needs moves"),
        ("drawn = []", 'drawn = ["8H"]', 11, "has not drawn 8H"),
        ("drawn = []", "ply = 3", 11, "ply belongs to a position with a log"),
        ("drawn = []", 'game = "game.jsonl"', 11, "game belongs to a position with a log"),
        ('avoid = ["QC"]', 'avoid = ["8S"]', 12, "seat 1 does not hold 8S"),
        ('avoid = ["QC"]', "", 3, "needs accept, avoid or both"),
    ],
)
def test_mistakes_of_written_positions(folder: Path, old: str, new: str, line: int, what: str) -> None:
    assert WRITTEN.count(old) == 1
    with pytest.raises(BadPositions, match=re.escape(what)) as caught:
        read_positions(written(folder, WRITTEN.replace(old, new)))
    assert caught.value.mistakes[0].line == line


def test_log_of_a_position_has_no_keys_of_others(folder: Path) -> None:
    with pytest.raises(BadPositions, match="seat belongs to a position without a log"):
        read_positions(written(folder, GOOD + "seat = 1\n"))
