"""The engine benchmark has a row for every ruleset and finds the slowest."""

import json
import subprocess
import sys

import pytest

from arena.rules import rulesets
from tests.benchmarks.engine import CHECKED, OTHERS, SPIEL, told


@pytest.mark.dear
def test_every_ruleset_has_a_row() -> None:
    command = [
        sys.executable,
        "-m",
        "tests.benchmarks.engine",
        "--json",
        "--passes",
        "2",
        "--decisions",
        "100",
    ]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    found = json.loads(done.stdout)
    ids = [ruleset.id for ruleset in rulesets()]
    assert [name for name in found["ratio"] if not name.startswith((*OTHERS, CHECKED))] == ids
    assert {len(figures) for figures in found["ratio"].values()} == {2}
    assert any(name.startswith("slowest ruleset ÷ mau-mau per decision: ") for name in found["told"])


def test_the_slowest_is_the_one_with_the_highest_median() -> None:
    by_row = {
        "mau-mau": [1.0, 1.0, 1.0],
        "blind": [3.0, 3.0, 1.0],
        "quick": [9.0, 2.0, 2.0],
        SPIEL: [5.0] * 3,
    }
    assert told(by_row) == {"slowest ruleset ÷ mau-mau per decision: blind": [3.0, 3.0, 1.0]}


def test_ours_is_compared_with_theirs_pass_by_pass() -> None:
    by_row = {"crazy-eights": [2.0, 6.0], SPIEL: [1.0, 2.0]}
    assert told(by_row)[f"crazy-eights ÷ {SPIEL} per decision"] == [2.0, 3.0]
