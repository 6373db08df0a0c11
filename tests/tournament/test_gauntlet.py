"""Gauntlets: every newcomer meets the whole pool and no other bot."""

from collections import Counter
from itertools import product

import pytest

from arena.tournament.pairing.pairing import PairingImpossible
from arena.tournament.pairing.round_robin import gauntlet


@pytest.mark.parametrize(("newcomers", "pool"), [(1, 1), (1, 5), (3, 5), (5, 3), (4, 4), (6, 1)])
def test_newcomers_meet_only_the_pool(newcomers: int, pool: int) -> None:
    new, old = range(1, newcomers + 1), range(101, 101 + pool)
    pairings = gauntlet(new, old)
    assert sorted(pairing.bots for pairing in pairings) == list(product(new, old))
    seats = Counter((pairing.round, bot) for pairing in pairings for bot in pairing.bots)
    assert set(seats.values()) == {1}, "nobody sits at two tables of a round"
    assert {pairing.round for pairing in pairings} == set(range(1, max(newcomers, pool) + 1))
    for number in {pairing.round for pairing in pairings}:
        tables = [pairing.number for pairing in pairings if pairing.round == number]
        assert tables == list(range(1, min(newcomers, pool) + 1))


@pytest.mark.parametrize(("newcomers", "pool"), [([], [1]), ([1], []), ([1], [1, 2]), ([1, 1], [2])])
def test_bad_gauntlets_are_refused(newcomers: list[int], pool: list[int]) -> None:
    with pytest.raises(PairingImpossible):
        gauntlet(newcomers, pool)
