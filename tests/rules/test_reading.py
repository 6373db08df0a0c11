"""A ruleset as data and back, and everything that is no ruleset."""

import inspect
import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import BadRuleset, Ruleset, UnknownRuleset, effects, ruleset, rulesets, scoring
from arena.rules.effect_actions import ACTIONS
from arena.rules.effects import Bearer, Effect, NameSuit
from arena.rules.house_rules.limits import NUMBER_KEYS, NUMBERS, TEXT_KEYS, TEXTS
from arena.rules.house_rules.parse import ruleset_from, ruleset_named
from arena.rules.house_rules.problems import Flaw
from arena.rules.scoring import DealResult, Deals, End, GameProgress, Scoring

CHOSEN = {*get_args(Effect), *get_args(Scoring), *get_args(End)}
EVERY = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)


@EVERY
def test_all_its_data_give_a_ruleset_back(rules: Ruleset) -> None:
    assert ruleset_from(rules.data()) == rules
    assert ruleset_from(json.loads(json.dumps(rules.data()))).hash == rules.hash


@EVERY
def test_what_it_states_gives_a_ruleset_back(rules: Ruleset) -> None:
    assert ruleset_from(json.loads(rules.stated)) == rules


def test_every_effect_scoring_and_end_can_be_read() -> None:
    """Except NameSuit, which the engine itself puts before an effect."""
    classes = {
        one
        for module in (effects, scoring)
        for _, one in inspect.getmembers(module, inspect.isclass)
        if one.__module__ == module.__name__
    }
    assert classes - {Bearer, NameSuit, DealResult, GameProgress, Deals} == CHOSEN
    assert ACTIONS.keys() == {*get_args(Effect), NameSuit}


def test_every_limit_is_of_a_field_there_is() -> None:
    classes = {one.__name__: one for one in (Ruleset, *_below())}
    for name, field in {**NUMBERS, **TEXTS, **NUMBER_KEYS, **TEXT_KEYS}:
        assert field in classes[name].__dataclass_fields__, (name, field)


def _below() -> set[Any]:
    from arena.rules.cards import Pack
    from arena.rules.ruleset import Calls, FaceDown, OneByOne

    return {Pack, Calls, FaceDown, OneByOne, Deals, *CHOSEN}


def flaws_of(data: object) -> tuple[Flaw, ...]:
    with pytest.raises(BadRuleset) as caught:
        ruleset_from(data)
    return caught.value.flaws


