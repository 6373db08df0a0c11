"""Haft khabis: the Two picks a player, the Eight is covered, the Ten reverses, the Ace skips."""

import pytest

from arena.rules import EventKind, IllegalAction
from tests.rules.table import change, rule, set_up, started, won

HANDS = ["3D KD QD", "TS KC QC", "TD 3C 9S", "9D 4S 5S"]


@rule("IRAN-PACK", "W-DEAL")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fifty_two_cards_five_each(seats: int) -> None:
    table = started("haft-khabis", seats, "...")
    assert table.pack.size == 52
    assert [hand.bit_count() for hand in table.position.hands] == [5] * seats
    assert table.position.stock.bit_count() == 52 - 5 * seats - 1
    table.expect(turn=0, ask="turn")


@rule("X-STARTER")
@pytest.mark.parametrize("card", ["2S", "7S", "8S", "TS", "JS", "AS"])
def test_the_first_card_turned_up_has_no_effect_and_its_own_suit_holds(card: str) -> None:
    table = started("haft-khabis", 2, f"3C 3D 4C 4D 5C 5D 6C 6D 9C 9D {card}")
    table.expect(turn=0, ask="turn", debt=0, direction=1)
    assert table.choices == "draw"


@rule("IRAN-BASE", "X-W7", "X-DEBT-AFTER")
@pytest.mark.parametrize("seats", [2, 3])
def test_after_a_seven_the_next_player_draws_two_unasked_even_with_a_seven_and_may_play(seats: int) -> None:
    hands = ["7H KD QD", "7C TS", "TD KC"][:seats]
    table = set_up("haft-khabis", hands, pile="3H", draws="4C QH")
    assert table.act("7H") == change(hand_0="QD KD", hand_1="4C 7C QH TS", pile="3H 7H", turn=1, ask="paid")
    assert table.choices == "7C, QH, pass"
    table.act("QH")
    table.expect(hand_1="4C 7C TS", turn=2 % seats, ask="turn")


@rule("IRAN-BASE", "X-ASK-DRAWN")
def test_after_a_sevens_two_cards_there_is_no_third_draw() -> None:
    table = set_up("haft-khabis", ["7H KD QD", "9C TS"], pile="3H", draws="4C QS")
    table.act("7H")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=0, ask="turn")


@rule("IRAN-BASE", "X-WISH")
@pytest.mark.parametrize("top", ["3H", "JH", "2H", "7H", "8H", "TH", "AH"])
def test_a_jack_goes_on_any_card_and_names_a_suit(top: str) -> None:
    table = set_up("haft-khabis", ["JC KD QD", "TS KC 9C"], pile=f"9H {top}", suit="H" * (top == "JH"))
    assert table.choices == "JC:CDHS"
    assert table.act("JC:S")["suit"] == "S"
    assert table.choices == "TS"


@rule("IRAN-A", "X-IRAN-8", "X-SKIP")
@pytest.mark.parametrize(("seats", "direction", "turn"), [(2, 1, 0), (3, 1, 2), (3, -1, 1), (4, -1, 2)])
def test_an_ace_skips_the_next_player_and_needs_no_cover(seats: int, direction: int, turn: int) -> None:
    table = set_up("haft-khabis", ["AH 3H KD", *HANDS[1:seats]], pile="9H", direction=direction)
    table.act("AH")
    table.expect(hand_0="KD 3H", pile="9H AH", turn=turn, ask="turn")
    assert table.told(EventKind.SKIPPED) == [f"{direction % seats} skipped"]


@rule("IRAN-A", "X-FINAL")
def test_a_last_ace_wins() -> None:
    table = set_up("haft-khabis", ["AH", *HANDS[1:3]], pile="9H")
    assert table.choices == "AH"
    assert table.act("AH") == won((1, 2, 2), (0, 30, 22), hand_0="", pile="9H AH")


@rule("IRAN-10", "X-REVERSE-2")
@pytest.mark.parametrize(
    ("seats", "direction", "turn"), [(2, 1, 1), (2, -1, 1), (3, 1, 2), (3, -1, 1), (4, 1, 3), (4, -1, 1)]
)
def test_a_ten_reverses_the_direction(seats: int, direction: int, turn: int) -> None:
    hands = ["TH 3H KD", "TS KC QC", "TD 3C 9S", "9D 4S 5S"][:seats]
    table = set_up("haft-khabis", hands, pile="9H", direction=direction)
    assert table.act("TH") == change(hand_0="KD 3H", pile="9H TH", turn=turn, direction=-direction)


