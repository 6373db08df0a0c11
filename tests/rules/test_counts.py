"""The numbers of lines of play are those that were written down."""

import pytest

from arena.rules import rulesets
from tests.conftest import Scale
from tests.rules.counts import Hashed, begun, golden, lines

CASES = [
    pytest.param(name, *case.values(), id=f"{name}-{case['seats']}-{case['plies']}")
    for name, cases in golden().items()
    for case in cases
]


def test_every_ruleset_is_counted() -> None:
    assert golden().keys() == {rules.id for rules in rulesets()}


@pytest.mark.parametrize(("name", "seats", "plies", "seed", "expected"), CASES)
def test_lines_of_play(
    name: str, seats: int, plies: int, seed: int, expected: list[int], scale: Scale
) -> None:
    position = begun(name, seats, plies, seed)
    for depth, number in enumerate(expected, 1):
        if number <= scale.pick(quick=1_500, ci=20_000, full=100_000):
            assert lines(position, depth, Hashed(seed)) == number
