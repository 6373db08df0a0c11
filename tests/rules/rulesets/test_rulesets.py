"""Properties of every ruleset: its name, data, constant hash, and a text for each action."""

import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.rules import (
    Position,
    Ruleset,
    UnknownRuleset,
    WrongNumberOfPlayers,
    action_named,
    apply,
    choices,
    expand,
    game_for,
    notation,
    parse_action,
    ruleset,
    rulesets,
    start,
)
from arena.rules.cards import BadNotation
from tests.conftest import Scale
from tests.rules.counts import Hashed

EVERY = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
THERE_ARE = "there are " + ", ".join(rules.id for rules in rulesets())
MAX_PARSED = 40  # texts of one position: there are a thousand in `blind`
HASHES = tomllib.loads(Path(__file__).parents[1].joinpath("hashes.toml").read_text())


def test_rulesets_are_found_by_id_and_by_version() -> None:
    for rules in rulesets():
        assert ruleset(rules.id) is ruleset(rules.key) is rules


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("maumau", "no ruleset is called 'maumau'; did you mean 'mau-mau'?"),
        ("detaild", "no ruleset is called 'detaild'; did you mean 'detailed'?"),
        ("chess", f"no ruleset is called 'chess'; {THERE_ARE}"),
        ("germna", "no ruleset is called 'germna'; did you mean 'german'?"),
        ("faron", "no ruleset is called 'faron'; did you mean 'faraon'?"),
        ("points", "no ruleset is called 'points'; did you mean 'points-150'?"),
        ("mau-mau@99", "no ruleset is called 'mau-mau@99'; did you mean 'mau-mau'?"),
        ("", f"no ruleset is called ''; {THERE_ARE}"),
    ],
)
def test_an_unknown_name_says_what_there_is(name: str, hint: str) -> None:
    with pytest.raises(UnknownRuleset) as caught:
        ruleset(name)
    assert str(caught.value) == hint


@EVERY
def test_the_number_of_players_is_checked(rules: Ruleset) -> None:
    fewest, most = rules.players
    for seats in range(fewest, most + 1):
        assert game_for(rules, seats) is game_for(rules, seats)
    for seats in (0, fewest - 1, most + 1):
        with pytest.raises(WrongNumberOfPlayers, match=f"{rules.id} is for {fewest} to {most} players"):
            game_for(rules, seats)


@EVERY
def test_a_ruleset_is_json(rules: Ruleset) -> None:
    data = rules.data()
    assert json.loads(json.dumps(data)) == data
    assert (data["id"], data["version"]) == (rules.id, rules.version)


def test_hashes_do_not_change_without_a_new_version() -> None:
    assert {rules.key: rules.hash for rules in rulesets()} == HASHES


@EVERY
def test_every_action_has_a_text_of_its_own_that_names_it(rules: Ruleset, scale: Scale) -> None:
    for seats in dict.fromkeys((rules.players[0], 3, rules.players[1])):
        chance = random.Random(seats)
        for position in walk(rules, seats, chance, scale.pick(quick=30, ci=150, full=30_000)):
            pack = position.game.pack
            actions = [action for choice in choices(position) for action in expand(choice)]
            texts = [notation(pack, action) for action in actions]
            assert len(set(texts)) == len(texts)
            named = list(zip(actions, texts, strict=True))
            for action, text in chance.sample(named, min(len(named), MAX_PARSED)):
                assert action_named(position, text) == action
                assert notation(pack, parse_action(pack, text)) == text


def walk(rules: Ruleset, seats: int, chance: random.Random, decisions: int) -> Iterator[Position]:
    """Yield positions of random games."""
    position, _ = start(game_for(rules, seats), Hashed(seats))
    for number in range(decisions):
        if position.over:
            position, _ = start(game_for(rules, seats), Hashed(number))
        yield position
        actions = [action for choice in choices(position) for action in expand(choice)]
        apply(position, chance.choice(actions), Hashed(seats))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "1H",
        "7X",
        "2H",
        "XX",
        "7H+",
        "+7H",
        "7H mau",
        "7H  Mau",
        "Draw",
        "draws",
        "7H:X",
        "7H@9",
        "7h",
    ],
)
def test_a_text_that_is_not_an_action_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_action(game_for(ruleset("mau-mau"), 2).pack, text)
