"""Properties of every ruleset at every number of players, in all positions that random play reaches."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from arena.rules import (
    Action,
    Event,
    EventKind,
    IllegalAction,
    Position,
    Ruleset,
    Word,
    apply,
    choices,
    expand,
    observe,
    outcome,
    redact,
    ruleset,
    rulesets,
)
from arena.rules.announcements import ONLY_A_WORD
from arena.rules.apply import MAX_DECISIONS
from arena.rules.cards import Card, CardSet
from arena.rules.choices import NO_CARD, NO_SEAT, ActionKind, Ask
from arena.rules.dealer import SamplingDealer
from arena.rules.ending import MAX_DEALS
from arena.rules.face_down import really_on_top
from arena.rules.position import FIELDS
from tests.conftest import Scale
from tests.rules.alike import CoupledDealer, Diverged, is_public_difference, side_by_side
from tests.rules.any_rules import any_options
from tests.rules.random_play import Begun, any_action, every_table, games, plies, step
from tests.rules.relabelled import Turned, TurnedDealer, Unseen, exchanged
from tests.rules.sizes import actions_of, measured
from tests.rules.table import rule


# ---- games -------------------------------------------------------------------------------------------------
@pytest.mark.ci_one_in(3)
@every_table
def test_every_game_ends_and_is_in_order_at_every_ply(rules: Ruleset, seats: int, scale: Scale) -> None:
    """At scale quick, a game of many deals is not finished."""
    looked_at = scale.pick(quick=60, ci=80, full=1_000_000)
    for begun in games(rules, seats, scale.pick(quick=1, ci=2, full=1_000)):
        position = begun.position
        while not position.over and (rules.deals is None or scale.name != "quick" or position.ply < 400):
            if position.ply < looked_at:
                assert_in_order(position)
            step(begun)
        if position.over:
            assert_ended(position)


def assert_in_order(position: Position) -> None:
    """Check that every card is in one place, one seat is asked and has a choice, and open matters fit the
    question.
    """
    assert_every_card_in_one_place(position)
    assert choices(position)
    assert position.inside >> position.turn & 1
    assert position.hands[position.turn] or position.ask is Ask.CUT
    for seat in range(position.game.seats):
        inside = position.inside >> seat & 1
        assert inside or not position.hands[seat]
        assert not inside or position.alive >> seat & 1
    assert_what_is_open(position)
    assert position.decisions < MAX_DECISIONS
    assert position.deal < MAX_DEALS
    assert position.direction in (1, -1)


def assert_what_is_open(position: Position) -> None:
    ask, rules = position.ask, position.game.ruleset
    assert (position.claimed is not None) is (ask is Ask.BELIEVE)
    assert (position.suspected is not None) >= (ask is Ask.CATCH)
    assert bool(position.met) is (ask is Ask.CUT)
    assert position.debt >= 0
    about_a_word = ask is Ask.GO_ON and position.allowed == ONLY_A_WORD
    between = about_a_word or ask in (Ask.BELIEVE, Ask.CATCH)  # a play and its effect
    assert (position.misses > 0) is (ask is Ask.MISS) or between
    assert position.misses < position.inside.bit_count() + bool(position.finished)  # X-SKIPS-OUT
    assert bool(position.owed_for) >= bool(position.debt)
    if position.debt:
        assert between or ask in (Ask.DEBT, Ask.DRAWN_SEVEN)
    if position.hidden != NO_CARD:
        assert rules.face_down
    if rules.deals is None and not rules.returns and not rules.to_the_end:
        assert not position.finished


def assert_every_card_in_one_place(position: Position) -> None:
    places = [*position.hands, position.stock, position.pile, top_of(position)]
    assert sum(places) == position.game.cards
    assert sum(place.bit_count() for place in places) == position.game.pack.size


def top_of(position: Position) -> CardSet:
    return 0 if position.top == NO_CARD else 1 << really_on_top(position)


def assert_ended(position: Position) -> None:
    """Check that nobody is asked, and that places are 1 + the number of better players (X-PLACES)."""
    assert_every_card_in_one_place(position)
    assert not choices(position)
    result = outcome(position)
    assert sorted(result.places)[0] == 1
    for better, worse in pairwise(sorted(result.places)):
        assert worse in (better, 1 + sum(place <= better for place in result.places))
    deals = position.game.ruleset.deals
    if deals and deals.start:
        assert min(result.points) >= 0


# ---- actions -----------------------------------------------------------------------------------------------
@pytest.mark.ci_one_in(3)
@every_table
def test_apply_takes_exactly_the_expanded_choices(rules: Ruleset, seats: int, scale: Scale) -> None:
    for begun in plies(rules, seats, scale.pick(quick=6, ci=25, full=3_000), of_a_game=60):
        position, chance = begun.position, begun.chance
        legal = [action for choice in choices(position) for action in expand(choice)]
        assert len(set(legal)) == len(legal)
        for action in altered(chance, position, legal):
            before = state(position)
            if action in legal:
                apply(position.copy(), action, SamplingDealer(Random(0)))
            else:
                with pytest.raises(IllegalAction):
                    apply(position, action, begun.dealer)
            assert state(position) == before


def altered(chance: Random, position: Position, legal: list[Action]) -> list[Action]:
    """Yield legal actions, and legal actions with one field changed."""
    some = chance.sample(legal, min(4, len(legal)))
    size = position.game.pack.size
    cards = [Card(chance.randrange(size)), NO_CARD]
    changed = [replace(action, kind=chance.choice(list(ActionKind))) for action in some]
    changed += [replace(action, card=chance.choice(cards)) for action in some]
    changed += [replace(action, suit=chance.randrange(6)) for action in some]
    changed += [replace(action, word=chance.choice(list(Word))) for action in some]
    changed += [replace(action, more=(Card(chance.randrange(size)),)) for action in some]
    changed += [replace(action, target=chance.randrange(NO_SEAT + 1)) for action in some]
    changed += [replace(action, claim=chance.choice(cards)) for action in some]
    return some + changed


def state(position: Position) -> dict[str, object]:
    """Return all fields of a position except cached ones."""
    names = [name for name in FIELDS if name not in ("events", "legal")]
    values = {name: getattr(position, name) for name in names}
    return {name: list(value) if isinstance(value, list) else value for name, value in values.items()}


# ---- seats -------------------------------------------------------------------------------------------------
@pytest.mark.ci_one_in(3)
@every_table
def test_it_does_not_matter_from_which_seat_one_counts(rules: Ruleset, seats: int, scale: Scale) -> None:
    for begun in plies(rules, seats, scale.pick(quick=10, ci=35, full=5_000), of_a_game=80):
        position, chance = begun.position, begun.chance
        turned = Turned(seats, chance.randrange(1, seats))
        other, one = turned.position(position), position.copy()
        action, seed = any_action(chance, position), chance.random()
        events = apply(one, action, SamplingDealer(Random(seed)))
        dealer = TurnedDealer(SamplingDealer(Random(seed)), turned)
        happened = apply(other, turned.action(action), dealer)
        assert settled(happened) == settled(turned.events(events))
        assert state(other) == state(turned.position(one))


SETTLED = (EventKind.SCORED, EventKind.ELIMINATED)


def settled(events: list[Event]) -> tuple[list[Event], list[Event]]:
    """Return the events; those for one seat after the other at the end of a deal separately, unordered."""
    told = sorted(event for event in events if event.kind in SETTLED)
    return [event for event in events if event.kind not in SETTLED], told


# ---- what a seat may not see -------------------------------------------------------------------------------
LONGEST = 8  # plies that two games are played side by side


@pytest.mark.ci_one_in(3)
@every_table
@rule("X-HIDDEN", "X-ASK")
def test_a_seat_learns_nothing_of_cards_it_may_not_see(rules: Ruleset, seats: int, scale: Scale) -> None:
    """Games with the same public history so far ask the same questions and report the same events."""
    wanted, compared = scale.pick(quick=8, ci=25, full=10_000), 0
    for begun in games(rules, seats, 10_000):
        compared += compared_in(begun, wanted - compared)
        if compared >= wanted:
            return


@pytest.mark.dear
@rule("X-HIDDEN", "X-ASK")
def test_with_any_options_a_seat_learns_nothing_either(scale: Scale) -> None:
    for seed in range(scale.pick(quick=12, ci=60, full=20_000)):
        rules = any_options(Random(seed))
        for begun in games(rules, Random(seed).randint(*rules.players), 2):
            compared_in(begun, 40)


def compared_in(begun: Begun, wanted: int) -> int:
    """Play a game and compare from time to time; return the number of plies compared."""
    seats, compared = begun.position.game.seats, 0
    unseen = Unseen(seats)
    for _ in range(60):
        if begun.position.over or compared >= wanted:
            break
        assert_in_order(begun.position)
        if begun.chance.random() < 0.3:
            compared += compare(begun, unseen, begun.chance.randrange(seats))
        action = any_action(begun.chance, begun.position)
        unseen.follow(action, apply(begun.position, action, begun.dealer))
    return compared


def compare(begun: Begun, unseen: Unseen, seat: int) -> int:
    """Play on two positions that look the same to a seat, as long as they do; return the number of plies."""
    one = begun.position.copy()
    two = exchanged(one, seat, unseen.of(seat), begun.chance)
    dealer = CoupledDealer(begun.chance, seat)
    assert_same_for(seat, one, two, [], [])
    return side_by_side(
        one, two, dealer, LONGEST, lambda first, second: assert_same_for(seat, one, two, first, second)
    )


def assert_same_for(seat: int, one: Position, two: Position, first: list[Event], second: list[Event]) -> None:
    told = [told_of(one, event, seat) for event in first]
    if told != [told_of(two, event, seat) for event in second]:
        assert is_public_difference(first, second)
        raise Diverged
    assert observe(one, seat) == observe(two, seat)
    assert (one.turn, one.ask) == (two.turn, two.ask)
    if one.turn == seat:
        assert choices(one) == choices(two)


def told_of(position: Position, event: Event, seat: int) -> Event:
    """Return an event as a seat sees it: of equal cards only the face."""
    known = redact(event, seat)
    if known.card == NO_CARD or known.kind is EventKind.SCORED:
        return known
    return known._replace(card=position.game.faces[known.card])


# ---- what the other tests have met -------------------------------------------------------------------------
def test_every_kind_of_question_is_met_somewhere() -> None:
    """So all kinds were tested."""
    met = {begun.position.ask for one in rulesets() for begun in plies(one, 3, 150, of_a_game=60)}
    assert met == set(Ask) - {Ask.OVER}


@pytest.mark.parametrize("name", ["mau-mau", "quick", "blind", "haft-khabis", "faraon"])
def test_choices_are_counted_without_making_them(name: str) -> None:
    for begun in plies(ruleset(name), 3, 60, of_a_game=30):
        for choice in choices(begun.position):
            assert actions_of(choice) == len(list(expand(choice)))


def test_sizes_of_games_are_measured() -> None:
    sizes = measured(ruleset("german-wins"), 3, 2)
    assert len(sizes.games) == 2
    assert sizes.deals_of_games == [3, 3]
    assert sum(sizes.deals) == sum(sizes.games)
    assert sizes.choices <= sizes.actions
