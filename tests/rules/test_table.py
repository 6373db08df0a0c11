"""The table kit itself: a rule would be untested if `Table.act` did not report a change."""

import pytest

from arena.rules.position import FIELDS
from tests.rules.table import set_up

# Counters that `act` checks, what follows from the rest, and what is only remembered.
LEFT_OUT = {
    *("game", "stock", "fits", "following", "allowed", "owed_for", "ply", "dealt", "over"),
    *("events", "legal", "laid", "target", "draws", "finished", "last_plays"),
}


def test_everything_a_position_holds_is_compared() -> None:
    parts = {part.rstrip("_01") for part in set_up("mau-mau", ["7C", "8C"], pile="9C").state()}
    assert parts - {"hand"} | {"hands", "top"} == set(FIELDS) - LEFT_OUT


def test_a_card_cannot_be_in_two_places() -> None:
    with pytest.raises(AssertionError, match="two places"):
        set_up("mau-mau", ["7C", "7C"], pile="9C")
