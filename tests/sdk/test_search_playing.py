"""Playouts: shared cards, the end of the deal, and scores."""

from random import Random
from typing import Final

import pytest

from arena.referee.match.outcome import score as counted
from arena.rules import (
    Action,
    ActionKind,
    GameRules,
    Position,
    carry_out,
    choices,
    game_for,
    outcome,
    rulesets,
    start,
)
from arena.rules.dealer import SamplingDealer
from arena.rules.legal import permits
from arena.rules.turns import replace_at
from maumau.search import FixedDealer, play_out, score, sensible
from maumau.search.playing import MAX_PLIES
from tests.conftest import Scale
from tests.rules.house import HOUSE
from tests.sdk.tables import game_of

GAMES: Final = [
    pytest.param(game_for(rules, rules.players[0] + 1), id=rules.id) for rules in (*rulesets(), *HOUSE)
]


def start_game(game: GameRules, seed: int) -> tuple[Position, Random]:
    chance = Random(seed)
    return start(game, SamplingDealer(chance))[0], chance


@pytest.mark.parametrize("game", GAMES)
def test_playout_is_legal_and_ends_with_the_deal(game: GameRules, scale: Scale) -> None:
    def checked(position: Position, chance: Random) -> Action:
        action = sensible(position, chance)
        assert any(permits(choice, action) for choice in choices(position))
        return action

    for seed in range(scale.pick(quick=2, ci=30, full=1_000)):
        position, chance = start_game(game, seed)
        play_out(position, FixedDealer(chance, game.pack.size), chance, checked)
        assert position.over or position.deal == 1 or position.ply == MAX_PLIES  # few are that long
        scores = [score(position, seat) for seat in range(game.seats)]
        assert all(0 <= one <= 1 for one in scores)
        if position.over:
            places = outcome(position).places
            assert scores == [counted(place, places) for place in places]
        else:
            assert sum(scores) == pytest.approx(game.seats / 2, abs=0.4 * game.seats)


def test_playouts_share_the_cards() -> None:
    game = game_of("mau-mau")
    for seed in range(5):
        position, chance = start_game(game, seed)
        cards = FixedDealer(chance, game.pack.size)
        ends = []
        for _ in range(3):
            there = position.copy()
            play_out(there, cards.again(), Random(0))
            ends.append((there.ply, there.hands, there.places))
        assert ends[0] == ends[1] == ends[2]


def test_fixed_dealer_is_uniform() -> None:
    stock, taken = 0b1011_0100, dict.fromkeys((2, 4, 5, 7), 0)
    for seed in range(4_000):
        taken[FixedDealer(Random(seed), 8).take(0, stock, 0, 0)] += 1
    assert all(900 < times < 1_100 for times in taken.values())


def test_custom_policy_is_used() -> None:
    position, chance = start_game(game_of("mau-mau"), 1)
    asked = []

    def first(position: Position, chance: Random) -> Action:
        asked.append(position.turn)
        return choices(position)[0].default()

    play_out(position, FixedDealer(chance, 32), chance, first, plies=7)
    assert len(asked) == position.ply == 7


def test_larger_lead_has_a_higher_score() -> None:
    for name in ("detailed", "points-150", "german-wins", "faraon"):
        game = game_of(name, 3)
        position, chance = start_game(game, 3)
        play_out(position, FixedDealer(chance, game.pack.size), chance)
        if position.over:
            continue
        before = score(position, 0)
        deals = game.ruleset.deals
        assert deals is not None
        better = -5 if deals.scoring.fewest_wins else 5
        position.totals = replace_at(position.totals, 0, position.totals[0] + better)
        assert score(position, 0) > before


def test_fewer_cards_have_a_higher_score() -> None:
    position, chance = start_game(game_of("mau-mau"), 5)
    dealer = SamplingDealer(chance)
    while (
        len({hand.bit_count() for hand in position.hands}) == 1
        or choices(position)[0].kind is not ActionKind.PLAY
    ):
        carry_out(position, sensible(position, chance), dealer)
    fewest = min((0, 1), key=lambda seat: position.hands[seat].bit_count())
    assert score(position, fewest) > 0.5 > score(position, 1 - fewest)
