"""The bare referee plays and is measured. Speed is not tested here."""

import json
import subprocess
import sys
from random import Random

import pytest

from arena.rules.cards import members
from tests.benchmarks.bare import IN_FLIGHT
from tests.benchmarks.bare_rules import CARDS, BareGame


def test_its_games_are_games() -> None:
    for number in range(50):
        game, chance = BareGame(number), Random(number)
        while not game.over:
            game.apply(chance.choice(game.legal()))
            held = [*members(game.hands[0]), *members(game.hands[1])]
            assert sorted([*held, *game.stock, *game.pile, game.top]) == list(range(CARDS))


@pytest.mark.dear
def test_each_row_is_measured() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.bare", "--json", "--passes", "1", "--size", "0.02"]
    told = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    rows = ("bare ÷ ping-pong", "arena ÷ ping-pong", "arena ÷ bare")
    assert list(told) == [f"{in_flight} in flight, {row}" for in_flight in IN_FLIGHT for row in rows]
    assert all(len(figures) == 1 for figures in told.values())
