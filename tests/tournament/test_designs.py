"""Designs: all pairs meet equally often and all bots get each seat equally."""

from collections import Counter
from itertools import combinations

import pytest

from arena.tournament.pairing.designs import BLOCKS, MAX_TABLES, design_tables, find_design
from arena.tournament.pairing.pairing import PairingImpossible

FIELDS = [(bots, seats) for seats in (3, 4, 5) for bots in range(seats, 21)]
# Tables and meetings of the smallest known designs, by seats and bots.
SMALLEST = {
    3: {4: (4, 2), 5: (10, 3), 6: (60, 12), 7: (7, 1), 8: (56, 6), 9: (36, 3), 10: (60, 4), 11: (55, 3),
        12: (132, 6), 13: (26, 1), 15: (105, 3), 16: (80, 2), 19: (57, 1)},
    4: {5: (5, 3), 6: (30, 12), 7: (7, 2), 8: (56, 12), 9: (18, 3), 10: (30, 4), 11: (55, 6), 12: (132, 12),
        13: (13, 1), 16: (80, 4), 17: (68, 3), 19: (57, 2)},
    5: {6: (6, 4), 7: (21, 10), 8: (56, 20), 9: (18, 5), 10: (90, 20), 11: (11, 2), 12: (132, 20),
        13: (39, 5), 16: (48, 4), 17: (68, 5)},
}  # fmt: skip


def test_every_field_has_a_design() -> None:
    assert set(BLOCKS) == set(FIELDS)


@pytest.mark.parametrize(("bots", "seats"), FIELDS)
def test_meetings_and_seats_are_equal(bots: int, seats: int) -> None:
    tables = [pairing.bots for pairing in design_tables(bots, seats)]
    assert {len(set(table)) for table in tables} == {seats}
    meetings = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert set(meetings) == set(combinations(range(1, bots + 1), 2))
    assert set(meetings.values()) == {find_design(bots, seats).meetings}
    taken = Counter((bot, seat) for table in tables for seat, bot in enumerate(table))
    assert len(taken) == bots * seats
    assert set(taken.values()) == {len(tables) // bots}
    assert len(tables) == find_design(bots, seats).tables


@pytest.mark.parametrize(("bots", "seats"), FIELDS)
def test_each_round_gives_every_bot_every_seat_once(bots: int, seats: int) -> None:
    pairings = design_tables(bots, seats)
    places = Counter(
        (pairing.round, bot, seat) for pairing in pairings for seat, bot in enumerate(pairing.bots)
    )
    assert set(places.values()) == {1}
    assert len(places) == max(pairing.round for pairing in pairings) * bots * seats
    assert [pairing.number for pairing in pairings] == [*range(1, bots + 1)] * (len(pairings) // bots)


@pytest.mark.parametrize("seats", SMALLEST)
def test_designs_are_as_small_as_the_known_ones(seats: int) -> None:
    sizes = {
        bots: (find_design(bots, seats).tables, find_design(bots, seats).meetings) for bots in SMALLEST[seats]
    }
    assert sizes == SMALLEST[seats]


def test_advice_is_given_for_many_tables() -> None:
    assert find_design(13, 4).advice == ""
    assert find_design(10, 3).tables == MAX_TABLES
    assert find_design(10, 3).advice == ""
    assert "132 tables" in find_design(12, 4).advice


@pytest.mark.parametrize(("bots", "seats"), [(2, 3), (21, 4), (6, 2), (8, 6)])
def test_fields_without_a_design_are_refused(bots: int, seats: int) -> None:
    with pytest.raises(PairingImpossible):
        design_tables(bots, seats)
