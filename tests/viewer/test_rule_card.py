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
    assert card["7"] == "the next player draws two; then plays"
    assert card["wild"] == "J on any card; its player names the suit"
    assert card["one card left"] == "“Mau”, “Mau-Mau” if it is J; forgotten: draw one card"
    assert card["card points"] == "J 20, A 11, Q and K 10, 7–10 their number"


def test_an_effect_without_words_is_an_error() -> None:
    with pytest.raises(TypeError, match="no description of object"):
        describe(object())  # type: ignore[arg-type]
