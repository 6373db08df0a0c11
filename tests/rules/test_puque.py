"""Puque: 40 cards, the Two skips, one word, ten deals for the fewest points."""

import pytest

from arena.rules import EventKind, IllegalAction
from arena.rules import ruleset as ruleset_named
from tests.rules.table import change, rule, set_up, started, won

PUQUE = "puque"


@rule("X-PUQUE-PACK", "X-PUQUE-8", "W-DEAL")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_40_cards_without_8_9_and_10_and_five_each(seats: int) -> None:
    table = started(PUQUE, seats, "...")
    assert table.pack.names == tuple(rank + suit for suit in "CDHS" for rank in "234567JQKA")
    assert [hand.bit_count() for hand in table.position.hands] == [5] * seats
    assert table.position.stock.bit_count() == 40 - 5 * seats - 1


@rule("PUQUE-2", "X-PUQUE-8")
def test_a_two_makes_the_next_player_miss_the_turn_unasked() -> None:
    table = set_up(PUQUE, ["2H KD QD", "2C 5S 6S", "6D KC"], pile="6H")
    assert table.choices == "2H"
    assert table.act("2H") == change(hand_0="QD KD", pile="6H 2H", turn=2)
    assert table.told(EventKind.SKIPPED) == ["1 skipped"]


@rule("PUQUE-2", "X-SKIP")
def test_between_two_a_two_gives_another_full_turn() -> None:
    table = set_up(PUQUE, ["2H KD QD", "2C 5S 6S"], pile="6H", draws="3C")
    assert table.act("2H") == change(hand_0="QD KD", pile="6H 2H")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="3C QD KD", ask="drawn")


@rule("X-INHERIT", "W-7", "X-W7")
def test_a_seven_is_drawn_for_unasked_and_any_card_may_be_played_then() -> None:
    table = set_up(PUQUE, ["7H KD QD", "7C 5S 6S"], pile="6H", draws="3C 3H")
    assert table.act("7H") == change(
        hand_0="QD KD", hand_1="3C 7C 3H 5S 6S", pile="6H 7H", turn=1, ask="paid"
    )
    assert table.choices == "7C, 3H, pass"


@rule("X-INHERIT", "W-A", "W-J")
def test_an_ace_has_to_be_covered_and_a_jack_fits() -> None:
    table = set_up(PUQUE, ["AH JC KD QS", "5S 6S"], pile="6H")
    assert table.act("AH") == change(hand_0="JC KD QS", pile="6H AH", ask="cover")
    assert table.choices == "JC:CDHS"


@rule("PUQUE-CALL", "X-CALLS")
@pytest.mark.parametrize("left", ["KS", "JS", "AS"])
def test_puque_is_due_on_leaving_one_card_whatever_it_is(left: str) -> None:
    table = set_up(PUQUE, [f"5H {left}", "6C KC"], pile="6H")
    assert "5H Mau/-" in table.choices.split(", ")
    assert table.act("5H Mau") == change(hand_0=left, said_0="Mau", pile="6H 5H", turn=1)
    assert ruleset_named(PUQUE).calls.word == "Puque"


@rule("PUQUE-CALL", "X-CALLS")
def test_without_the_word_one_card_is_drawn() -> None:
    table = set_up(PUQUE, ["5H KS", "6C KC"], pile="6H", draws="3C")
    assert table.act("5H") == change(hand_0="3C KS", pile="6H 5H", turn=1)


@rule("PUQUE-CALL", "X-CALLS")
def test_there_is_no_other_word_for_a_jack() -> None:
    table = set_up(PUQUE, ["5H JS", "6C KC"], pile="6H")
    with pytest.raises(IllegalAction):
        table.act("5H Mau-Mau")


@rule("PUQUE-CALL", "X-CALLS", "X-LAST-NAMES")
@pytest.mark.parametrize("last", ["5H", "JS", "2H", "7H"])
def test_going_out_needs_no_word_and_a_last_jack_names_no_suit(last: str) -> None:
    table = set_up(PUQUE, [last, "6C KC"], pile="6H", draws="...")
    assert table.choices == last
    table.act(last)
    table.expect(deal=1)
    assert table.told(EventKind.SAID, EventKind.DREW, EventKind.SKIPPED) == []


