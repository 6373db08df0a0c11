"""Policies: their files, and bots that see the same from their views as an environment shows."""

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

import maumau
from arena.analysis.views import Onlooker, SeatSession
from arena.rules import choices, game_for, observe, ruleset, rulesets
from arena.rules.dealer import SamplingDealer
from arena.service.bots.new import new_bot
from arena.service.errors import BadSettings
from maumau.envs.encoding import VIEW, encoding_of
from maumau.envs.layout import layout_of
from maumau.envs.menus import Menu, first_menu
from maumau.envs.policy import Layer, Policy, PolicyBot, known_cards, load_policy
from maumau.envs.table import Table
from maumau.search import Knowledge


def any_policy(rules: str = "mau-mau", seats: int = 2) -> Policy:
    chance, game = np.random.default_rng(1), game_for(ruleset(rules), seats)
    sizes = encoding_of(game, VIEW).size, 8, layout_of(game).size
    layers = [
        Layer(chance.normal(size=shape).astype(np.float32), np.zeros(shape[1], np.float32))
        for shape in pairwise(sizes)
    ]
    return Policy(layers, np.ones(sizes[0], np.float32), game.ruleset.key)


@pytest.mark.ci_one_in(4)
@pytest.mark.dear
@pytest.mark.parametrize("rules", [rules.id for rules in rulesets()])
def test_a_bot_sees_from_its_view_what_the_environment_shows(rules: str) -> None:
    seats, chance = ruleset(rules).players[1], Random(rules)
    table = Table(game_for(ruleset(rules), seats), SamplingDealer(chance))
    encoding = encoding_of(table.game, VIEW)
    onlookers = [Onlooker() for _ in range(seats)]
    sessions = [SeatSession(bot, table.game, seat) for seat, bot in enumerate(onlookers)]
    news = [list(table.events) for _ in range(seats)]
    while not table.position.over and table.position.ply < 120:
        position, seat = table.position, table.position.turn
        sessions[seat].ask(position.ply, news[seat], observe(position, seat), choices(position))
        news[seat].clear()
        knowledge = Knowledge(onlookers[seat].views[0])
        known, pile = known_cards(knowledge)
        menu = first_menu(table.game, knowledge.offered, seat)
        while True:
            assert menu.mask == table.menu.mask
            rows = [encoding.row(known, seat, pile, menu), table.row(encoding, seat)]
            seen, shown = encoding.vectors(rows)
            assert seen.tolist() == shown.tolist()
            option = chance.choice(menu.options())
            following, ply = menu.follow(option), position.ply
            table.step(option)
            if not isinstance(following, Menu):
                break
            menu = following
        assert position.ply > ply
        for pending in news:
            pending.extend(table.events)
    for session in sessions:
        session.close()


def test_a_policy_is_the_same_after_saving(tmp_path: Path) -> None:
    policy = any_policy()
    policy.save(tmp_path / "policy.npz")
    again = load_policy(tmp_path / "policy.npz")
    observation = np.random.default_rng(2).normal(size=(3, len(policy.scale))).astype(np.float32)
    mask = np.eye(3, len(policy.layers[-1].bias), dtype=np.int8)
    assert (again.ruleset, again.encoding) == ("mau-mau@1", VIEW)
    assert (again.values(observation, mask) == policy.values(observation, mask)).all()
    assert again.values(observation, mask).argmax(axis=1).tolist() == [0, 1, 2]


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04 no archive"])
def test_a_file_that_is_not_a_policy_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "policy.npz"
    file.write_bytes(content)
    with pytest.raises(ValueError):
        load_policy(file)
    with pytest.raises(BadSettings):
        new_bot("mine", "python", tmp_path / "mine", policy=file)
    np.savez(file, other=np.zeros(1))
    with pytest.raises(ValueError):
        load_policy(file)
    assert not (tmp_path / "mine").exists()


def test_a_bot_made_from_a_policy_plays_its_game_and_any_other(tmp_path: Path) -> None:
    any_policy().save(tmp_path / "policy.npz")
    made = new_bot("mine", "python", tmp_path / "mine", policy=tmp_path / "policy.npz")
    for rules in ("mau-mau", "prsi"):
        result = maumau.simulate([str(made.source), "random"], rules, games=2, seed=1)
        assert {game.termination for game in result.games} == {"WON"}


def drawer() -> type[PolicyBot]:
    """Return a bot whose policy for mau-mau always draws."""
    policy = any_policy()
    policy.layers[-1] = Layer(policy.layers[-1].weights * 0, policy.layers[-1].bias)
    draws = layout_of(game_for(ruleset("mau-mau"), 2)).names.index("draw")
    policy.layers[-1].bias[draws] = 1

    class Drawer(PolicyBot):
        def __init__(self) -> None:
            super().__init__(policy)

    return Drawer


def test_a_policy_bot_plays_the_action_with_the_highest_value() -> None:
    result = maumau.simulate([drawer(), "greedy"], "mau-mau", games=2, seed=1)
    assert result.scores[0] == 0


def test_a_policy_plays_no_other_ruleset_even_if_its_sizes_are_the_same() -> None:
    """A policy that was trained for another ruleset may draw for ever."""
    here, there = (game_for(ruleset(rules), 2) for rules in ("mau-mau", "german-wins"))
    assert encoding_of(here, VIEW).size == encoding_of(there, VIEW).size
    assert layout_of(here).size == layout_of(there).size
    result = maumau.simulate([drawer(), "random"], "german-wins", games=4, seed=1)
    assert result.scores[0] > 0
