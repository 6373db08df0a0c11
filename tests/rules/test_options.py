"""Options: each is one change of a ruleset, says what it needs, and the fixed rulesets are made of them."""

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
    with_options,
)
from arena.rules.house_rules.validate import unsound
from arena.rules.rulesets import BUILT_ON

CATALOGUE = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text())
ABOUT = {"id", "title", "source", "summary"}
# Rules of which the sources say that they are options, or that leave a choice.
OPTIONAL = {
    *("W-PLAYERS", "W-PACK", "W-DEAL", "W-CUT", "W-7-STACK", "W-8-STACK"),
    *("PRSI-K", "PRSI-J", "PRSI-10", "PRSI-RETURN", "QUICK-10", "QUICK-SHORT", "BLIND-PENALTY"),
    *("PESTEN-PACK", "PESTEN-DEAL", "PESTEN-JOKER", "RUSSIA-7", "RUSSIA-6", "RUSSIA-10", "RUSSIA-KS"),
    *("FARAON-A-NODEF", "FARAON-DRAWN7", "D-2C", "D-LAST", "D-OUT", "IRAN-2", "PESTEN-CALL"),
    *("G-PACK", "G-DEAL", "G-DRAWSTOP", "G-J", "G-7", "G-8", "G-A", "G-BITTER"),
    *("G-SC-WINS", "G-SC-CARDS", "G-SC-FLAT", "G-SC-CHIPS", "G-ROUNDS"),
}
MADE_OF_OPTIONS = [name for name, built in BUILT_ON.items() if built.options]


def rules_of(one: Ruleset) -> dict[str, object]:
    """Everything but what it is called."""
    return {field.name: getattr(one, field.name) for field in fields(one) if field.name not in ABOUT}


def test_every_optional_rule_is_an_option_by_its_id() -> None:
    assert {option.rule for option in OPTIONS.values()} == OPTIONAL
    assert CATALOGUE.keys() >= OPTIONAL


@pytest.mark.parametrize("name", MADE_OF_OPTIONS)
def test_a_ruleset_that_is_a_base_with_options_is_just_that(name: str) -> None:
    base, options = BUILT_ON[name]
    assert rules_of(with_options(ruleset(base), options)) == rules_of(ruleset(name))
    assert rules_of(with_options(ruleset(base), reversed(options))) == rules_of(ruleset(name))


def test_what_is_built_on_something_is_registered_and_so_is_its_base() -> None:
    ids = [one.id for one in rulesets()]
    assert set(BUILT_ON) <= set(ids)
    for name, built in BUILT_ON.items():
        assert ids.index(built.base) < ids.index(name)
    assert set(ids) - set(BUILT_ON) == {"mau-mau", "detailed", "german", "points-150", "crazy-eights"}


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_an_option_says_something_and_can_be_turned_on_somewhere(option: Option) -> None:
    assert option.says
    assert option.decides
    changed = [one.id for one in rulesets() if can(one, option) and with_option(one, option) != one]
    assert changed


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_where_an_option_can_be_turned_on_it_can_be_played(option: Option) -> None:
    """Unless there are too few cards for it, which somebody has to see to with the pack or the players."""
    for one in rulesets():
        if can(one, option):
            for flaw in unsound(with_option(one, option)):
                assert flaw.what.startswith("the pack is too small for"), f"{one.id}: {flaw.what}"


def can(one: Ruleset, option: Option) -> bool:
    return all(need.is_met(one) for need in option.needs)


@pytest.mark.parametrize(
    ("base", "names", "why"),
    [
        ("mau-mau", ["W-DEAL=6", "G-DEAL=7"], "W-DEAL=6 and G-DEAL=7 both decide the cards dealt"),
        ("prsi", ["PRSI-10", "RUSSIA-10"], "PRSI-10 and RUSSIA-10 both decide the 10"),
        ("prsi", ["PRSI-K", "RUSSIA-KS"], "PRSI-K and RUSSIA-KS both decide the King"),
        ("german", ["G-SC-WINS", "G-SC-FLAT"], "G-SC-FLAT and G-SC-WINS both decide the scoring"),
        ("german", ["G-ROUNDS=10", "D-OUT=101"], "G-ROUNDS=10 and D-OUT=101 both decide the end"),
        ("german", ["G-BITTER", "G-SC-WINS"], "G-SC-WINS and G-BITTER both decide the scoring"),
        ("mau-mau", ["W-PACK=36", "G-PACK=52"], "W-PACK=36 and G-PACK=52 both decide the pack"),
        ("mau-mau", ["W-7-STAK"], 'there is no option "W-7-STAK"; did you mean "W-7-STACK"?'),
        ("mau-mau", ["w-7-stack"], 'did you mean "W-7-STACK"?'),
        ("mau-mau", ["D-OUT"], "there are D-OUT=101, D-OUT=201, D-OUT=301, D-OUT=501, D-OUT=701"),
        ("mau-mau", ["chess"], "`arena ruleset options` lists them"),
        ("mau-mau", ["D-OUT=301"], "D-OUT=301 does not work with mau-mau: it needs several deals"),
        ("mau-mau", ["PRSI-J"], "a Jack without a word of its own"),
        ("mau-mau-stacking", ["W-7-STACK"], "cannot be answered"),
        ("prsi", ["D-2C=previous"], "a 2♣ that makes a player draw"),
        ("prsi", ["QUICK-10"], "plays of several cards of one rank"),
        ("prsi", ["BLIND-PENALTY=2"], "plays face down"),
        ("blind", ["PRSI-RETURN"], "plays face up"),
        ("prsi-kings", ["G-BITTER"], "that players who are out stay out"),
        ("faraon", ["W-DEAL=6"], "hands that do not depend on lives"),
        ("faraon", ["PRSI-RETURN"], "a deal that ends when the first player is out"),
        ("detailed", ["W-CUT"], "a pack that is not cut"),
        ("haft-khabis", ["W-PACK=36"], "a pack of 32 cards"),
        ("puque", ["PRSI-10"], "Tens in the pack"),
        ("points-150", ["D-OUT=101"], "all score the cards they hold"),
    ],
)
def test_what_cannot_be_turned_on_says_why(base: str, names: list[str], why: str) -> None:
    with pytest.raises(BadOption) as caught:
        with_options(ruleset(base), names)
    assert why in str(caught.value)


def test_an_option_may_need_another_one() -> None:
    """They are applied in an order of their own, so the order in which they are named does not matter."""
    made = with_options(ruleset("mau-mau"), ["D-OUT=501", "PRSI-K", "G-SC-CARDS", "W-7-STACK"])
    assert made == with_options(ruleset("mau-mau"), ["W-7-STACK", "G-SC-CARDS", "PRSI-K", "D-OUT=501"])


def test_turning_an_option_on_changes_nothing_else() -> None:
    base = ruleset("german")
    made = rules_of(with_option(base, option_named("G-8=answer")))
    assert {name for name, value in made.items() if value != getattr(base, name)} == {"effects"}
    assert made["effects"] == {**base.effects, "8": made["effects"]["8"]}  # type: ignore[index]
