"""The German rules by wins: one point for a win, two with a last Jack, as many deals as players."""

import pytest

from arena.rules import EventKind, Termination, outcome
from tests.rules.table import change, rule, set_up, started, won

WINS = "german-wins"


@rule("G-SC-WINS", "X-G-WINS", "G-MAU")
@pytest.mark.parametrize(("last", "points"), [("TH", 1), ("7H", 1), ("9H", 1), ("JH", 2), ("JC", 2)])
def test_a_win_is_one_point_with_a_last_jack_two_and_nobody_else_scores(last: str, points: int) -> None:
    table = set_up(WINS, [last, "KD 7S", "JD AC"], pile="8H", totals=[0, 2, 1], draws="...")
    table.act(last)
    table.expect(totals=(points, 2, 1), deal=1, dealer=0, turn=1)
    assert table.told(EventKind.SCORED) == [f"0 scored {points}"]


@rule("G-SC-WINS")
def test_a_jack_before_the_last_card_counts_nothing() -> None:
    table = set_up(WINS, ["JH TS", "KS 8D"], pile="8H", draws="...")
    table.act("JH:S Mau", "KS Mau", "TS")
    table.expect(totals=(1, 0))


@rule("G-ROUNDS")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_there_are_as_many_deals_as_players(seats: int) -> None:
    hands = ["TH", "KD", "QS", "KS", "QD"][:seats]
    table = set_up(WINS, hands, pile="8H", deal=seats - 2, draws="...")
    table.act("TH")
    table.expect(deal=seats - 1, ask="turn", inside=tuple(range(seats)))
    table = set_up(WINS, hands, pile="8H", deal=seats - 1)
    table.act("TH")
    table.expect(ask="over", termination="won", deal=seats - 1)


@rule("G-SC-WINS", "X-PLACES")
def test_the_most_points_win() -> None:
    table = set_up(WINS, ["TH", "KD", "QS 7C"], pile="8H", deal=2, totals=[0, 2, 0])
    assert table.act("TH") == won((2, 1, 3), (0, 10, 17), hand_0="", pile="8H TH", totals=(1, 2, 0))
    assert outcome(table.position) == ((2, 1, 3), (1, 2, 0), Termination.WON)


@rule("X-TIES")
@pytest.mark.parametrize(
    ("totals", "places"), [([0, 1, 0], (1, 1, 3)), ([0, 0, 0], (1, 2, 2)), ([1, 2, 2], (1, 1, 1))]
)
def test_equal_totals_share_the_place(totals: list[int], places: tuple[int, ...]) -> None:
    table = set_up(WINS, ["TH", "KD", "QS"], pile="8H", deal=2, totals=totals)
    table.act("TH")
    table.expect(ask="over", places=places)


@rule("X-BLOCKED", "X-G-WINS", "X-VALUES")
@pytest.mark.parametrize(
    ("hands", "totals"),
    [
        (["9C KD", "TD", "AS"], (0, 1, 0)),
        (["JC", "QS KC", "AS KD"], (0, 0, 0)),
        (["JC", "QS 7C", "AS KD"], (0, 1, 0)),
        (["9C KD", "TD", "KS"], (0, 0, 0)),
    ],
)
def test_blocked_a_single_lowest_hand_is_a_plain_win_and_a_shared_one_nothing(
    hands: list[str], totals: tuple[int, ...]
) -> None:
    table = set_up(WINS, hands, pile="JH", stock="", draws="...")
    table.act("pass", "pass", "pass")
    table.expect(totals=totals, deal=1)


@rule("X-BLOCKED", "G-ROUNDS")
def test_a_blocked_last_deal_ends_the_game_too() -> None:
    table = set_up(WINS, ["9C KD", "TD"], pile="8H", stock="", deal=1, totals=[1, 0])
    assert table.act("pass") == change(turn=1, idle=1)
    table.act("pass")
    table.expect(ask="over", termination="won", totals=(1, 1), places=(1, 1))


@rule("X-COUNT", "X-BLOCKED")
def test_the_2000th_decision_blocks_the_deal() -> None:
    table = set_up(WINS, ["9C KD", "TD"], pile="8H", decisions=1999, draws="7C ...")
    table.act("draw")
    table.expect(totals=(0, 1), deal=1)


@rule("X-ORDER", "G-DEAL")
def test_everybody_leads_once() -> None:
    table = started(WINS, 3, "...")
    table.expect(turn=0, dealer=2, totals=(0, 0, 0))
    for deal, leader in ((0, 0), (1, 1)):
        table = set_up(WINS, ["TH", "KD", "QS"], pile="8H", deal=deal, dealer=(leader - 1) % 3, draws="...")
        table.act("TH")
        table.expect(deal=deal + 1, dealer=leader, turn=leader + 1)
