"""Texts that are nearly house rules: every mistake is reported, nothing else raised, nothing takes long."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from arena.rules import BadRuleset, UnknownRuleset, game_for, ruleset_named, rulesets
from arena.rules.game import WrongNumberOfPlayers
from arena.rules.house_rules.load import BadHouseRules, load_house_rules
from tests.figures import figures
from tests.fuzzing import corpus, mutants, only

CORPUS = Path(__file__).parent / "corpus"
FILES = [
    b"""\
id = "sunday"
title = "Mau-Mau on Sundays"
base = "mau-mau"
options = ["W-7-STACK", "W-DEAL=6", "G-SC-CARDS", "G-ROUNDS=players"]

[changes]
players = [2, 4]
calls.price = 2
packs.6 = false
effects.7.cards = 3
effects.9 = { is = "Reverse", again = true }
""",
    b'id = "wide"\ntitle = "Wide"\nbase = "pesten"\n[changes]\nhand = 9\nwild = []\nvalues = {}\n',
]
KEYS = [
    load_house_rules(FILES[0].decode()).ruleset.key,
    "mau-mau@1",
    "mau-mau@2",
    "x@1",
    "",
    "@",
    "sunday@00000000",
]
STATED = [
    load_house_rules(FILES[0].decode()).ruleset.stated.encode(),
    *(json.dumps(one.data()).encode() for one in rulesets()[:3]),
]


def as_text(data: bytes) -> str:
    """Return the text of a file with these bytes, if it can be read."""
    return data.decode("utf-8", errors="replace")


def read_house(data: bytes) -> None:
    """Set up a game with the rules read, unless the number of players is wrong."""
    found = load_house_rules(as_text(data)).ruleset
    for seats in found.players:
        game_for(found, seats)


def read_stated(data: bytes) -> None:
    for key in KEYS:
        try:
            ruleset_named(key, as_text(data))
        except (BadRuleset, UnknownRuleset):
            continue


@given(mutants(FILES))
def test_a_file_of_house_rules_is_read_or_its_mistakes_are_named(data: bytes) -> None:
    only(read_house, data, BadHouseRules)
    figures("fuzz rulesets", inputs=1, wrong=0)


@given(mutants(STATED))
def test_what_a_log_states_is_a_ruleset_or_refused(data: bytes) -> None:
    only(read_stated, data, WrongNumberOfPlayers)
    figures("fuzz rulesets", inputs=1, wrong=0)


@pytest.mark.parametrize(
    "rest",
    ["\n" * 20_000, "[changes.effects]\n" + "".join(f'"{rank}" = false\n' for rank in range(1_000))],
    ids=["lines", "effects"],
)
def test_long_files_are_refused(rest: str) -> None:
    data = f'id = "sunday"\ntitle = "t"\nbase = "mau-mau"\n{rest}'.encode()
    assert not only(read_house, data, BadHouseRules)


@pytest.mark.parametrize("path", corpus(CORPUS, ".toml", ".json"), ids=lambda path: path.name)
def test_what_is_always_tried(path: Path) -> None:
    data = path.read_bytes()
    if path.suffix == ".toml":
        assert not only(read_house, data, BadHouseRules)
    else:
        only(read_stated, data)
    figures("fuzz rulesets", inputs=1, wrong=0)
