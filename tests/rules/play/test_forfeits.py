"""The outcome after faults: the last place, and the worst total."""

import pytest

from arena.rules import Outcome, Termination, forfeit
from tests.rules.table import set_up


@pytest.mark.parametrize(
    ("at_fault", "places"),
    [([0], (3, 1, 1)), ([1], (1, 3, 1)), ([0, 2], (2, 1, 2)), ([0, 1, 2], (1, 1, 1))],
)
def test_before_the_end_those_at_fault_share_the_last_places(
    at_fault: list[int], places: tuple[int, ...]
) -> None:
    table = set_up("mau-mau", ["9H", "KD", "AS"], pile="8H")
    assert forfeit(table.position, frozenset(at_fault)) == Outcome(places, (9, 10, 11), Termination.FORFEIT)


def test_when_play_went_on_to_the_end_the_others_keep_their_order() -> None:
    table = set_up("mau-mau", ["9H", "KD", "AS"], pile="8H")
    table.act("9H Mau")
    assert forfeit(table.position, frozenset([0])) == Outcome((3, 1, 1), (0, 10, 11), Termination.WON)
    assert forfeit(table.position, frozenset([2])) == Outcome((1, 2, 3), (0, 10, 11), Termination.WON)


@pytest.mark.parametrize(("total", "counted"), [(-30, 101), (50, 101), (120, 120)])
def test_it_costs_what_puts_one_out_or_ones_own_total_if_worse(total: int, counted: int) -> None:
    table = set_up("detailed", ["9H", "KD"], pile="8H", totals=[40, total])
    assert forfeit(table.position, frozenset([1])) == Outcome((1, 2), (40, counted), Termination.FORFEIT)


@pytest.mark.parametrize(("total", "counted"), [(20, 90), (90, 90), (120, 120)])
def test_in_an_agreed_number_of_deals_it_costs_the_worst_total_at_the_table(total: int, counted: int) -> None:
    table = set_up("german", ["9H", "KD", "QS"], pile="8H", totals=[40, total, 90])
    assert forfeit(table.position, frozenset([1])) == Outcome(
        (1, 3, 1), (40, counted, 90), Termination.FORFEIT
    )


@pytest.mark.parametrize("total", [0, 20, 140])
def test_where_the_most_points_win_it_leaves_none(total: int) -> None:
    table = set_up("points-150", ["9H", "KD", "QS"], pile="8H", totals=[40, total, 90])
    assert forfeit(table.position, frozenset([1])) == Outcome((1, 3, 1), (40, 0, 90), Termination.FORFEIT)


def test_several_deals_played_to_the_end_keep_the_order_of_the_others() -> None:
    table = set_up("german", ["TH", "KD", "QS"], pile="8H", totals=[40, 0, 90], deal=9)
    table.act("TH")
    assert forfeit(table.position, frozenset([1])) == Outcome((1, 3, 2), (40, 100, 100), Termination.WON)
    table = set_up("points-150", ["TH", "KD", "QS"], pile="8H", totals=[140, 0, 90])
    table.act("TH")
    assert forfeit(table.position, frozenset([0])) == Outcome((3, 2, 1), (0, 0, 90), Termination.WON)
    assert forfeit(table.position, frozenset([0, 2])) == Outcome((2, 1, 2), (0, 0, 0), Termination.WON)
