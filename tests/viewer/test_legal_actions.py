"""The legal actions at every decision, as a page has them."""

import pytest

from arena.record.decisions import read_messages
from arena.record.reader import read_log
from arena.rules import action_named, expand, notation
from arena.viewer.replay.film import PUBLIC
from arena.viewer.replay.legal_actions import MAX_ACTIONS, legal_actions
from tests.record.games import GOLDEN, golden


@pytest.mark.parametrize(("rules", "seats"), GOLDEN)
def test_each_decision_has_its_legal_actions_and_the_played_one_first(rules: str, seats: int) -> None:
    log = read_log(golden(rules, seats).data)
    found = legal_actions(log)
    decisions = {
        one.ply: (seat, one)
        for seat, some in enumerate(read_messages(log, range(seats)))
        for one in some.decisions
    }
    assert [ply for ply, _, _ in found["decisions"]] == sorted(decisions)
    for ply, seat, numbers in found["decisions"]:
        decider, decision = decisions[ply]
        actions = [found["actions"][number][0] for number in numbers]
        assert (seat, actions[0]) == (decider, decision.played.action)
        assert len(set(actions)) == len(actions) <= MAX_ACTIONS + len(decision.choices)
        for action in actions:
            action_named(decision.position, action)  # else it raises
        legal = {
            notation(decision.position.game.pack, one)
            for choice in decision.choices
            for one in expand(choice)
        }
        if len(legal) * len(decision.choices) <= MAX_ACTIONS:
            assert set(actions) == legal
    assert all(words for _, words in found["actions"])


@pytest.mark.rule("X-HIDDEN")
def test_a_side_has_only_the_decisions_of_its_open_hand() -> None:
    log = read_log(golden("mau-mau").data)
    everything = legal_actions(log)["decisions"]
    for seat in range(log.header.seats):
        own = legal_actions(log, seat)
        assert [one[:2] for one in own["decisions"]] == [one[:2] for one in everything if one[1] == seat]
        used = {number for _, _, numbers in own["decisions"] for number in numbers}
        assert used == set(range(len(own["actions"])))
    assert legal_actions(log, PUBLIC) == {"actions": [], "decisions": []}