@rule("IRAN-10", "X-FINAL")
def test_a_last_ten_wins_and_reverses_nothing() -> None:
    table = set_up("haft-khabis", ["TH", "TS KC"], pile="9H")
    assert table.act("TH") == won((1, 2), (0, 20), hand_0="", pile="9H TH")


# ---- the Two -----------------------------------------------------------------------------------------------


@rule("IRAN-2", "X-IRAN-2")
@pytest.mark.parametrize(
    ("seats", "seat", "targets"), [(2, 0, "1"), (2, 1, "0"), (3, 1, "02"), (4, 2, "013")]
)
def test_the_target_of_a_two_may_be_any_other_player(seats: int, seat: int, targets: str) -> None:
    hands = HANDS[:seats]
    hands[seat] = "2H KH AC"
    table = set_up("haft-khabis", hands, pile="9H", turn=seat)
    assert table.choices == f"2H@{targets}, KH"


@rule("IRAN-2", "X-IRAN-2")
@pytest.mark.parametrize(("target", "hand"), [(1, "4C QC KC TS"), (2, "3C 4C TD 9S"), (3, "4C 9D 4S 5S")])
def test_who_is_picked_draws_one_and_misses_nothing(target: int, hand: str) -> None:
    table = set_up("haft-khabis", ["2H KD QD", *HANDS[1:]], pile="9H", draws="4C")
    assert table.act(f"2H@{target}") == change(
        hand_0="QD KD", pile="9H 2H", turn=1, **{f"hand_{target}": hand}
    )
    assert table.told(EventKind.DREW) == [f"{target} drew 4C for others"]
    table.expect(misses=0, ask="turn")


@rule("X-IRAN-2")
@pytest.mark.parametrize("target", [0, 3])
def test_nobody_picks_himself_or_a_place_where_nobody_sits(target: int) -> None:
    table = set_up("haft-khabis", ["2H KD QD", *HANDS[1:3]], pile="9H")
    with pytest.raises(IllegalAction):
        table.act(f"2H@{target}")


@rule("X-IRAN-2")
def test_no_other_card_picks_anybody() -> None:
    table = set_up("haft-khabis", ["3H KD QD", *HANDS[1:3]], pile="9H")
    with pytest.raises(IllegalAction):
        table.act("3H@1")


@rule("X-IRAN-2")
def test_against_the_direction_a_two_may_pick_anybody_and_the_one_before_is_next() -> None:
    table = set_up("haft-khabis", ["2H 3D KD", *HANDS[1:3]], pile="9H", direction=-1, draws="4C")
    assert table.choices == "2H@12"
    table.act("2H@1")
    table.expect(turn=2, hand_1="4C QC KC TS")


@rule("X-IRAN-2", "X-LAST-NAMES", "X-FINAL")
def test_a_last_two_wins_picks_nobody_and_nobody_draws() -> None:
    table = set_up("haft-khabis", ["2H", "TS KC"], pile="9H")
    assert table.choices == "2H"
    assert table.act("2H") == won((1, 2), (0, 20), hand_0="", pile="9H 2H")


@rule("X-IRAN-2", "X-EMPTY")
def test_who_is_picked_with_nothing_in_the_stock_draws_from_the_reshuffle() -> None:
    table = set_up("haft-khabis", ["2H KD QD", "TS KC QC"], pile="9H", stock="", draws="9H")
    assert table.act("2H@1") == change(hand_0="QD KD", hand_1="QC KC 9H TS", pile="2H", turn=1, epoch=1)


@rule("X-IRAN-2", "X-ANNOUNCE")
def test_the_word_of_who_is_picked_stands_no_longer() -> None:
    table = set_up("haft-khabis", ["2H KD QD", "TS", "KC QC"], pile="9H", said=[2, 1, 2], draws="4C")
    assert table.act("2H@1") == change(hand_0="QD KD", hand_1="4C TS", said_1="", pile="9H 2H", turn=1)


@rule("X-IRAN-2", "X-PRICE")
def test_the_price_of_a_missing_word_comes_before_the_card_of_who_is_picked() -> None:
    table = set_up("haft-khabis", ["2H KD", "TS KC QC"], pile="9H", draws="3C 4C")
    assert table.choices == "2H@1 Mau/-"
    assert table.act("2H@1") == change(hand_0="3C KD", hand_1="4C QC KC TS", pile="9H 2H", turn=1)


