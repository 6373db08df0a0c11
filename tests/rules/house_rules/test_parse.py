"""A ruleset as data and back, and data that are not a ruleset."""

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
from tests.rules.conftest import Golden

CHOSEN = {*get_args(Effect), *get_args(Scoring), *get_args(End)}
EVERY = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)


@EVERY
def test_complete_data_give_the_ruleset_back(rules: Ruleset) -> None:
    assert ruleset_from(rules.data()) == rules
    assert ruleset_from(json.loads(json.dumps(rules.data()))).hash == rules.hash


@EVERY
def test_stated_data_give_the_ruleset_back(rules: Ruleset) -> None:
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


def test_every_limit_has_a_field() -> None:
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
    """Return the data of mau-mau with another value at a path; `...` removes it."""
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


WRONG = [
    ("hand", "5"),
    ("hand", 5.0),
    ("hand", True),
    ("hand", None),
    ("hand", 10**30),
    ("hand", ...),
    ("may_draw", 1),
    ("title", ""),
    ("title", "a\nb"),
    ("id", "Über"),
    ("id", "a" * 41),
    ("players", [2]),
    ("players", [1, 5]),
    ("players", "25"),
    ("after_draw", "any"),
    ("packs", []),
    ("packs.1", {"ranks": "789"}),
    ("packs.two", {"ranks": "789"}),
    ("packs.2", {"ranks": "987"}),
    ("packs.2", {"ranks": ""}),
    ("packs.2", {"ranks": "789", "style": "swiss"}),
    ("packs.2", {}),
    ("packs.2", 32),
    ("wild.1", ""),
    ("wild.J", "JJ"),
    ("wild.J", "j"),
    ("effects.7H7", {"is": "Cover"}),
    ("effects.9", {"is": "Revers"}),
    ("effects.9", {"is": ["Reverse"]}),
    ("effects.9", {"is": "Ruleset"}),
    ("effects.9", {"is": "NameSuit", "then": None}),
    ("effects.9", "Reverse"),
    ("effects.7", {"is": "OweCards"}),
    ("effects.7.cards", 0),
    ("effects.7.card", 3),
    ("effects.7.cancelled_by", "J"),
    ("effects.7.bearer", "me"),
    ("calls.word", "x" * 25),
    ("calls.is", "Calls"),
    ("deals", {"scoring": {"is": "Wins"}}),
    ("deals", {"scoring": {"is": "Wins", "fewest_wins": True}, "ends": {"is": "DealEach"}}),
    ("hnad", 5),
    ("__class__", 5),
]


@pytest.mark.parametrize(("path", "value"), WRONG)
def test_a_wrong_value_is_reported_at_its_path(path: str, value: object) -> None:
    where = tuple(path.split("."))
    flaws = flaws_of(changed(path, value))
    assert any(flaw.where[: len(where)] == where for flaw in flaws)
    assert all(flaw.what.isprintable() for flaw in flaws)


def test_the_messages_about_wrong_values(golden: Golden) -> None:
    reported = [flaw.what for path, value in WRONG for flaw in flaws_of(changed(path, value))]
    golden.check("wrong-values.txt", "".join(f"{what}\n" for what in dict.fromkeys(reported)))


def test_all_flaws_are_reported() -> None:
    data = ruleset("mau-mau").data() | {"hand": 0, "cut": -1, "players": [2, 99]}
    assert [flaw.where for flaw in flaws_of(data)] == [("players",), ("hand",), ("cut",)]


@pytest.mark.parametrize("data", [None, 3, "mau-mau", [], {}, {"id": "mau-mau"}, {1: 2}])
def test_other_data_are_not_a_ruleset(data: object) -> None:
    assert flaws_of(data)


def test_a_fixed_ruleset_needs_only_its_key() -> None:
    assert ruleset_named("pesten@1") is ruleset("pesten")
    with pytest.raises(UnknownRuleset):
        ruleset_named("pesten@2")
    with pytest.raises(BadRuleset):
        ruleset_named("pesten@1", ruleset("pesten").stated)


@pytest.mark.parametrize("stated", ["x", "[" * 5_000, "{}" * 5_000, "[]", "1e999"])
def test_stated_text_must_be_a_ruleset_in_json(stated: str) -> None:
    with pytest.raises(BadRuleset):
        ruleset_named("sunday@12345678", stated)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(Ruleset.__dataclass_fields__)), json_values)
def test_any_value_is_accepted_or_a_flaw(name: str, value: object) -> None:
    data = ruleset("mau-mau").data() | {name: value}
    try:
        rules = ruleset_from(data)
    except BadRuleset as bad:
        assert all(flaw.what.isprintable() for flaw in bad.flaws)
    else:
        assert rules.data() == data
