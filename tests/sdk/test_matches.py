"""Match facts of the SDK: the ruleset as data, and card facts."""

import pytest

import maumau
from arena.rules import Ruleset, game_for, rulesets
from arena.rules.cards import Card
from maumau import Choice, MatchInfo, View
from tests.sdk.tables import Table, game_of


class Reader(maumau.Bot):
    """Records the match."""

    info: MatchInfo

    def on_match_start(self, info: MatchInfo) -> None:
        self.info = info

    def choose(self, view: View) -> Choice:
        return view.legal[0]


def info_of(rules: str, seats: int) -> MatchInfo:
    reader = Reader()
    Table(game_of(rules, seats), [reader])
    return reader.info


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_card_facts_are_those_of_the_ruleset(rules: Ruleset) -> None:
    seats = rules.players[1]
    game, info = game_for(rules, seats), info_of(rules.id, seats)
    assert (info.ruleset, info.seats, info.rules["id"]) == (rules.key, seats, rules.id)
    assert [str(card) for card in info.cards] == list(game.pack.names)
    for number, card in enumerate(info.cards):
        assert info.points(card) == game.values[number]
        assert info.is_wild(card) == bool(game.wilds >> number & 1)
        effect = rules.effects.get(str(card), rules.effects.get(card.rank))
        assert info.effect(card).get("is") == (effect and type(effect).__name__)


def test_jokers_are_equal() -> None:
    info = info_of("pesten-royal", 2)
    assert [str(card) for card in info.cards[-4:]] == ["AS", "XX", "XX", "XX"]
    assert len(set(info.cards)) == 53
    assert info.cards[-1].code == game_of("pesten-royal").pack.face(Card(54))
