"""A ruleset's card of rules."""

import pytest

from arena.rules import Ruleset, ruleset, rulesets
from arena.viewer.rule_card import describe, rule_card


@pytest.mark.parametrize("one", rulesets(), ids=lambda one: one.id)
def test_every_ruleset_has_a_card_that_names_all_its_effects(one: Ruleset) -> None:
    said = [row.says for row in rule_card(one)]
    for effect in one.effects.values():
        assert describe(effect) in said


def test_the_base_game() -> None:
    card = {row.about: row.says for row in rule_card(ruleset("mau-mau"))}
    assert card["7"] == "the next player draws two and may then play"
    assert card["wild"] == "J on any card; its player names the suit"
    assert card["one card left"] == "“Mau”, “Mau-Mau” if it is J; forgotten: draw one card"
    assert card["card points"] == "J 20, A 11, Q and K 10, 7–10 their number"


def test_the_german_rules() -> None:
    card = {row.about: row.says for row in rule_card(ruleset("german"))}
    assert card["7"] == "the next player draws two and misses the turn, or answers with 7: debts add up"
    assert card["9"] == "play goes the other way round, and its player has a full turn more"
    assert card["draw"] == "anybody may draw a card instead of playing; that ends the turn"
    assert card["one card left"] == "“Letzte Karte”; forgotten: draw one card instead of the next turn"
    assert card[""] == "won with J: all scores of the deal times 2"
    assert card["end"] == "10 deals: the fewest points win"


def test_the_points_game() -> None:
    card = {row.about: row.says for row in rule_card(ruleset("points-150"))}
    assert card["one card left"] == "“Mau”; forgotten: draw two cards if another player says it first"
    assert card["going out"] == (
        "with J: “Mau Mau”, now or on leaving it; if caught: draw two cards and play on"
    )
    assert card["end"] == "several deals: the first to 150 wins"


def test_an_effect_without_words_is_an_error() -> None:
    with pytest.raises(TypeError, match="no description of object"):
        describe(object())  # type: ignore[arg-type]