@rule("X-IRAN-2", "X-DRAWN")
def test_a_drawn_two_may_be_played_and_picks() -> None:
    table = set_up("haft-khabis", ["3D KD QD", *HANDS[1:3]], pile="9H", draws="2H 4C")
    table.act("draw")
    assert table.choices == "2H@12, pass"
    table.act("2H@2")
    table.expect(hand_2="3C 4C TD 9S", turn=1, ask="turn")


# ---- the Eight ---------------------------------------------------------------------------------------------


@rule("IRAN-8", "X-IRAN-8", "X-COVER")
@pytest.mark.parametrize("seats", [2, 3])
def test_an_eight_must_be_covered_by_a_card_that_fits_and_skips_nobody(seats: int) -> None:
    table = set_up("haft-khabis", ["8H 3H 8D JC 6S", *HANDS[1:seats]], pile="9H")
    assert table.act("8H") == change(hand_0="JC 8D 3H 6S", pile="9H 8H", ask="cover")
    assert table.choices == "JC:CDHS, 8D, 3H"
    assert table.act("3H") == change(hand_0="JC 8D 6S", pile="9H 8H 3H", turn=1, ask="turn")


@rule("IRAN-8", "X-IRAN-8", "X-COVER")
def test_who_has_no_cover_draws_and_may_cover_with_that_only() -> None:
    table = set_up("haft-khabis", ["8H KD 9S", "TS KC"], pile="9H", draws="3H")
    table.act("8H")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="KD 3H 9S", ask="drawn")
    assert table.choices == "3H, pass"
    assert table.act("3H") == change(hand_0="KD 9S", pile="9H 8H 3H", turn=1, ask="turn")


@rule("IRAN-8", "X-DRAW-MOVE")
def test_a_drawn_eight_may_need_another_draw() -> None:
    table = set_up("haft-khabis", ["3C KD QS", "TS KS"], pile="9H", draws="8H 4H")
    table.act("draw", "8H")
    table.expect(ask="cover")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="3C KD 4H QS", ask="drawn")
    assert table.choices == "4H, pass"


@rule("IRAN-8", "X-COVER", "X-ANSWER-OPEN")
def test_an_uncovered_eight_is_a_plain_top() -> None:
    table = set_up("haft-khabis", ["8H KD 9S", "8C TH KC"], pile="9H", draws="3C")
    table.act("8H", "draw")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn")
    assert table.choices == "8C, TH"
    table.act("TH")
    table.expect(turn=0, ask="turn")


@rule("X-IRAN-8", "X-COVER")
def test_an_eight_as_cover_is_covered_too() -> None:
    table = set_up("haft-khabis", ["8H 8D 3D KS", "TS KC"], pile="9H")
    table.act("8H", "8D")
    table.expect(turn=0, ask="cover", pile="9H 8H 8D")
    assert table.choices == "3D Mau/-"


@rule("X-IRAN-8", "X-COVER")
@pytest.mark.parametrize(
    ("cover", "after"),
    [
        ("AH", {"turn": 2, "ask": "turn"}),
        ("7H", {"turn": 1, "ask": "paid", "hand_1": "3C 4C QC KC TS"}),
        ("TH", {"turn": 2, "ask": "turn", "direction": -1}),
        ("2H@2", {"turn": 1, "ask": "turn", "hand_2": "3C 9C TD 9S"}),
        ("JC:S", {"turn": 1, "ask": "turn", "suit": "S"}),
    ],
)
def test_the_cover_has_its_effect(cover: str, after: dict[str, object]) -> None:
    hands = [f"8H {cover[:2]} KD QD", "TS KC QC", "TD 9C 9S"]
    table = set_up("haft-khabis", hands, pile="3H", draws="3C 4C")
    table.act("8H", cover)
    table.expect(hand_0="QD KD", pile=f"3H 8H {cover[:2]}", **after)


@rule("IRAN-8", "X-GOINGOUT", "X-LAST-ACE", "X-IRAN-8")
@pytest.mark.parametrize("drawn", ["3H", "3C"])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_last_eight_does_not_win_its_player_draws_unasked_and_the_turn_is_over(
    drawn: str, seats: int
) -> None:
    table = set_up("haft-khabis", ["8H", "TS KC QC", "TD 9C 9S"][:seats], pile="9H", draws=drawn)
    assert table.choices == "8H"
    assert table.act("8H") == change(hand_0=drawn, pile="9H 8H", turn=1)
    assert table.told(EventKind.DREW) == [f"0 drew {drawn} for last_card"]


