"""Branches by the fast policy."""

import pytest

from arena.analysis.branch import compare_branches
from arena.record.reader import read_log
from arena.rules import action_named
from arena.service.replay.decision import decision_at
from tests.record.games import golden


def test_same_seed_same_values_and_cards() -> None:
    log = read_log(golden("mau-mau").data)
    decision = decision_at(log, 5)
    played = action_named(decision.position, decision.played.action)
    same, again, other = (
        compare_branches(decision, played, played, [decision.position] * 20, seed) for seed in ("1", "1", "2")
    )
    assert same == again != other
    assert set(same.difference.chances) == set(same.difference.errors) == {0.0}
    assert sum(same.played.chances) == pytest.approx(1)
