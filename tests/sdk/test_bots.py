"""The example bots: they play at every table, repeat themselves, and are as good as they say."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from arena.rules import EventKind, rulesets
from maumau import Bot
from maumau.v1 import referee_pb2 as pb
from tests.conftest import Scale
from tests.sdk.tables import Table, game_of, score

FOLDER = Path(__file__).parents[2] / "example_bots"
NAMES = ("counting", "greedy", "random", "suit_keeper")
TABLES = [
    (rules.id, seats) for rules in rulesets() for seats in range(rules.players[0], rules.players[1] + 1)
]
Player = Bot | type[Bot]


@cache
def player(name: str) -> Player:
    """What the bot's script hands to `maumau.run`."""
    found: list[Player] = []
    script = FOLDER / name / "bot.py"
    code = script.read_text().replace("maumau.run(", "PLAYERS.append(")
    exec(compile(code, script, "exec"), {"__name__": "__main__", "PLAYERS": found})
    return found[0]


def test_each_has_a_folder_with_all_that_belongs_to_it() -> None:
    assert tuple(sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())) == NAMES
    for name in NAMES:
        manifest = tomllib.loads((FOLDER / name / "bot.toml").read_text())
        assert manifest["name"] == name
        assert manifest["description"].endswith(".")
        assert "bot.py" in (FOLDER / name / "Dockerfile").read_text()


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_they_play_at_every_table(rules: str, seats: int) -> None:
    players = [player(NAMES[seat % len(NAMES)]) for seat in range(seats)]
    for result in Table(game_of(rules, seats), players).play([0]):
        assert len(result.places) == seats


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seeds_make_the_same_games(name: str) -> None:
    def answers() -> list[pb.Answer]:
        table = Table(game_of("mau-mau", 3), [player(name)] * 3)
        table.play(range(3))
        return table.answers

    assert answers() == answers()


@pytest.mark.parametrize("name", ["counting", "greedy", "suit_keeper"])
def test_they_catch_whom_they_can_for_it_costs_nothing(name: str) -> None:
    table = Table(game_of("points-150", 3), [player(name)] * 3)
    table.play([0])
    kinds = {event.kind for event in table.events}
    assert EventKind.CATCHES in kinds
    assert EventKind.LETS_PASS not in kinds


@pytest.mark.parametrize(
    ("name", "rules", "least"),
    [
        ("greedy", "mau-mau", 0.55),
        ("suit_keeper", "mau-mau", 0.53),
        ("counting", "mau-mau", 0.58),
        ("greedy", "detailed", 0.9),
        ("suit_keeper", "detailed", 0.9),
        ("counting", "detailed", 0.9),
        ("greedy", "german", 0.9),
        ("suit_keeper", "german", 0.9),
        ("counting", "german", 0.9),
        ("greedy", "points-150", 0.9),
        ("suit_keeper", "points-150", 0.9),
        ("counting", "points-150", 0.9),
    ],
)
def test_they_are_better_than_chance(name: str, rules: str, least: float, scale: Scale) -> None:
    boards = scale.pick(quick=60, ci=600, full=3_000) // (1 if rules == "mau-mau" else 10)
    assert score((player(name), player("random")), rules, boards) > least


def test_counting_beats_greedy(scale: Scale) -> None:
    boards = scale.pick(quick=150, ci=1_500, full=10_000)
    assert score((player("counting"), player("greedy")), "mau-mau", boards) > 0.5
