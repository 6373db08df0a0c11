"""The points of the detailed rules, who is out of the game, and its places."""

import pytest

from arena.rules import EventKind, Termination, outcome
from tests.rules.table import rule, set_up, won

NEXT_DEAL = "3C 4C 5C 6C ..."


@rule("D-VALUES")
@pytest.mark.parametrize(
    ("card", "points"),
    [("2C", 2), ("2D", 2), ("3C", 3), ("4C", 4), ("5C", 5), ("6C", 6), ("7C", 7), ("8C", 8), ("9C", 9),
     ("TC", 10), ("JC", 20), ("QC", 10), ("KC", 10), ("AC", 10)],
)  # fmt: skip
def test_what_a_card_counts(card: str, points: int) -> None:
    table = set_up("detailed", ["9H", card], pile="8H", draws=NEXT_DEAL)
    table.act("9H")
    table.expect(points=(0, points), totals=(-10, points))


@rule("D-SCORE", "X-D-WIN10")
def test_everybody_scores_what_is_in_hand_and_the_winner_minus_ten() -> None:
    table = set_up("detailed", ["9H", "KD 2S", "JD AC"], pile="8H", totals=[5, 40, 0], draws=NEXT_DEAL)
    table.act("9H")
    assert table.told(EventKind.SCORED) == ["0 scored -10", "1 scored 12", "2 scored 30"]
    table.expect(totals=(-5, 52, 30), deal=1)


@rule("D-MULT", "X-D-WIN10")
def test_a_win_with_a_jack_doubles_all_scores_the_winners_too() -> None:
    table = set_up("detailed", ["JH", "KD 2S", "JD AC"], pile="8H", draws=NEXT_DEAL)
    table.act("JH")
    table.expect(totals=(-20, 24, 60), deal=1)


@rule("D-MULT")
def test_a_jack_laid_before_the_last_card_multiplies_nothing() -> None:
    table = set_up("detailed", ["JH 9S", "KS 2D"], pile="8H", draws=NEXT_DEAL)
    table.act("JH:S Mau", "KS Mau", "9S")
    table.expect(totals=(-10, 2))


@rule("D-OUT")
@pytest.mark.parametrize(("total", "inside"), [(90, (0, 1, 2)), (91, (0, 2)), (120, (0, 2))])
def test_101_is_out_and_the_others_play_on(total: int, inside: tuple[int, ...]) -> None:
    table = set_up("detailed", ["9H", "KD", "2S"], pile="8H", totals=[0, total, 0], draws=NEXT_DEAL)
    table.act("9H")
    table.expect(inside=inside, deal=1, ask="turn", totals=(-10, total + 10, 2))
    assert table.told(EventKind.ELIMINATED) == ["1 eliminated"] * (1 not in inside)


@rule("D-OUT", "X-ELIM")
def test_the_last_one_in_has_won() -> None:
    table = set_up("detailed", ["9H", "KD"], pile="8H", totals=[100, 91])
    assert table.act("9H") == won(
        (1, 2), (0, 10), hand_0="", pile="8H 9H", alive=(0,), totals=(90, 101), outs=((0, 0), (0, 10))
    )
    assert outcome(table.position) == ((1, 2), (90, 101), Termination.WON)


@rule("X-D-WIN10")
def test_the_winner_of_a_deal_is_never_out() -> None:
    table = set_up("detailed", ["9H", "KD"], pile="8H", totals=[100, 0], draws=NEXT_DEAL)
    table.act("9H")
    table.expect(inside=(0, 1), totals=(90, 10), deal=1)


@rule("X-ELIM")
def test_who_is_out_has_no_cards_and_no_turn() -> None:
    table = set_up("detailed", ["9H", "KD", "2S"], pile="8H", totals=[0, 91, 0], draws=NEXT_DEAL)
    table.act("9H")
    table.expect(hand_1="", turn=2, dealer=0)
    assert [hand.bit_count() for hand in table.position.hands] == [6, 0, 6]
    table.act("draw", "pass")
    table.expect(turn=0)