@rule("X-GOINGOUT", "X-LAST-ACE")
def test_a_last_eight_as_cover_does_not_win_either() -> None:
    table = set_up("haft-khabis", ["8D 8H", "TS KC"], pile="9H", draws="3H")
    table.act("8H Mau")
    table.expect(ask="cover", said_0="Mau")
    assert table.choices == "8D"
    assert table.act("8D") == change(hand_0="3H", said_0="", pile="9H 8H 8D", turn=1, ask="turn")


@rule("X-GOINGOUT", "X-EMPTY")
def test_a_last_eight_with_an_empty_stock_brings_the_pile_back() -> None:
    table = set_up("haft-khabis", ["8H", "TS KC"], pile="9H", stock="", draws="9H")
    assert table.act("8H") == change(hand_0="9H", pile="8H", epoch=1, turn=1)


@rule("IRAN-8", "X-COVER", "X-CALLS")
def test_the_cover_may_be_the_winning_card() -> None:
    table = set_up("haft-khabis", ["8H 9H", "TS KC"], pile="3H")
    table.act("8H Mau")
    assert table.choices == "9H"
    assert table.act("9H") == won((1, 2), (0, 20), hand_0="", pile="3H 8H 9H")


@rule("X-NODRAW-2")
def test_with_nothing_to_draw_an_eight_must_be_covered_if_it_can() -> None:
    table = set_up("haft-khabis", ["TH 9C KD", "TS KS"], pile="8H", stock="", ask="cover")
    assert table.choices == "TH"
    table = set_up("haft-khabis", ["9C KD", "TS KS"], pile="8H", stock="", ask="cover")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn", idle=1)


# ---- words and draws ---------------------------------------------------------------------------------------


@rule("IRAN-CALL", "X-CALLS")
@pytest.mark.parametrize("left", ["KD", "JD", "8D", "2D"])
def test_tak_kart_on_leaving_one_card_whatever_it_is(left: str) -> None:
    table = set_up("haft-khabis", [f"9H {left}", "TS KC"], pile="3H")
    assert "9H Mau/-" in table.choices.split(", ")
    assert table.act("9H Mau") == change(hand_0=left, said_0="Mau", pile="3H 9H", turn=1)


@rule("IRAN-CALL", "X-CALLS")
@pytest.mark.parametrize("left", ["KD", "JD"])
def test_without_the_word_one_card_is_drawn(left: str) -> None:
    table = set_up("haft-khabis", [f"9H {left}", "TS KC"], pile="3H", draws="3C")
    assert table.act("9H") == change(hand_0=f"3C {left}", pile="3H 9H", turn=1)
    assert table.told(EventKind.DREW) == ["0 drew 3C for call"]


@rule("X-CALLS", "X-LAST-NAMES")
@pytest.mark.parametrize("last", ["9H", "JD", "7H"])
def test_going_out_needs_no_word_and_a_last_jack_names_no_suit(last: str) -> None:
    table = set_up("haft-khabis", [last, "TS KC"], pile="3H")
    assert table.choices == last
    assert table.act(last) == won((1, 2), (0, 20), hand_0="", pile=f"3H {last}")


@rule("X-ANNOUNCE", "X-PRICE")
def test_the_word_is_due_with_an_eight_too_and_paid_for_before_the_cover() -> None:
    table = set_up("haft-khabis", ["8H 9H", "TS KC"], pile="3H", draws="3C")
    assert table.choices == "8H Mau/-, 9H Mau/-"
    assert table.act("8H") == change(hand_0="3C 9H", pile="3H 8H", ask="cover")


@rule("X-MUST", "X-DRAWN", "X-ASK-DRAWN")
@pytest.mark.parametrize(("drawn", "offered"), [("4H", "4H, pass"), ("4S", "pass")])
def test_only_who_cannot_play_draws_and_then_plays_that_or_nothing(drawn: str, offered: str) -> None:
    table = set_up("haft-khabis", ["9H KD QD", "TS KC"], pile="3H")
    assert table.choices == "9H"
    table = set_up("haft-khabis", ["9C KD QD", "TS KC"], pile="3H", draws=drawn)
    assert table.choices == "draw"
    table.act("draw")
    assert table.choices == offered
    assert table.act("pass") == change(turn=1, ask="turn")
