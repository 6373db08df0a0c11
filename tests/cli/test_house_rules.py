"""House rules work wherever a fixed ruleset works, with real bots."""

import json
import os
from pathlib import Path

import pytest

from arena.record import read_log, verify
from arena.rules.house_rules.load import load_house_rules
from arena.viewer.replay.legal_actions import legal_actions
from tests.cli.arena import QUICK_BOTS, WIDTH, arena
from tests.cli.terminals import TIMEOUT_S, Terminal

SUNDAY = """\
id = "sunday"
title = "Mau-Mau on Sundays"
base = "mau-mau"
options = ["W-7-STACK", "W-DEAL=6"]

[changes]
players = [2, 3]
packs.6 = false
effects.9 = { is = "Reverse" }
"""
RULES = load_house_rules(SUNDAY).ruleset
FIELD = QUICK_BOTS
QUICK = ("-n", "1", "-q")


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with sunday.toml."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "arena.db"))
    path = tmp_path / "sunday.toml"
    path.write_text(SUNDAY)
    return path


@pytest.mark.dear
def test_a_match_by_house_rules_replays_without_the_file(
    house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done = arena(capfd, "play", *FIELD, "-r", "sunday.toml", "-o", "logs", "--seed", "1", "--text")
    assert done.code == 0, done.err
    assert done.out.startswith(f"Mau-Mau on Sundays  {RULES.key}")
    house.unlink()
    logs = sorted(map(str, Path("logs").iterdir()))
    assert len(logs) == 2
    for log in logs:
        assert verify(Path(log).read_bytes()).ok
        assert "verified" in arena(capfd, "replay", "verify", log).out
        assert RULES.key in arena(capfd, "replay", "show", log).out
        page = arena(capfd, "replay", "html", log).out
        assert "Mau-Mau on Sundays" in page
        assert RULES.key in page


@pytest.mark.dear
def test_a_game_by_house_rules_is_analysed_and_played_on_without_the_file(
    house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert arena(capfd, "play", *FIELD, "-r", "sunday.toml", "-o", "logs", "--seed", "1").code == 0
    house.unlink()
    log = str(min(Path("logs").iterdir()))
    analysis = json.loads(arena(capfd, "replay", "analyse", log, "--json").out)
    assert (analysis["ruleset"], analysis["calibration_error"]) == (RULES.key, None)
    decisions = legal_actions(read_log(Path(log).read_bytes()))
    ply, _, actions = next(one for one in decisions["decisions"] if len(one[2]) > 1)
    action = decisions["actions"][actions[1]][0]
    for bots in ([], ["--as", "greedy"]):
        line = ["replay", "branch", log, "--ply", str(ply), "--action", action, "-n", "10", *bots, "--json"]
        branch = json.loads(arena(capfd, *line).out)
        assert (branch["ruleset"], branch["action"]) == (RULES.key, action)
        assert sum(branch["values"]["other"]["chances"]) == pytest.approx(1)
    assert arena(capfd, "replay", "position", log, "--ply", str(ply), "-o", "my.positions.toml").code == 0
    report = json.loads(
        arena(capfd, "bot", "check", FIELD[0], "--positions", "my.positions.toml", "--json").out
    )
    assert report["rulesets"] == [RULES.key]


@pytest.mark.dear
def test_a_table_of_three_by_house_rules(capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "play", *FIELD, FIELD[0], "-r", "./sunday.toml", "--json").out
    assert json.loads(out)["ruleset"] == RULES.key


@pytest.mark.dear
def test_a_person_plays_by_house_rules() -> None:
    terminal = Terminal("play", "greedy", "me", "--seed", "1", "-r", "sunday.toml")
    shown = terminal.wait("Your move? ")
    assert "2 You  to play" in shown
    assert f"Mau-Mau on Sundays  {RULES.key}" in shown
    os.write(terminal.master, b"resign\n")
    assert "of 1" in terminal.wait("To watch the first game")
    assert terminal.process.wait(TIMEOUT_S) == 3
    terminal.close()


@pytest.mark.dear
def test_a_tournament_by_house_rules_and_by_others(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done = arena(capfd, "run", *FIELD, "-r", "sunday.toml", "-r", "mau-mau", *QUICK)
    assert done.code == 0, done.err
    house.unlink()
    shown = arena(capfd, "tournament", "show", "1").out
    assert shown.endswith(done.out)  # with the tournament above it
    assert f"Mau-Mau on Sundays  {RULES.key}, 1 board" in shown
    assert "Mau-Mau  mau-mau@1, 1 board" in shown
    assert "verified" in arena(capfd, "replay", "verify", "1.1.1/1").out
    assert arena(capfd, "replay", "show", "1.1.1/1").out.startswith(f"Mau-Mau on Sundays  {RULES.key}")


@pytest.mark.dear
def test_different_house_rules_have_different_ratings(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arena(capfd, "run", *FIELD, "-r", "sunday.toml", *QUICK)
    house.write_text(SUNDAY.replace("Reverse", "MayGoOn"))
    other = load_house_rules(house.read_text()).ruleset
    arena(capfd, "run", *FIELD, "-r", "sunday.toml", *QUICK)

    def rulesets(*which: str) -> list[str]:
        listed = json.loads(arena(capfd, "ratings", *which, "--json").out)
        return [one["ruleset"] for one in listed["ladders"]]

    assert rulesets() == sorted([RULES.key, other.key])
    assert rulesets("-r", "sunday.toml") == [other.key]
    assert rulesets("-r", "sunday") == sorted([RULES.key, other.key])
    assert rulesets("-r", RULES.key) == [RULES.key]
    code, _, err = arena(capfd, "ratings", "-r", "monday")
    assert code == 2
    assert "no ruleset is called 'monday'" in err


@pytest.mark.dear
def test_a_resumed_tournament_keeps_its_house_rules(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from arena.service.bots import resolve_bot
    from arena.service.database import open_database
    from arena.service.tournaments.setup.create import create
    from arena.service.tournaments.setup.settings import TournamentSettings

    settings = TournamentSettings(tuple(map(resolve_bot, FIELD)), ("sunday.toml",), boards=1)
    with open_database(None) as store:
        create(store, settings)
    house.write_text(SUNDAY.replace("Reverse", "MayGoOn"))
    done = arena(capfd, "run", "--resume", "-q")
    assert done.code == 0, done.err
    assert RULES.key in done.out


@pytest.mark.dear
def test_a_tournament_file_names_house_rules_from_its_own_folder(
    house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("cups").mkdir()
    house.rename("cups/sunday.toml")
    cup = f'bots = {[*FIELD]}\nrulesets = ["sunday.toml"]\nboards = 1\n'
    Path("cups/cup.toml").write_text(cup)
    done = arena(capfd, "run", "cups/cup.toml", "-q", "--json")
    assert done.code == 0, done.err
    assert [table["ruleset"] for table in json.loads(done.out)["tables"]] == [RULES.key]


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (("play", *FIELD, "-r", "nowhere.toml"), "nowhere.toml: No such file or directory"),
        (("play", *FIELD, "-r", "./sunday"), "sunday: No such file or directory"),
        (("play", *FIELD, "-r", "sunday"), "sunday"),
        (("play", *FIELD, "-r", "wrong.toml"), "wrong.toml:2: there is no key"),
        (("play", *FIELD, "-r", "wrong.toml"), "(1 more: `arena ruleset check wrong.toml`)"),
        (("run", *FIELD, "-r", "wrong.toml"), "wrong.toml:2: there is no key"),
        (("run", *FIELD, "-r", "sunday.toml", "-r", "./sunday.toml"), "name every ruleset once"),
        (("play", *FIELD, *FIELD, "-r", "sunday.toml"), "sunday is for 2 to 3 players, not 4"),
        (("ruleset", "show", "wrong.toml"), "wrong.toml:2: there is no key"),
        (("ruleset", "diff", "mau-mau"), "mau-mau@1 has no base"),
        (("ruleset", "diff", "sunday.toml", "skat"), "no ruleset is called 'skat'"),
        (("ruleset", "check", "nowhere.toml"), "nowhere.toml: No such file or directory"),
        (("ruleset", "check", "."), "Is a directory"),
        (("ruleset", "options", "wrong.toml"), "wrong.toml:2: there is no key"),
    ],
)
def test_a_mistake_is_one_clear_line(
    command: tuple[str, ...], what: str, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("wrong.toml").write_text('id = "wrong"\ntitel = "Wrong"\nbase = "mau-mau"\n[changes]\nhand = 0\n')
    code, out, err = arena(capfd, *command)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert what in err


def test_check_names_base_and_options(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "ruleset", "check", "sunday.toml")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"sunday.toml: valid. Mau-Mau on Sundays, {RULES.key}, for 2 to 3 players",
        "  house rules on mau-mau@1: W-DEAL=6, W-7-STACK and changes of players, packs, effects",
        "  To play: arena play greedy counting -r sunday.toml",
    ]
    found = json.loads(arena(capfd, "ruleset", "check", "sunday.toml", "--json").out)
    assert (found["ok"], found["mistakes"], found["ruleset"]) == (True, [], RULES.key)
    assert (found["base"], found["options"]) == ("mau-mau@1", ["W-DEAL=6", "W-7-STACK"])


def test_check_names_each_mistake_with_its_line(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    house.write_text(SUNDAY.replace("W-7-STACK", "W-7-STAK").replace("Reverse", "\u202eevil") + "cut = -1\n")
    code, out, err = arena(capfd, "ruleset", "check", "sunday.toml")
    assert (code, err) == (1, "3 mistakes.\n")
    lines = out.splitlines()
    assert [line.split(": ")[0] for line in lines] == ["sunday.toml:4", "sunday.toml:9", "sunday.toml:10"]
    assert 'did you mean "W-7-STACK"?' in lines[0]
    assert out.replace("\n", "").isprintable()
    code, out, err = arena(capfd, "ruleset", "check", "sunday.toml", "--json")
    assert (code, err) == (1, "")
    found = json.loads(out)
    assert not found["ok"]
    assert [one["line"] for one in found["mistakes"]] == [4, 9, 10]


@pytest.mark.parametrize(
    ("data", "line"), [(b"\xff", 1), (b"a = 1\n\xc3(", 2), (b"x" * 100_000, 1), (b"\x00", 1)]
)
def test_a_binary_file(data: bytes, line: int, house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    house.write_bytes(data)
    code, out, _ = arena(capfd, "ruleset", "check", "sunday.toml")
    assert code == 1
    assert out.startswith(f"sunday.toml:{line}: ")


def test_the_card_of_house_rules_shows_differences(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "ruleset", "show", "sunday.toml")
    assert code == 0
    assert out.startswith(f"Mau-Mau on Sundays  {RULES.key}")
    below = out.partition("Built on mau-mau@1, Mau-Mau")[2]
    assert "W-7-STACK  a 7 may be answered with a 7" in below
    assert "mau-mau: nothing" in below
    assert max(map(len, out.splitlines())) <= WIDTH
    shown = json.loads(arena(capfd, "ruleset", "show", "sunday.toml", "--json").out)
    assert (shown["hash"], shown["base"], shown["changed"]) == (
        RULES.hash,
        "mau-mau@1",
        ["players", "packs", "effects"],
    )
