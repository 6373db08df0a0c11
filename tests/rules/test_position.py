"""A copy of a position can be played on independently."""

from itertools import count

import pytest

from arena.rules import Position, choices, game_for, rulesets
from arena.rules.position import FIELDS
from tests.conftest import Scale
from tests.rules.random_play import Begun, games, step


def held(position: Position) -> dict[str, object]:
    """Return all fields of a position; lists as tuples."""
    values = {name: getattr(position, name) for name in FIELDS}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


@pytest.mark.dear
def test_a_copy_holds_the_same_and_is_played_on_alone(scale: Scale) -> None:
    differed = {"game"}  # the same in all positions of a game
    every = scale.pick(quick=25, ci=4, full=1)
    for rules in rulesets():
        seats = min(3, rules.players[1])
        fresh = held(Position(game_for(rules, seats)))
        for begun in games(rules, seats, scale.pick(quick=1, ci=2, full=100)):
            for ply in count():
                if begun.position.over:
                    break
                choices(begun.position)  # is remembered in it
                before = held(begun.position)
                differed |= {name for name in FIELDS if before[name] != fresh[name]}
                if ply % every == 0:
                    copied = begun.position.copy()
                    assert held(copied) == before
                    step(Begun(copied, begun.dealer, begun.chance))
                    assert held(begun.position) == before
                step(begun)
        differed |= {name for name, value in held(begun.position).items() if value != fresh[name]}
    assert differed == set(FIELDS)
