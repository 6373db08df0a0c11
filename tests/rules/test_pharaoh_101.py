"""The scores of Pharaoh 101: everybody but the winner counts the hand, at 101 one is out."""

import pytest

from arena.rules import EventKind
from tests.rules.table import rule, set_up, won

PHARAOH = "pharaoh-101"


@rule("X-101", "G-SC-CARDS")
@pytest.mark.parametrize(
    ("card", "points"),
    [("6C", 6), ("7C", 7), ("8C", 8), ("9C", 9), ("TC", 10), ("JC", 20), ("QC", 10), ("KC", 10), ("KS", 10),
     ("AC", 11)],
)  # fmt: skip
def test_what_a_card_counts(card: str, points: int) -> None:
    table = set_up(PHARAOH, ["9H", card], pile="8H", draws="...")
    table.act("9H")
    table.expect(points=(0, points), totals=(0, points))


@rule("X-101")
def test_everybody_but_the_winner_scores_what_is_in_hand() -> None:
    table = set_up(PHARAOH, ["9H", "KD 6S", "JD AC"], pile="8H", totals=[50, 40, 0], draws="...")
    table.act("9H")
    assert table.told(EventKind.SCORED) == ["0 scored 0", "1 scored 16", "2 scored 31"]
    table.expect(totals=(50, 56, 31), deal=1)


@rule("X-101")
@pytest.mark.parametrize("last", ["JH", "QH"])
def test_nothing_is_doubled(last: str) -> None:
    table = set_up(PHARAOH, [last, "KD"], pile="8H", draws="...")
    table.act(last)
    table.expect(totals=(0, 10))


@rule("X-101", "D-OUT")
@pytest.mark.parametrize(("total", "inside"), [(90, (0, 1, 2)), (91, (0, 2)), (95, (0, 2))])
def test_101_or_more_is_out_and_the_others_play_on(total: int, inside: tuple[int, ...]) -> None:
    table = set_up(PHARAOH, ["9H", "KD", "6S"], pile="8H", totals=[100, total, 0], draws="...")
    table.act("9H")
    table.expect(inside=inside, deal=1, ask="turn", totals=(100, total + 10, 6))
    assert table.told(EventKind.ELIMINATED) == ["1 eliminated"] * (1 not in inside)


@rule("X-101", "X-ELIM")
def test_the_last_one_in_has_won() -> None:
    table = set_up(PHARAOH, ["9H", "KD"], pile="8H", totals=[100, 91])
    assert table.act("9H") == won(
        (1, 2), (0, 10), hand_0="", pile="8H 9H", alive=(0,), totals=(100, 101), outs=((0, 0), (0, 10))
    )


@rule("X-101", "X-ELIM")
def test_those_who_go_out_in_one_deal_rank_by_the_card_points_they_held() -> None:
    table = set_up(PHARAOH, ["9H", "KD AC", "JS"], pile="8H", totals=[0, 90, 81])
    table.act("9H")
    table.expect(ask="over", totals=(0, 111, 101), places=(1, 3, 2))


@rule("X-BLOCKED", "X-BLOCKED-OUT", "X-101")
def test_a_blocked_deal_has_no_winner_all_score_and_anybody_may_go_out() -> None:
    table = set_up(
        PHARAOH, ["9C KD", "TD 8D", "JS"], pile="8H", totals=[70, 83, 0], decisions=1999, draws="7S ..."
    )
    table.act("draw")
    assert table.told(EventKind.SCORED) == ["0 scored 26", "1 scored 18", "2 scored 20"]
    table.expect(deal=1, totals=(96, 101, 20), inside=(0, 2))


@rule("X-BLOCKED-OUT", "X-ELIM")
def test_if_a_blocked_deal_leaves_nobody_in_its_card_points_rank_them() -> None:
    table = set_up(PHARAOH, ["9C KD", "TD 8D"], pile="8H", totals=[90, 95], decisions=1999, draws="7S")
    table.act("draw")
    table.expect(ask="over", totals=(116, 113), places=(2, 1), points=(26, 18))
