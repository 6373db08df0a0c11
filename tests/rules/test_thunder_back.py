"""The Thunder (2C) where it strikes the previous player, and the longer game up to 201."""

import pytest

from arena.rules import EventKind, redact
from arena.rules.choices import NO_CARD
from tests.rules.table import change, rule, set_up, won

BACK = "detailed-thunderback"
NEXT_DEAL = "3C 4C 5C 6C ..."


@rule("D-2C", "X-D-PREV")
def test_the_previous_player_draws_four_unasked_and_the_next_plays_freely() -> None:
    table = set_up(BACK, ["2C KD QD", "7C TS 5C", "TD KC"], pile="8C", draws="9C 3H 4H 5H")
    assert table.choices == "2C, draw"
    assert table.act("2C") == change(hand_0="QD KD", hand_2="9C KC TD 3H 4H 5H", pile="8C 2C", turn=1)
    assert table.choices == "5C, 7C, draw"
    assert table.told(EventKind.DREW) == [f"2 drew {card} for debt" for card in ("9C", "3H", "4H", "5H")]


@rule("X-D-PREV", "D-DRAW")
def test_the_next_may_draw_as_in_any_turn() -> None:
    table = set_up(BACK, ["2C KD QD", "7C TS 5C", "TD KC"], pile="8C", draws="9C 3H 4H 5H JS")
    table.act("2C")
    assert table.act("draw") == change(hand_1="5C 7C TS JS", ask="drawn")
    assert table.choices == "5C, 7C, JS:CDHS, pass"


@rule("X-D-PREV", "D-Q")
@pytest.mark.parametrize(
    ("seats", "direction", "bearer", "on"),
    [(3, 1, 2, 1), (3, -1, 1, 2), (4, 1, 3, 1), (4, -1, 1, 3), (5, 1, 4, 1), (5, -1, 1, 4)],
)
def test_previous_is_the_nearest_against_the_direction_in_force(
    seats: int, direction: int, bearer: int, on: int
) -> None:
    hands = ["2C KD QD", "TS", "TD", "TH", "9S"][:seats]
    table = set_up(BACK, hands, pile="8C", direction=direction, draws="3H 4H 5H 6H")
    table.act("2C")
    assert [hand.bit_count() for hand in table.position.hands] == [
        2,
        *(5 if seat == bearer else 1 for seat in range(1, seats)),
    ]
    table.expect(turn=on, ask="turn")


@rule("X-D-PREV")
def test_it_is_not_who_moved_last_but_who_sits_there_though_he_missed_his_turn() -> None:
    table = set_up(BACK, ["8C KD QD", "TS KS", "2C TH 4S"], pile="9C", draws="3H 4H 5H 6H")
    table.act("8C", "2C")
    table.expect(hand_0="QD KD", hand_1="3H 4H 5H 6H TS KS", turn=0, ask="turn")


@rule("X-D-PREV")
def test_after_a_queen_it_may_be_the_one_whose_turn_would_have_come() -> None:
    table = set_up(BACK, ["QC KD QD", "TS KS", "2C TH 4S", "9S 9D"], pile="9C", turn=0, draws="3H 4H 5H 6H")
    table.act("QC")
    table.expect(turn=3, direction=-1)
    table = set_up(
        BACK, ["KD QD", "TS KS", "2C TH 4S", "9S 9D"], pile="QC", turn=2, direction=-1, draws="3H 4H 5H 6H"
    )
    assert table.act("2C") == change(hand_2="TH 4S", hand_3="9D 3H 4H 5H 6H 9S", pile="QC 2C", turn=1)


@rule("X-D-PREV", "X-ELIM")
def test_those_who_are_out_of_the_game_are_passed_over() -> None:
    table = set_up(
        BACK, ["2C KD QD", "TS", "TD", ""], pile="8C", inside=0b0111, dealer=2, draws="3H 4H 5H 6H"
    )
    table.act("2C")
    table.expect(hand_2="TD 3H 4H 5H 6H", turn=1, ask="turn")


@rule("X-D-PREV")
def test_between_two_the_other_draws_four_and_then_has_his_turn() -> None:
    table = set_up(BACK, ["2C KD QD", "7C TS"], pile="8C", draws="9C 3H 4H 5H")
    table.act("2C")
    table.expect(hand_0="QD KD", hand_1="7C 9C 3H 4H 5H TS", turn=1, ask="turn")
    assert table.choices == "7C, 9C, draw"
    assert table.act("7C") == change(hand_1="9C 3H 4H 5H TS", pile="8C 2C 7C", turn=0, ask="debt", debt=2)


@rule("D-2C", "X-DEBT")
def test_it_cannot_be_answered() -> None:
    table = set_up(BACK, ["2C KD QD", "7C TS 5C", "2D 7D"], pile="8C", draws="9C 3H 4H 5H")
    table.act("2C")
    table.expect(hand_2="9C 2D 7D 3H 4H 5H", turn=1, ask="turn", debt=0)


@rule("D-2C", "D-7")
def test_a_seven_still_falls_on_the_next_and_the_thunder_is_no_answer_to_it() -> None:
    table = set_up(BACK, ["7C KD QD", "2C 7S", "TD KC"], pile="8C")
    assert table.act("7C") == change(hand_0="QD KD", pile="8C 7C", turn=1, ask="debt", debt=2)
    assert table.choices == "7S Mau/-, take"