@rule("X-INHERIT", "W-A-LAST", "X-LAST-ACE")
def test_a_last_ace_does_not_go_out_but_costs_a_card() -> None:
    table = set_up(PUQUE, ["AH", "6C KC"], pile="6H", draws="3H")
    assert table.choices == "AH"
    assert table.act("AH") == change(hand_0="3H", pile="6H AH", turn=1)


@rule("PUQUE-SCORE")
@pytest.mark.parametrize(
    ("card", "points"),
    [("2C", 2), ("3C", 3), ("4C", 4), ("5C", 5), ("6C", 6), ("7C", 7), ("JC", 20), ("QC", 10), ("KC", 10),
     ("AC", 11)],
)  # fmt: skip
def test_what_a_card_counts(card: str, points: int) -> None:
    table = set_up(PUQUE, ["5H", card], pile="6H", draws="...")
    table.act("5H")
    table.expect(points=(0, points), totals=(0, points), deal=1)


@rule("PUQUE-SCORE")
def test_everybody_but_the_winner_scores_what_is_in_hand() -> None:
    table = set_up(PUQUE, ["5H", "6C KC", "JD"], pile="6H", totals=[7, 8, 9], draws="...")
    table.act("5H")
    table.expect(totals=(7, 24, 29), deal=1, dealer=0, turn=1)


@rule("W-DOUBLE", "PUQUE-SCORE", "PUQUE-CALL")
def test_a_jack_as_the_last_card_doubles_what_the_losers_score() -> None:
    table = set_up(PUQUE, ["JS", "6C KC", "JD"], pile="6H", totals=[7, 8, 9], draws="...")
    table.act("JS")
    table.expect(totals=(7, 40, 49), deal=1)


@rule("W-DOUBLE")
def test_a_jack_laid_before_the_last_card_doubles_nothing() -> None:
    table = set_up(PUQUE, ["5D JS", "5C KC"], pile="6H", draws="...")
    table.act("JS:C Mau", "5C Mau", "5D")
    table.expect(totals=(0, 10), deal=1)


@rule("PUQUE-SCORE")
@pytest.mark.parametrize(("deal", "over"), [(0, False), (8, False), (9, True)])
def test_after_ten_deals_the_game_is_over(deal: int, over: bool) -> None:
    table = set_up(PUQUE, ["5H", "6C KC"], pile="6H", deal=deal, draws="...")
    table.act("5H")
    assert table.position.over is over


@rule("PUQUE-SCORE", "X-TIES")
@pytest.mark.parametrize(
    ("before", "totals", "places"),
    [
        ([30, 0, 0], (30, 16, 20), (3, 1, 2)),
        ([16, 0, 0], (16, 16, 20), (1, 1, 3)),
        ([0, 9, 5], (0, 25, 25), (1, 2, 2)),
    ],
)
def test_the_fewest_points_win_and_equal_totals_share_the_place(
    before: list[int], totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    table = set_up(PUQUE, ["5H", "6C KC", "JD"], pile="6H", deal=9, totals=before)
    assert table.act("5H") == won(places, (0, 16, 20), hand_0="", pile="6H 5H", totals=totals)


@rule("X-BLOCKED", "PUQUE-SCORE")
def test_in_a_blocked_deal_all_score_their_hands() -> None:
    table = set_up(PUQUE, ["5C KD", "JD 4D"], pile="6H", decisions=1999, totals=[1, 2], draws="3S ...")
    table.act("draw")
    assert table.told(EventKind.SCORED) == ["0 scored 18", "1 scored 24"]
    table.expect(deal=1, totals=(19, 26))


@rule("W-DOUBLE", "W-A")
def test_a_jack_that_covers_an_ace_as_the_last_card_doubles_too() -> None:
    table = set_up(PUQUE, ["AH JC", "6C KC"], pile="6H", draws="...")
    table.act("AH Mau")
    assert table.choices == "JC"
    table.act("JC")
    table.expect(totals=(0, 32), deal=1)
