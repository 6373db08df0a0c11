"""Equal cards of two packs, laid together or face down: one action, whichever copy a player holds.

No fixed ruleset plays like this with two packs or Jokers, so these are house rules.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from arena.rules import (
    Action,
    ActionKind,
    Choice,
    GameRules,
    IllegalAction,
    Position,
    Ruleset,
    action_named,
    apply,
    choices,
    expand,
    game_for,
    notation,
    start,
)
from arena.rules.cards import Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.dealer import SamplingDealer
from tests.conftest import Scale
from tests.rules.house import HOUSE, QUICK
from tests.rules.table import rule

EVERY = pytest.mark.parametrize("rules", HOUSE, ids=lambda rules: rules.id)


def walk(game: GameRules, seed: int, plies: int) -> Iterator[Position]:
    """Yield positions of random games."""
    chance = random.Random(seed)
    dealer = SamplingDealer(chance)
    position, _ = start(game, dealer)
    for _ in range(plies):
        if position.over:
            return
        yield position
        offered = choices(position)
        plays = [choice for choice in offered if choice.kind is ActionKind.PLAY]
        choice = chance.choice(plays if plays and chance.random() < 0.6 else offered)
        apply(position, chance.choice(list(expand(choice))), dealer)


def texts(position: Position) -> list[str]:
    """Return all actions in order, the default of each choice first."""
    pack = position.game.pack
    return [notation(pack, action) for choice in choices(position) for action in expand(choice)]


@EVERY
@rule("X-TWINS")
def test_equal_texts_are_one_action(rules: Ruleset, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=2, full=200)):
        for position in walk(game_for(rules, 3), seed, 60):
            offered = texts(position)
            assert len(set(offered)) == len(offered)


@EVERY
@rule("X-TWINS-COPY")
def test_a_text_names_its_action(rules: Ruleset, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=2, full=200)):
        for position in walk(game_for(rules, 3), seed, 60):
            for choice in choices(position):
                for action in expand(choice):
                    assert action_named(position, notation(position.game.pack, action)) == action
                assert choice.default() == choice.fill() == next(iter(expand(choice)))


@pytest.mark.dear
@EVERY
@rule("X-TWINS")
def test_it_does_not_matter_which_copies_a_player_holds(rules: Ruleset, scale: Scale) -> None:
    chance = random.Random(1)
    for seed in range(scale.pick(quick=1, ci=2, full=200)):
        for position in walk(game_for(rules, 3), seed, 60):
            assert texts(with_copies_exchanged(position, chance)) == texts(position)


def with_copies_exchanged(position: Position, chance: random.Random) -> Position:
    """Return the same position by faces, with equal cards exchanged."""
    pack, other = position.game.pack, position.copy()
    now = {NO_CARD: NO_CARD}
    for face in {pack.face(Card(card)) for card in pack.cards()}:
        copies = list(members(pack.copies_of(face)))
        now |= dict(zip(copies, chance.sample(copies, len(copies)), strict=True))

    def moved(cards: CardSet) -> CardSet:
        return cards if cards < 0 else sum(1 << now[card] for card in members(cards))

    other.hands = [moved(hand) for hand in position.hands]
    other.stock, other.pile, other.allowed = map(moved, (position.stock, position.pile, position.allowed))
    other.top = now[position.top] if position.hidden == NO_CARD else position.top
    other.hidden = now[position.hidden]
    other.legal = None
    return other


# Two packs of 32: 7C 7D 7H, and the second ones.
C, D, H, C2, D2 = (Card(number) for number in (0, 8, 16, 32, 40))


def sevens(least: int, most: int) -> Choice:
    """Return 7C at the bottom, and more of 7C', 7D, 7D', 7H."""
    (choice,) = (
        choice
        for choice in choices(holding(C, C2, D, D2, H, Card(1), Card(2)))
        if choice.card == C and choice.most
    )
    return replace(choice, least=least, most=most)


def holding(*cards: Card) -> Position:
    """Return a position of `quick` with two packs in which these cards can be laid on a spent 7."""
    position, _ = start(game_for(QUICK, 2), SamplingDealer(random.Random(0)))
    position.hands[0] = sum(1 << card for card in cards)
    position.fits, position.legal = position.game.ranks[C], None
    return position


@rule("X-TWINS-COPY")
@pytest.mark.parametrize(
    ("given", "laid"),
    [
        ((D,), (D,)),
        ((D2,), (D,)),
        ((D2, D), (D, D2)),
        ((D, C2), (D, C2)),
        ((H, D2, C2), (D, H, C2)),
        ((D2, C2, H), (C2, D, H)),
        ((D2, H, D), (D, H, D2)),
    ],
)
def test_the_lowest_numbers_are_laid_in_the_order_of_the_pack(
    given: tuple[Card, ...], laid: tuple[Card, ...]
) -> None:
    assert sevens(0, 4).fill(more=given).more == laid


@rule("X-TWINS-COPY")
def test_the_default_is_the_first_of_the_pack() -> None:
    assert sevens(2, 4).default().more == (C2, D)


@rule("X-TWINS-COPY")
@pytest.mark.parametrize("more", [(D2,), (D2, D), (D, C2, H), (D, D)])
def test_no_other_spelling_is_legal(more: tuple[Card, ...]) -> None:
    position = holding(C, C2, D, D2, H, Card(1), Card(2))
    with pytest.raises(IllegalAction):
        apply(position, Action(ActionKind.PLAY, C, more), SamplingDealer(random.Random(0)))
