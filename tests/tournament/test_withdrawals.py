"""A withdrawn bot counts if it has played half of its matches."""

import pytest

from arena.tournament.pairing.pairing import Pairing
from arena.tournament.pairing.round_robin import round_robin
from arena.tournament.standings.standings import drop_early_leavers
from tests.tournament.results import match


@pytest.mark.parametrize(("played", "counts"), [(0, False), (1, False), (2, True), (3, True), (4, True)])
def test_withdrawn_bot_counts_from_half_of_its_matches(played: int, counts: bool) -> None:
    own = [pairing for pairing in round_robin(5) if 3 in pairing.bots]
    left = own[played:]
    matches = [
        match(pairing, _lost_by(pairing, 3) if pairing in left else (1, 0)) for pairing in round_robin(5)
    ]
    found = drop_early_leavers(matches, {3})
    assert len(found) == (10 if counts else 6)
    assert drop_early_leavers(matches, ()) == tuple(matches)
    assert all(one in matches for one in found)


def _lost_by(pairing: Pairing, bot: int) -> tuple[int | str, int | str]:
    return ("-", 1) if pairing.bots[0] == bot else (1, "-")


def test_withdrawn_bots_are_judged_one_by_one() -> None:
    matches = [match(pairing, (1, 0)) for pairing in round_robin(4)]
    gone = [
        match(pairing, _lost_by(pairing, 1) if 1 in pairing.bots else (1, 0)) for pairing in round_robin(4)
    ]
    assert drop_early_leavers(matches, {1, 2}) == tuple(matches)
    assert {*map(frozenset, (one.points for one in drop_early_leavers(gone, {1, 2})))} == {
        *map(frozenset, ((2, 3), (2, 4), (3, 4)))
    }
