"""Questions stay within the limits of choices and bytes, even for the worst hands."""

from collections.abc import Iterator

import pytest

from arena.rules import (
    ActionKind,
    Ask,
    Choice,
    GameRules,
    Position,
    Ruleset,
    choices,
    game_for,
    observe,
    rulesets,
)
from arena.rules.cards import NO_SUIT, Card, CardSet, lowest
from arena.wire.encode import Encoder
from arena.wire.limits import EVENTS_BYTES, ITEM_BYTES, MAX_CHOICES
from tests.conftest import Scale
from tests.rules.house import HOUSE
from tests.wire.messages import joined
from tests.wire.walks import GAME_NAMES, GAMES, walk

EVENTS = bytes(EVENTS_BYTES)
LARGEST = 2**31 - 1


def size(encoder: Encoder, position: Position) -> int:
    """Return the size of a question with the largest possible other fields."""
    seen = observe(position, position.turn)._replace(deal=199, totals=(-32_768,) * position.game.seats)
    offered = choices(position)
    sent = joined(encoder.question(255, LARGEST, LARGEST, EVENTS, seen, offered, LARGEST))
    return sent.questions[0].ByteSize()


@pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
def test_question_with_all_fields_full_can_be_sent(game: GameRules) -> None:
    position, _ = next(walk(game, 1))
    seen = observe(position, position.turn)._replace(hand=game.cards)
    offered = [Choice(ActionKind.PLAY, Card(0), claims=game.cards, suits=suits) for suits in (0, 15)] * (
        MAX_CHOICES // 2
    )
    sent = joined(Encoder(game).question(255, LARGEST, LARGEST, EVENTS, seen, offered, LARGEST)).questions[0]
    assert len(sent.choices) == 8 * MAX_CHOICES
    assert (len(sent.events), len(sent.hand)) == (EVENTS_BYTES, game.pack.size)
    assert len(sent.claims) == 2 * game.pack.size + 1


def large_hands(game: GameRules) -> Iterator[Position]:
    """Yield positions in which seat 0 has all cards but one per other place, for every top and suit.

    The other cards do not fit if possible.
    """
    for top in game.pack.cards():
        for suit in (NO_SUIT, 0, 1, 2, 3):
            position = Position(game)
            position.top, position.suit = Card(top), suit
            position.fits = game.fits[top][suit]
            position.ask = Ask.TURN
            free = game.cards & ~(1 << top)
            for seat in range(1, game.seats):
                position.hands[seat], free = split_card(free, position.fits)
            position.stock, position.hands[0] = split_card(free, position.fits)
            yield position


def split_card(cards: CardSet, fitting: CardSet) -> tuple[CardSet, CardSet]:
    """Split off one card, if possible one that does not fit."""
    one = 1 << lowest(cards & ~fitting or cards)
    return one, cards & ~one


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("rules", [*rulesets(), *HOUSE], ids=lambda rules: rules.id)
def test_largest_hands_fit_into_a_question(rules: Ruleset, scale: Scale) -> None:
    fewest, most = rules.players
    for seats in scale.pick(quick=[fewest, most], ci=range(fewest, most + 1), full=range(fewest, most + 1)):
        game = game_for(rules, seats)
        encoder = Encoder(game)
        for position in large_hands(game):
            assert len(choices(position)) <= MAX_CHOICES
            assert size(encoder, position) <= ITEM_BYTES


def test_blind_has_the_most_choices() -> None:
    most = {
        rules.id: max(len(choices(position)) for position in large_hands(game_for(rules, rules.players[0])))
        for rules in rulesets()
    }
    assert most.pop("blind") == 59
    assert max(most.values()) <= 32


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
def test_items_stay_small(game: GameRules, scale: Scale) -> None:
    encoder = Encoder(game)
    for seed in range(scale.pick(quick=1, ci=4, full=300)):
        for position, _ in walk(game, seed):
            assert size(encoder, position) <= ITEM_BYTES