@rule("X-ELIM", "X-PLACES")
def test_those_who_went_later_rank_before_those_who_went_earlier() -> None:
    table = set_up(
        "detailed",
        ["9H", "", "KD JC", "KC"],
        pile="8H",
        inside=0b1101,
        deal=4,
        dealer=3,
        totals=[0, 102, 95, 95],
        outs=[(0, 0), (2, 1), (0, 0), (0, 0)],
    )
    assert table.act("9H") == won(
        (1, 4, 3, 2),
        (0, 0, 30, 10),
        hand_0="",
        pile="8H 9H",
        alive=(0,),
        totals=(-10, 102, 125, 105),
        outs=((0, 0), (2, 1), (4, 30), (4, 10)),
    )


@rule("X-ELIM", "X-PLACES")
def test_those_of_one_deal_with_equal_card_points_share_the_place() -> None:
    table = set_up("detailed", ["9H", "KD", "QD", "2S"], pile="8H", totals=[0, 95, 99, 99])
    table.act("9H")
    table.expect(places=(1, 3, 3, 2), totals=(-10, 105, 109, 101))


@rule("X-ELIM-RAW")
def test_the_card_points_they_held_are_not_multiplied() -> None:
    table = set_up("detailed", ["JH", "KD", "QD 2S"], pile="8H", totals=[0, 95, 0], draws=NEXT_DEAL)
    table.act("JH")
    table.expect(totals=(-20, 115, 24), outs=((0, 0), (0, 10), (0, 0)))


@rule("X-BLOCKED")
def test_blocked_all_score_their_hands_without_bonus_or_doubling() -> None:
    table = set_up("detailed", ["9C KD", "TD 2S"], pile="8H", stock="", draws=NEXT_DEAL)
    table.act("pass", "pass")
    assert table.told(EventKind.SCORED) == ["0 scored 19", "1 scored 12"]
    table.expect(totals=(19, 12), points=(19, 12), deal=1, dealer=0, turn=1, termination="")


@rule("X-BLOCKED-OUT")
def test_blocked_the_lowest_hand_may_be_out_too() -> None:
    table = set_up("detailed", ["9C", "KD", "2S"], pile="8H", stock="", totals=[95, 0, 100], draws=NEXT_DEAL)
    table.act("pass", "pass", "pass")
    assert table.told(EventKind.ELIMINATED) == ["0 eliminated", "2 eliminated"]
    table.expect(ask="over", alive=(1,), places=(3, 1, 2), totals=(104, 10, 102))


@rule("X-BLOCKED-OUT", "X-ELIM")
def test_blocked_with_nobody_left_in_the_card_points_of_that_deal_rank() -> None:
    table = set_up("detailed", ["9C", "KD", "2S"], pile="8H", stock="", totals=[95, 99, 100])
    table.act("pass", "pass", "pass")
    table.expect(ask="over", alive=(), places=(2, 3, 1), totals=(104, 109, 102))
    table = set_up(
        "detailed", ["9C", "9D", ""], pile="8H", stock="", totals=[95, 99, 110], inside=0b011, deal=7
    )
    table.act("pass", "pass")
    table.expect(ask="over", alive=(), places=(1, 1, 3), totals=(104, 108, 110))


@rule("X-LIMIT", "X-TIES")
def test_200_deals_end_the_game_with_places_by_totals_equal_ones_shared() -> None:
    table = set_up("detailed", ["9H", "KD", "QS"], pile="8H", deal=199, totals=[60, 40, 40])
    table.act("9H")
    table.expect(
        ask="over", termination="deals", deal=199, alive=(0, 1, 2), places=(1, 1, 1), totals=(50, 50, 50)
    )
    table = set_up(
        "detailed", ["9H", "KD", "", "QS"], pile="8H", deal=199, totals=[60, 40, 103, 30], inside=0b1011
    )
    table.act("9H")
    table.expect(termination="deals", places=(2, 2, 4, 1), totals=(50, 50, 103, 40))


@rule("X-LIMIT")
def test_the_199th_deal_does_not_end_the_game() -> None:
    table = set_up("detailed", ["9H", "KD"], pile="8H", deal=198, draws=NEXT_DEAL)
    table.act("9H")
    table.expect(deal=199, ask="turn", termination="")
