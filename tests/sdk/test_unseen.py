"""The pile and the unseen cards of a view are correct and reveal nothing."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

import maumau
from arena.rules import ActionKind, GameRules, game_for, rulesets
from arena.rules.cards import CardSet, members
from arena.rules.face_down import really_on_top
from maumau import Ask, Choice, View
from tests.conftest import Scale
from tests.rules.house import HOUSE, MIXED
from tests.sdk.tables import Table, game_of

GAMES = (
    *(game_of(rules.id, rules.players[0] + 1) for rules in rulesets()),
    *(game_for(rules, 3) for rules in (*HOUSE, *MIXED)),
)


class Watcher(maumau.Bot):
    """Plays at random and compares its views with the table."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.table: Table
        self.views: list[tuple[View, str]] = []

    def choose(self, view: View) -> Choice:
        self.check(view)
        self.views.append((view, self.known(view)))
        choice = self.chance.choice(view.plays if view.plays and self.chance.random() < 0.7 else view.legal)
        claim = choice.card if choice.card in choice.claims and self.chance.random() < 0.5 else choice.claim
        return choice.with_(claim=claim)

    def check(self, view: View) -> None:
        at = self.table.games[view._question.game]
        game, position, unseen = self.table.game, at.position, at.unseen.of(view.seat)
        top = 1 << really_on_top(position) if view.pile else 0
        pile = position.pile | top
        others = sum(hand for seat, hand in enumerate(position.hands) if seat != view.seat)
        assert len(view.lying) == view.pile
        assert names(filter(None, view.lying)) == faces(game, pile & ~unseen)
        assert names(view.unseen.elements()) == faces(game, position.stock | others | pile & unseen)
        assert names(filter(None, view.lying[-1:])) == faces(game, top & ~unseen)
        if view.ask is Ask.BELIEVE:
            assert position.claimed is not None
            assert view.claimant == position.claimed.seat
            assert f"claimed by seat {view.claimant}" in str(view)
            assert str(view.claim) == game.pack.name(position.top)
            assert [choice.kind.name for choice in view.legal] == ["BELIEVE", "DOUBT"]

    def known(self, view: View) -> str:
        return f"{view.lying} {sorted(view.unseen.elements())} {view.claim} {view.claimant}"


def names(cards: Iterable[maumau.Card]) -> Counter[str]:
    return Counter(map(str, cards))


def faces(game: GameRules, cards: CardSet) -> Counter[str]:
    return Counter(map(game.pack.name, members(cards)))


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.ruleset.id)
def test_pile_and_unseen_cards_are_correct(game: GameRules, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=1, full=100)):
        bots = [Watcher(Random(seed * 10 + seat)) for seat in range(game.seats)]
        table = Table(game, bots)
        for bot in bots:
            bot.table = table
        table.play([seed], most=scale.pick(quick=40, ci=90, full=100_000))
        for bot in bots:
            assert bot.views
            for view, then in bot.views[:: scale.pick(quick=5, ci=5, full=1)]:
                assert bot.known(view) == then


@pytest.mark.dear
def test_find_returns_a_choice_or_none() -> None:
    class Finder(maumau.Bot):
        def choose(self, view: View) -> Choice:
            for kind in maumau.Kind:
                there = [choice for choice in view.legal if choice.kind is kind]
                assert view.find(kind) is (there[0] if there else None)
            return view.legal[0]

    table = Table(game_of("blind"), [Finder(), Finder()])
    table.play([0])
    assert {kind.name for kind in maumau.Kind} == {kind.name for kind in ActionKind}
