"""The points game as a game: the winner of a deal collects, and the first to 150 wins."""

import pytest

from arena.rules import EventKind, Termination, outcome
from tests.rules.table import change, rule, set_up, won


@rule("P-SCORE")
@pytest.mark.parametrize(
    ("card", "points"),
    [("7C", 7), ("8C", 8), ("9C", 9), ("TC", 10), ("JC", 20), ("QC", 10), ("KC", 10), ("AC", 10)],
)
def test_what_a_card_counts(card: str, points: int) -> None:
    table = set_up("points-150", ["TH", card], pile="8H", draws="...")
    table.act("TH")
    table.expect(points=(0, points), totals=(points, 0))


@rule("P-SCORE")
def test_the_winner_collects_what_all_others_hold() -> None:
    table = set_up("points-150", ["TH", "KD 7S", "JD AC"], pile="8H", totals=[5, 40, 0], draws="...")
    table.act("TH")
    assert table.told(EventKind.SCORED) == ["0 scored 47"]
    table.expect(totals=(52, 40, 0), deal=1)


@rule("P-SCORE", "X-P-LAST")
def test_a_last_jack_doubles_nothing() -> None:
    table = set_up("points-150", ["JH", "KD 7S"], pile="8H", draws="...")
    table.act("JH Mau-Mau", "let")
    table.expect(totals=(17, 0), deal=1)


@rule("P-150", "X-PLACES")
def test_the_first_to_150_wins_and_the_most_points_rank() -> None:
    table = set_up("points-150", ["TH", "KD", "QS"], pile="8H", totals=[130, 100, 149])
    assert table.act("TH") == won((1, 3, 2), (0, 10, 10), hand_0="", pile="8H TH", totals=(150, 100, 149))
    assert outcome(table.position) == ((1, 3, 2), (150, 100, 149), Termination.WON)


@rule("P-150")
def test_149_is_not_enough() -> None:
    table = set_up("points-150", ["TH", "KD", "QS"], pile="8H", totals=[129, 100, 149], draws="...")
    table.act("TH")
    table.expect(totals=(149, 100, 149), deal=1, ask="turn", inside=(0, 1, 2))


@rule("P-150", "X-TIES")
def test_equal_totals_share_the_place() -> None:
    table = set_up("points-150", ["TH", "KD", "QS"], pile="8H", totals=[140, 90, 90])
    table.act("TH")
    table.expect(places=(1, 2, 2), totals=(160, 90, 90))


@rule("X-BLOCKED", "X-IDLE", "X-NODRAW")
def test_blocked_a_single_lowest_hand_collects_the_others_points_less_its_own() -> None:
    table = set_up("points-150", ["9C KD", "TD 7S", "AC QS"], pile="8H", stock="", draws="...")
    assert table.act("pass", "pass") == change(turn=2, idle=2)
    table.act("pass")
    assert table.told(EventKind.SCORED) == ["1 scored 22"]
    table.expect(totals=(0, 22, 0), points=(19, 17, 20), deal=1)


@rule("X-BLOCKED")
def test_blocked_a_shared_lowest_hand_collects_nothing() -> None:
    table = set_up("points-150", ["9C KD", "9D TD", "AC QS"], pile="8H", stock="", draws="...")
    table.act("pass", "pass", "pass")
    assert table.told(EventKind.SCORED) == []
    table.expect(totals=(0, 0, 0), points=(19, 19, 20), deal=1)


@rule("X-BLOCKED", "P-150")
def test_a_blocked_deal_may_bring_somebody_to_150() -> None:
    table = set_up("points-150", ["9C KD", "TD 7S"], pile="8H", stock="", totals=[149, 148])
    table.act("pass", "pass")
    table.expect(ask="over", termination="won", totals=(149, 150), places=(2, 1))


@rule("X-LIMIT")
def test_200_deals_end_the_game_with_the_most_points_first() -> None:
    table = set_up("points-150", ["TH", "KD", "QS"], pile="8H", deal=199, totals=[20, 60, 40])
    table.act("TH")
    table.expect(ask="over", termination="deals", deal=199, totals=(40, 60, 40), places=(2, 1, 2))
    table = set_up("points-150", ["TH", "KD"], pile="8H", deal=198, draws="...")
    table.act("TH")
    table.expect(deal=199, ask="turn", termination="")
