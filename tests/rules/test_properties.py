"""What holds in every ruleset, at every number of players and in every position that random play reaches."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from arena.rules import (
    Action,
    Event,
    EventKind,
    IllegalAction,
    Position,
    Reason,
    Ruleset,
    Word,
    apply,
    choices,
    expand,
    game_for,
    notation,
    observe,
    outcome,
    redact,
    rulesets,
    start,
)
from arena.rules.cards import Card, CardSet, members
from arena.rules.choices import NO_CARD, NO_SEAT, Ask, Kind
from arena.rules.claims import really_on_top
from arena.rules.dealer import TABLE
from tests.conftest import Scale

PLAYERS = range(2, 6)
every_game = pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        pytest.param(ruleset, seats, id=f"{ruleset.id}-{seats}")
        for ruleset in rulesets()
        for seats in PLAYERS
        if seats <= ruleset.players[1]
    ],
)


@dataclass
class RandomDealer:
    """Cards by a seeded generator."""

    chance: random.Random
    reshuffles: int = 0

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        return self.chance.choice(list(members(stock)))

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self.reshuffles += 1


def any_action(chance: random.Random, position: Position) -> Action:
    """A random action; draws less often than plays, so that deals end."""
    offered = choices(position)
    plays = [choice for choice in offered if choice.kind is Kind.PLAY]
    chosen = chance.choice(plays if plays and chance.random() < 0.7 else offered)
    return chance.choice(list(expand(chosen)))


def games(ruleset: Ruleset, seats: int, count: int) -> Iterator[tuple[Position, RandomDealer, random.Random]]:
    for seed in range(count):
        chance = random.Random(f"{ruleset.id}/{seats}/{seed}")
        dealer = RandomDealer(chance)
        yield start(game_for(ruleset, seats), dealer)[0], dealer, chance


@every_game
def test_every_card_is_in_one_place_and_somebody_has_a_choice(
    ruleset: Ruleset, seats: int, scale: Scale
) -> None:
    for position, dealer, chance in games(ruleset, seats, scale.pick(quick=3, ci=30, full=1000)):
        while not position.over:
            assert_every_card_in_one_place(position)
            assert choices(position)
            apply(position, any_action(chance, position), dealer)
        assert_every_card_in_one_place(position)
        assert not choices(position)


def assert_every_card_in_one_place(position: Position) -> None:
    places = [*position.hands, position.stock, position.pile, top_of(position)]
    assert sum(places) == position.game.cards
    assert sum(place.bit_count() for place in places) == position.game.pack.size


@every_game
def test_every_game_ends_with_an_outcome(ruleset: Ruleset, seats: int, scale: Scale) -> None:
    for position, dealer, chance in games(ruleset, seats, scale.pick(quick=3, ci=30, full=1000)):
        while not position.over:
            apply(position, any_action(chance, position), dealer)
        result = outcome(position)
        assert sorted(result.places)[0] == 1
        for better, worse in pairwise(sorted(result.places)):
            assert worse in (better, 1 + sum(place <= better for place in result.places))


@every_game
def test_apply_takes_exactly_the_expanded_choices(ruleset: Ruleset, seats: int, scale: Scale) -> None:
    for position, dealer, chance in games(ruleset, seats, scale.pick(quick=1, ci=5, full=50)):
        for _ in range(scale.pick(quick=120, ci=400, full=2000)):
            if position.over:
                break
            legal = {action for choice in choices(position) for action in expand(choice)}
            for action in altered(chance, position, legal):
                before = state(position)
                if action in legal:
                    apply(position.copy(), action, RandomDealer(random.Random(0)))
                else:
                    with pytest.raises(IllegalAction):
                        apply(position, action, dealer)
                assert state(position) == before
            apply(position, any_action(chance, position), dealer)


def altered(chance: random.Random, position: Position, legal: set[Action]) -> list[Action]:
    """Legal actions, and legal ones with one field changed."""
    some = chance.sample(sorted(legal), min(4, len(legal)))
    cards = [Card(chance.randrange(position.game.pack.size)), NO_CARD]
    changed = [action._replace(kind=chance.choice(list(Kind))) for action in some]
    changed += [action._replace(card=chance.choice(cards)) for action in some]
    changed += [action._replace(suit=chance.randrange(6)) for action in some]
    changed += [action._replace(word=chance.choice(list(Word))) for action in some]
    changed += [action._replace(more=(Card(chance.randrange(position.game.pack.size)),)) for action in some]
    changed += [action._replace(target=chance.randrange(NO_SEAT + 1)) for action in some]
    return some + changed


def state(position: Position) -> dict[str, object]:
    """All that a position holds, but for what is only remembered from asking."""
    names = [name for name in position.__slots__ if name not in ("events", "legal")]
    values = {name: getattr(position, name) for name in names}
    return {name: list(value) if isinstance(value, list) else value for name, value in values.items()}


class RanOut(Exception):
    """The second game takes a card that is seen where the first took none."""


class Diverged(Exception):
    """The two games can no longer be the same for the seat that watches."""


@dataclass
class CoupledDealer:
    """Deals two games that differ only in what one seat may not see.

    What the seat draws and what is turned up for all is the same card in both; all else is drawn freely.
    """

    chance: random.Random
    seat: int
    seen: list[Card] = field(default_factory=list)
    copying: bool = False

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        if not self.is_seen(who):
            return self.chance.choice(list(members(stock)))
        if not self.copying:
            self.seen.append(self.chance.choice(list(members(stock))))
            return self.seen[-1]
        if not self.seen:
            raise RanOut
        card = self.seen.pop(0)
        if not stock >> card & 1:
            raise Diverged
        return card

    def is_seen(self, who: int) -> bool:
        return who in (self.seat, TABLE) or who < TABLE

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        pass


@every_game
@pytest.mark.rule("X-HIDDEN")
@pytest.mark.rule("X-ASK")
def test_a_seat_learns_nothing_of_cards_it_may_not_see(ruleset: Ruleset, seats: int, scale: Scale) -> None:
    compared = 0
    for position, dealer, chance in games(ruleset, seats, scale.pick(quick=8, ci=30, full=1500)):
        for _ in range(scale.pick(quick=60, ci=300, full=600)):
            if position.over:
                break
            seat = chance.randrange(seats)
            other = with_hidden_cards_exchanged(position, seat, chance)
            compared += compare(position.copy(), other, seat, chance)
            apply(position, any_action(chance, position), dealer)
    assert compared > scale.pick(quick=200, ci=1_000, full=50_000)


def with_hidden_cards_exchanged(position: Position, seat: int, chance: random.Random) -> Position:
    """A position that looks the same to a seat: the cards in other hands and in the stock dealt anew."""
    other = position.copy()
    met = sum(1 << card for card in position.met)
    hidden = list(
        members((position.game.cards ^ position.hands[seat] ^ position.pile ^ met) & ~top_of(position))
    )
    chance.shuffle(hidden)
    for one, hand in enumerate(position.hands):
        if one != seat:
            other.hands[one] = sum(1 << hidden.pop() for _ in range(hand.bit_count()))
    other.stock = met | sum(1 << card for card in hidden)
    if position.turn != seat and position.allowed > 0:
        allowed = chance.sample(list(members(other.hands[position.turn])), position.allowed.bit_count())
        other.allowed = sum(1 << card for card in allowed)
    other.legal = None
    return other


def top_of(position: Position) -> CardSet:
    return 0 if position.top == NO_CARD else 1 << really_on_top(position)


def compare(one: Position, two: Position, seat: int, chance: random.Random) -> int:
    """Play on two positions that look the same to a seat, as long as they do; how many plies that was."""
    dealer = CoupledDealer(chance, seat)
    assert_same_for(seat, one, two, [], [])
    begun = one.ply
    try:
        while not one.over and one.ply < begun + 8:
            step(one, two, chance, dealer)
    except Diverged:
        pass
    return one.ply - begun


def step(one: Position, two: Position, chance: random.Random, dealer: CoupledDealer) -> None:
    """The same action in both games; Diverged if there is none."""
    pack, seat = one.game.pack, dealer.seat
    in_two = {notation(pack, action) for choice in choices(two) for action in expand(choice)}
    common = [
        action for choice in choices(one) for action in expand(choice) if notation(pack, action) in in_two
    ]
    if one.turn == seat:
        assert choices(one) == choices(two)
    if not common:
        raise Diverged
    action = chance.choice(common)
    dealer.copying, dealer.seen = False, []
    events = apply(one, action, dealer)
    dealer.copying = True
    try:
        assert_same_for(seat, one, two, events, apply(two, action, dealer))
    except RanOut:
        assert is_public_difference(events, two.events)
        raise Diverged from None


def assert_same_for(seat: int, one: Position, two: Position, first: list[Event], second: list[Event]) -> None:
    told = [redact(event, seat) for event in first]
    if told != [redact(event, seat) for event in second]:
        assert is_public_difference(first, second)
        raise Diverged
    assert observe(one, seat) == observe(two, seat)
    assert (one.turn, one.ask) == (two.turn, two.ask)
    if one.turn == seat:
        assert choices(one) == choices(two)


def is_public_difference(first: list[Event], second: list[Event]) -> bool:
    """Whether two histories part by what the rules lay open: the hands counted at the end of a deal, and the
    price of a word that was too weak for the card left."""
    counted = all(any(event.kind is EventKind.DEAL_OVER for event in events) for events in (first, second))
    return counted or price_of_words(first) != price_of_words(second)


def price_of_words(events: list[Event]) -> int:
    return sum(event.kind is EventKind.DREW and event.value == Reason.CALL for event in events)


def test_asking_kinds_are_all_met(scale: Scale) -> None:
    """Random play meets every kind of question that the rulesets have, so all were tested."""
    met = {
        position.ask
        for ruleset in rulesets()
        for position, dealer, chance in games(ruleset, 3, 10)
        for _ in walk(position, dealer, chance)
    }
    assert met >= {Ask.CUT, Ask.TURN, Ask.DRAWN, Ask.COVER, Ask.DEBT, Ask.PAID, Ask.CATCH}


def walk(position: Position, dealer: RandomDealer, chance: random.Random) -> Iterator[Position]:
    while not position.over:
        yield position
        apply(position, any_action(chance, position), dealer)
