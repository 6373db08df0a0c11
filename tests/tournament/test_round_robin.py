"""Round robins: every pair meets once, and no bot has two tables in a round."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from arena.tournament.pairing.pairing import PairingImpossible, canonical_order, split_boards
from arena.tournament.pairing.round_robin import double_round_robin, round_robin

# FIDE Handbook C.05 Annex 1, table for 5 or 6 players.
BERGER_6 = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)


def test_six_bots_are_paired_as_in_the_handbook() -> None:
    paired = [pairing.bots for pairing in round_robin(6)]
    assert paired == [pair for number in BERGER_6 for pair in number]


def test_five_bots_have_the_same_table_and_a_bye() -> None:
    paired = [pairing.bots for pairing in round_robin(5)]
    assert paired == [pair for number in BERGER_6 for pair in number if 6 not in pair]


@pytest.mark.parametrize("bots", range(2, 13))
def test_every_pair_meets_once(bots: int) -> None:
    met = [tuple(sorted(pairing.bots)) for pairing in round_robin(bots)]
    assert sorted(met) == list(combinations(range(1, bots + 1), 2))


@pytest.mark.parametrize("bots", range(2, 13))
def test_round_has_each_bot_at_most_once(bots: int) -> None:
    pairings = round_robin(bots)
    seats = Counter((pairing.round, bot) for pairing in pairings for bot in pairing.bots)
    assert set(seats.values()) == {1}
    for number in {pairing.round for pairing in pairings}:
        tables = [pairing.number for pairing in pairings if pairing.round == number]
        assert tables == list(range(1, bots // 2 + 1))


def test_one_bot_cannot_be_paired() -> None:
    for pair_all in (round_robin, double_round_robin):
        with pytest.raises(PairingImpossible):
            pair_all(1)


@pytest.mark.parametrize("bots", range(2, 13))
def test_double_round_robin_has_each_pair_in_both_orders(bots: int) -> None:
    pairings = double_round_robin(bots)
    assert sorted(pairing.bots for pairing in pairings) == sorted(permutations(range(1, bots + 1), 2))
    seats = Counter((pairing.round, bot) for pairing in pairings for bot in pairing.bots)
    assert set(seats.values()) == {1}
    assert {pairing.round for pairing in pairings} == set(range(1, 2 * (bots - 1 + bots % 2) + 1))


@pytest.mark.parametrize(
    ("names", "expected"),
    [(("b", "a"), (2, 1)), (("a", "b"), (1, 2)), (("c", "a", "b"), (2, 3, 1)), (("b", "c", "a"), (3, 1, 2))],
)
def test_canonical_order_starts_at_the_same_bot(names: tuple[str, ...], expected: tuple[int, ...]) -> None:
    assert canonical_order(range(1, len(names) + 1), names) == expected


@pytest.mark.parametrize(
    ("boards", "expected"),
    [(1, ((0, 1),)), (512, ((0, 512),)), (513, ((0, 512), (512, 1))), (1024, ((0, 512), (512, 512)))],
)
def test_long_matches_are_split(boards: int, expected: tuple[tuple[int, int], ...]) -> None:
    assert split_boards(boards) == expected