def changed(path: str, value: object) -> dict[str, Any]:
    """The data of mau-mau with another value somewhere; `...` takes it out."""
    data = ruleset("mau-mau").data()
    *way, last = path.split(".")
    inner = data
    for name in way:
        inner = inner.setdefault(name, {})
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        ("hand", "5", 'hand is to be a whole number from 1 to 60, not "5"'),
        ("hand", 5.0, "hand is to be a whole number from 1 to 60, not 5.0"),
        ("hand", True, "hand is to be a whole number from 1 to 60, not true"),
        ("hand", None, "hand is to be a whole number from 1 to 60, not null"),
        ("hand", 10**30, "hand is to be a whole number from 1 to 60"),
        ("hand", ..., "hand is missing"),
        ("may_draw", 1, "may_draw is to be true or false, not 1"),
        ("title", "", "title is to be a line of 1 to 60 characters"),
        ("title", "a\nb", "title is to be a line of 1 to 60 characters"),
        ("id", "Über", "id is to be a name like our-house-2"),
        ("id", "a" * 41, "id is to be a name like our-house-2"),
        ("players", [2], "players is to be two whole numbers [fewest, most], not [2]"),
        ("players", [1, 5], "players is to be a whole number from 2 to 8, not 1"),
        ("players", "25", "players is to be two whole numbers"),
        ("after_draw", "any", 'after_draw is to be "the drawn card" or "any card" or "nothing", not "any"'),
        ("packs", [], "packs is to be a table, not []"),
        ("packs.1", {"ranks": "789"}, "packs.1: write a number of players from 2 to 8 there"),
        ("packs.two", {"ranks": "789"}, "packs.two: write a number of players from 2 to 8 there"),
        ("packs.2", {"ranks": "987"}, 'packs.2.ranks is to be ranks in the order of "23456789TJQKA"'),
        ("packs.2", {"ranks": ""}, "packs.2.ranks is to be ranks in the order"),
        ("packs.2", {"ranks": "789", "style": "swiss"}, 'packs.2.style is to be "french" or "german"'),
        ("packs.2", {}, "packs.2 (Pack) lacks ranks: give it"),
        ("packs.2", 32, "packs.2 is to be a table of fields, not 32"),
        ("wild.1", "", 'wild.1: write a rank such as "7"'),
        ("wild.J", "JJ", 'wild.J is to be ranks, each once, such as "7K"'),
        ("wild.J", "j", "wild.J is to be ranks, each once"),
        ("effects.7H7", {"is": "Cover"}, 'effects.7H7: write a rank such as "7" or a card such as "2C"'),
        ("effects.9", {"is": "Revers"}, 'OneDraws; did you mean "Reverse"?'),
        ("effects.9", {"is": ["Reverse"]}, "effects.9 is to be a table with is = one of OweCards"),
        ("effects.9", {"is": "Ruleset"}, "effects.9.is is to be one of OweCards"),
        ("effects.9", {"is": "NameSuit", "then": None}, "effects.9.is is to be one of OweCards"),
        ("effects.9", "Reverse", "effects.9 is to be a table with is = one of"),
        ("effects.7", {"is": "OweCards"}, "effects.7 (OweCards) lacks cards: give it"),
        ("effects.7.cards", 0, "effects.7.cards is to be a whole number from 1 to 20, not 0"),
        ("effects.7.card", 3, 'effects.7 (OweCards) has no field "card"; did you mean "cards"?'),
        (
            "effects.7.cancelled_by",
            "J",
            'effects.7.cancelled_by is to be a card such as "JS", or "", not "J"',
        ),
        ("effects.7.bearer", "me", 'effects.7.bearer is to be "next" or "previous", not "me"'),
        ("calls.word", "x" * 25, "calls.word is to be a text of at most 24 characters"),
        ("calls.is", "Calls", 'calls (Calls) has no field "is"'),
        ("deals", {"scoring": {"is": "Wins"}}, "deals (Deals) lacks ends: give it"),
        (
            "deals",
            {"scoring": {"is": "Wins", "fewest_wins": True}, "ends": {"is": "DealEach"}},
            "deals.scoring.fewest_wins follows from Wins: leave it out",
        ),
        ("hnad", 5, 'a ruleset has no field "hnad"; did you mean "hand"?'),
        ("__class__", 5, 'a ruleset has no field "__class__"'),
    ],
)
def test_what_is_wrong_is_named_with_what_to_do(path: str, value: object, what: str) -> None:
    found = flaws_of(changed(path, value))
    assert any(what in flaw.what for flaw in found), [flaw.what for flaw in found]
    assert all(flaw.what.isprintable() for flaw in found)


def test_everything_that_is_wrong_is_named() -> None:
    data = ruleset("mau-mau").data() | {"hand": 0, "cut": -1, "players": [2, 99]}
    assert [flaw.where for flaw in flaws_of(data)] == [("players",), ("hand",), ("cut",)]


@pytest.mark.parametrize("data", [None, 3, "mau-mau", [], {}, {"id": "mau-mau"}, {1: 2}])
def test_what_is_no_ruleset_at_all(data: object) -> None:
    assert flaws_of(data)


def test_a_fixed_ruleset_goes_by_its_name_alone() -> None:
    assert ruleset_named("pesten@1") is ruleset("pesten")
    with pytest.raises(UnknownRuleset):
        ruleset_named("pesten@2")
    with pytest.raises(BadRuleset, match="not the house rules pesten@1"):
        ruleset_named("pesten@1", ruleset("pesten").stated)


@pytest.mark.parametrize("stated", ["x", "[" * 5_000, "{}" * 5_000, "[]", "1e999"])
def test_what_is_no_json_of_a_ruleset(stated: str) -> None:
    with pytest.raises(BadRuleset):
        ruleset_named("sunday@12345678", stated)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(Ruleset.__dataclass_fields__)), json_values)
def test_no_value_is_more_than_a_flaw(name: str, value: object) -> None:
    data = ruleset("mau-mau").data() | {name: value}
    try:
        found = ruleset_from(data)
    except BadRuleset as bad:
        assert all(flaw.what.isprintable() for flaw in bad.flaws)
    else:
        assert found.data() == data
