"""The numbers of lines of play are those in counts.toml."""

from itertools import takewhile

import pytest

from arena.rules import rulesets
from tests.conftest import Scale
from tests.rules.counts import MAX_LINES, begun, counted, golden

CASES = [
    pytest.param(name, *case.values(), id=f"{name}-{case['seats']}-{case['plies']}")
    for name, cases in golden().items()
    for case in cases
]


def test_every_ruleset_is_counted() -> None:
    assert golden().keys() == {rules.id for rules in rulesets()}


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(("name", "seats", "plies", "seed", "expected"), CASES)
def test_lines_of_play(
    name: str, seats: int, plies: int, seed: int, expected: list[int], scale: Scale
) -> None:
    position = begun(name, seats, plies, seed)
    most = scale.pick(quick=150, ci=500, full=MAX_LINES)
    few = list(takewhile(lambda number: number <= most, expected))
    assert list(counted(position, seed, most)) == few
