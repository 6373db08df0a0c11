"""Decisions in parts: the menus lead to exactly the legal actions."""

from collections.abc import Iterator
from random import Random

import pytest

from arena.record.dealers import LogCursor, LogDealer
from arena.record.reader import read_log
from arena.record.replay import replay
from arena.rules import (
    Action,
    ActionKind,
    IllegalAction,
    Position,
    Ruleset,
    choices,
    expand,
    game_for,
    outcome,
    ruleset,
    rulesets,
)
from arena.rules.dealer import SamplingDealer
from arena.tournament.results import game_scores
from maumau.envs.layout import layout_of
from maumau.envs.menus import Menu
from maumau.envs.table import Table
from tests.conftest import Scale
from tests.record.games import play
from tests.rules.house import HOUSE, MIXED

GAMES = [
    pytest.param(rules, seats, id=f"{rules.id}-{seats}")
    for rules in (*rulesets(), *HOUSE, *MIXED)
    for seats in {rules.players[0], rules.players[1]}
]
MAX_ACTIONS = 300  # of a decision that is compared


def actions_of(menu: Menu) -> Iterator[Action]:
    """Yield the actions that a menu leads to."""
    for option in menu.options():
        following = menu.follow(option)
        if isinstance(following, Menu):
            yield from actions_of(following)
        else:
            yield following


def first_options(position: Position) -> set[int]:
    """Return the numbers of the cards and kinds of action that a position's choices allow."""
    faces, kinds = position.game.faces, layout_of(position.game).kinds
    return {
        faces[choice.card] if choice.kind is ActionKind.PLAY else kinds[choice.kind]
        for choice in choices(position)
    }


def follow_to(table: Table, action: Action) -> None:
    """Take the steps that carry out an action."""
    ply = table.position.ply
    while table.position.ply == ply:
        option = table.menu.option_for(action)
        assert table.menu.mask[option]
        assert layout_of(table.game).names[option]
        following = table.menu.follow(option)
        assert isinstance(following, Menu) or following == action
        table.step(option)


@pytest.mark.parametrize("rules, seats", GAMES)
def test_menus_lead_to_all_legal_actions_and_no_others(rules: Ruleset, seats: int) -> None:
    chance = Random(f"{rules.id} {seats}")
    game = game_for(rules, seats)
    table = Table(game, SamplingDealer(chance))
    while not table.position.over and table.position.ply < 150:
        legal = [action for choice in choices(table.position) for action in expand(choice)]
        if len(legal) <= MAX_ACTIONS:
            assert set(actions_of(table.menu)) == set(legal)
        follow_to(table, chance.choice(legal))


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("rules", [rules.id for rules in rulesets()])
def test_stored_games_have_the_same_masks_events_and_results_in_steps(rules: str, scale: Scale) -> None:
    fewest, most = ruleset(rules).players
    for seed in range(scale.pick(quick=1, ci=3, full=40)):
        log = read_log(play(rules, fewest + seed % (most - fewest + 1), seed).data)
        stored, cursor = replay(log), LogCursor(log)
        table = Table(stored.game, LogDealer(cursor, stored.game.pack))
        for ply in stored:
            if ply.number:
                assert cursor.decision() == ply.decision
            if ply.action:
                follow_to(table, ply.action)
                assert tuple(table.events) == ply.events
            assert table.position.over == stored.position.over
            if not table.position.over:
                assert table.position.turn == stored.position.turn
                assert {*table.menu.options()} == first_options(stored.position)
        if table.position.over and not stored.at_fault:
            assert outcome(table.position).places == log.footer.places
            scores = game_scores(log.footer.places)
            assert table.rewards() == pytest.approx([2 * float(score) - 1 for score in scores])


def test_an_option_that_is_not_on_the_menu_is_refused() -> None:
    table = Table(game_for(rulesets()[0], 2), SamplingDealer(Random(1)))
    before = table.position.ply
    with pytest.raises(IllegalAction):
        table.step(table.menu.mask.index(0))
    assert table.position.ply == before
