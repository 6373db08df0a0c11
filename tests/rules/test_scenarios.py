"""Plays all scenarios: the `*.txt` files of the folders here."""

from pathlib import Path

import pytest

from tests.rules.scenarios import Scenario, read_scenarios
from tests.rules.table import rule

CASES = [
    pytest.param(scenario, marks=rule(*scenario.rules), id=f"{path.stem}-{scenario.title}-{scenario.ruleset}")
    for path in sorted(Path(__file__).parent.glob("*/*.txt"))
    if path.parent.name != "golden"
    for scenario in read_scenarios(path)
]


@pytest.mark.one_in(10)
@pytest.mark.parametrize("scenario", CASES)
def test_scenario(scenario: Scenario) -> None:
    scenario.run()
