"""Options: each changes a ruleset, names its needs, and several fixed rulesets consist of them."""

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from arena.rules import Ruleset, ruleset, rulesets
from arena.rules.house_rules.options import (
    OPTIONS,
    BadOption,
    Option,
    option_named,
    with_option,
)
from arena.rules.house_rules.validate import find_flaws
from arena.rules.rulesets import RECIPES
from tests.rules.conftest import Golden
from tests.rules.house import with_options

CATALOGUE = tomllib.loads(Path(__file__).parents[1].joinpath("catalogue.toml").read_text())
ABOUT = {"id", "title", "source", "summary"}
# Rules that the sources call optional, or that leave a choice.
OPTIONAL = {
    *("W-PLAYERS", "W-PACK", "W-DEAL", "W-CUT", "W-7-STACK", "W-8-STACK"),
    *("PRSI-K", "PRSI-J", "PRSI-10", "PRSI-RETURN", "QUICK-10", "QUICK-SHORT", "BLIND-PENALTY"),
    *("PESTEN-PACK", "PESTEN-DEAL", "PESTEN-JOKER", "RUSSIA-7", "RUSSIA-6", "RUSSIA-10", "RUSSIA-KS"),
    *("FARAON-A-NODEF", "FARAON-DRAWN7", "D-2C", "D-LAST", "D-OUT", "IRAN-2", "PESTEN-CALL"),
    *("G-PACK", "G-DEAL", "G-DRAWSTOP", "G-J", "G-7", "G-8", "G-A", "G-BITTER"),
    *("G-SC-WINS", "G-SC-CARDS", "G-SC-FLAT", "G-SC-CHIPS", "G-ROUNDS"),
}
MADE_OF_OPTIONS = [name for name, built in RECIPES.items() if built.options]


def rules_of(one: Ruleset) -> dict[str, object]:
    """Return all fields except the names and texts."""
    return {field.name: getattr(one, field.name) for field in fields(one) if field.name not in ABOUT}


def test_every_optional_rule_is_an_option_by_its_id() -> None:
    assert {option.rule for option in OPTIONS.values()} == OPTIONAL
    assert CATALOGUE.keys() >= OPTIONAL


@pytest.mark.parametrize("name", MADE_OF_OPTIONS)
def test_a_fixed_ruleset_equals_its_base_with_options(name: str) -> None:
    base, options = RECIPES[name]
    assert rules_of(with_options(ruleset(base), options)) == rules_of(ruleset(name))
    assert rules_of(with_options(ruleset(base), reversed(options))) == rules_of(ruleset(name))


def test_a_base_comes_before_the_rulesets_built_on_it() -> None:
    ids = [one.id for one in rulesets()]
    assert set(RECIPES) <= set(ids)
    for name, built in RECIPES.items():
        assert ids.index(built.base) < ids.index(name)
    assert set(ids) - set(RECIPES) == {"mau-mau", "detailed", "german", "points-150", "crazy-eights"}


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_an_option_changes_at_least_one_ruleset(option: Option) -> None:
    assert option.says
    assert option.decides
    changed = [one.id for one in rulesets() if can(one, option) and with_option(one, option) != one]
    assert changed


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_an_option_makes_a_playable_ruleset(option: Option) -> None:
    """Except for too few cards, which the user must cure with the pack or the players."""
    for one in rulesets():
        if can(one, option):
            for flaw in find_flaws(with_option(one, option)):
                assert flaw.where[0] == "packs", f"{one.id}: {flaw.what}"


def can(one: Ruleset, option: Option) -> bool:
    return all(need.is_met(one) for need in option.needs)


REFUSED = [
    ("mau-mau", ["W-DEAL=6", "G-DEAL=7"]),
    ("prsi", ["PRSI-10", "RUSSIA-10"]),
    ("prsi", ["PRSI-K", "RUSSIA-KS"]),
    ("german", ["G-SC-WINS", "G-SC-FLAT"]),
    ("german", ["G-ROUNDS=10", "D-OUT=101"]),
    ("german", ["G-BITTER", "G-SC-WINS"]),
    ("mau-mau", ["W-PACK=36", "G-PACK=52"]),
    ("mau-mau", ["W-7-STAK"]),
    ("mau-mau", ["w-7-stack"]),
    ("mau-mau", ["D-OUT"]),
    ("mau-mau", ["chess"]),
    ("mau-mau", ["D-OUT=301"]),
    ("mau-mau", ["PRSI-J"]),
    ("mau-mau-stacking", ["W-7-STACK"]),
    ("prsi", ["D-2C=previous"]),
    ("prsi", ["QUICK-10"]),
    ("prsi", ["BLIND-PENALTY=2"]),
    ("blind", ["PRSI-RETURN"]),
    ("prsi-kings", ["G-BITTER"]),
    ("faraon", ["W-DEAL=6"]),
    ("faraon", ["PRSI-RETURN"]),
    ("detailed", ["W-CUT"]),
    ("haft-khabis", ["W-PACK=36"]),
    ("puque", ["PRSI-10"]),
    ("points-150", ["D-OUT=101"]),
]


def refusal(base: str, names: list[str]) -> str:
    with pytest.raises(BadOption) as caught:
        with_options(ruleset(base), names)
    return str(caught.value)


@pytest.mark.parametrize(("base", "names"), REFUSED)
def test_an_option_that_does_not_work_is_refused(base: str, names: list[str]) -> None:
    assert refusal(base, names)


def test_the_messages_about_refused_options(golden: Golden) -> None:
    golden.check("refused-options.txt", "".join(f"{refusal(*case)}\n" for case in REFUSED))


def test_an_option_may_need_another_one() -> None:
    """Options have a fixed order, so the order in the list does not matter."""
    made = with_options(ruleset("mau-mau"), ["D-OUT=501", "PRSI-K", "G-SC-CARDS", "W-7-STACK"])
    assert made == with_options(ruleset("mau-mau"), ["W-7-STACK", "G-SC-CARDS", "PRSI-K", "D-OUT=501"])


def test_turning_an_option_on_changes_nothing_else() -> None:
    base = ruleset("german")
    made = rules_of(with_option(base, option_named("G-8=answer")))
    assert {name for name, value in made.items() if value != getattr(base, name)} == {"effects"}
    assert made["effects"] == {**base.effects, "8": made["effects"]["8"]}  # type: ignore[index]