@rule("X-PRICE", "D-LAST")
def test_a_missing_word_is_paid_for_before_the_previous_player_draws() -> None:
    table = set_up(BACK, ["2C KD", "TS KS", "TD KC"], pile="8C", draws="9C 9D 3H 4H 5H 6H")
    assert table.choices == "2C Mau/-, draw"
    table.act("2C")
    assert table.told(EventKind.DREW) == ["0 drew 9C for call", "0 drew 9D for call"] + [
        f"2 drew {card} for debt" for card in ("3H", "4H", "5H", "6H")
    ]
    table.expect(turn=1, ask="turn")


@rule("D-2C", "D-LAST")
def test_what_the_previous_player_announced_no_longer_stands() -> None:
    table = set_up(BACK, ["2C KD QD", "TS", "TD"], pile="8C", said=[2, 2, 1], draws="3H 4H 5H 6H")
    table.act("2C")
    table.expect(said_2="", hand_2="TD 3H 4H 5H 6H")


@rule("X-COVER", "X-D-PREV")
def test_it_may_cover_an_ace_and_strikes_all_the_same() -> None:
    table = set_up(BACK, ["AC 2C KD QD", "TS KS", "TD KC"], pile="8C", draws="3H 4H 5H 6H")
    table.act("AC", "2C")
    table.expect(hand_0="QD KD", hand_2="KC TD 3H 4H 5H 6H", turn=1, ask="turn")


@rule("X-EMPTY", "X-D-PREV")
def test_he_draws_what_there_is() -> None:
    table = set_up(BACK, ["2C KD QD", "TS KS", "TD KC"], pile="8C", stock="3H", draws="3H 8C")
    assert table.act("2C") == change(hand_0="QD KD", hand_2="8C KC TD 3H", pile="2C", epoch=1, turn=1)
    table.expect(ask="turn", debt=0)


@rule("X-FINAL", "D-2C")
def test_as_last_card_it_makes_nobody_draw() -> None:
    table = set_up(BACK, ["2C", "TS KS", "TD KC"], pile="8C", draws=NEXT_DEAL)
    table.act("2C")
    assert table.told(EventKind.DREW) == []
    table.expect(deal=1, totals=(-10, 20, 20))


@rule("X-HIDDEN", "X-D-PREV")
def test_what_he_draws_he_alone_sees() -> None:
    table = set_up(BACK, ["2C KD QD", "TS", "TD"], pile="8C", draws="3H 4H 5H 6H")
    table.act("2C")
    drawn = [event for event in table.events if event.kind is EventKind.DREW]
    assert [redact(event, 2) for event in drawn] == drawn
    assert {redact(event, seat).card for event in drawn for seat in (0, 1)} == {NO_CARD}


@rule("X-ASK", "X-D-PREV")
@pytest.mark.parametrize("hand", ["7S KC", "9D 9S", "JS JD"])
def test_the_one_it_strikes_is_never_asked(hand: str) -> None:
    table = set_up(BACK, ["2C KD QD", "TS KS", hand], pile="8C", draws="3H 4H 5H 6H")
    table.act("2C")
    table.expect(turn=1, ask="turn")


@rule("X-STARTER")
def test_turned_up_first_it_strikes_nobody() -> None:
    table = set_up(BACK, ["5C KD QD", "TS KS", "2D KC"], pile="2C")
    assert table.choices == "5C, draw"
    assert table.act("5C") == change(hand_0="QD KD", pile="2C 5C", turn=1)


@rule("D-OUT")
@pytest.mark.parametrize(("total", "inside"), [(190, (0, 1, 2)), (191, (0, 2)), (250, (0, 2))])
def test_201_is_out_and_the_others_play_on(total: int, inside: tuple[int, ...]) -> None:
    table = set_up(BACK, ["9H", "KD", "2S"], pile="8H", totals=[0, total, 0], draws=NEXT_DEAL)
    table.act("9H")
    table.expect(inside=inside, deal=1, ask="turn", totals=(-10, total + 10, 2))


@rule("D-OUT", "X-ELIM")
def test_the_last_one_in_has_won() -> None:
    table = set_up(BACK, ["9H", "KD"], pile="8H", totals=[200, 191], deal=3)
    assert table.act("9H") == won(
        (1, 2), (0, 10), hand_0="", pile="8H 9H", alive=(0,), totals=(190, 201), outs=((0, 0), (3, 10))
    )


@rule("X-BLOCKED-OUT", "X-BLOCKED")
def test_blocked_the_lowest_hand_may_reach_201_and_be_out() -> None:
    table = set_up(BACK, ["9C", "KD", "2S"], pile="8H", stock="", totals=[195, 0, 150], draws=NEXT_DEAL)
    table.act("pass", "pass", "pass")
    table.expect(totals=(204, 10, 152), alive=(1, 2), deal=1)


@rule("X-LIMIT", "X-TIES")
def test_the_200th_deal_ends_the_game_with_places_by_totals() -> None:
    table = set_up(BACK, ["9H", "KD", "QS"], pile="8H", deal=199, totals=[160, 140, 150])
    table.act("9H")
    table.expect(ask="over", termination="deals", places=(1, 1, 3), totals=(150, 150, 160))
