"""The German rules: who forgets "Letzte Karte" pays with a card and the next turn."""

import pytest

from arena.rules import EventKind, redact
from tests.rules.table import change, rule, set_up


@rule("G-LAST", "X-ANNOUNCE")
def test_the_word_belongs_to_the_play_that_leaves_one_card() -> None:
    table = set_up("german", ["TH KD", "TS KC"], pile="8H")
    assert table.choices == "TH Mau/-, draw"
    assert table.act("TH Mau") == change(hand_0="KD", said_0="Mau", pile="8H TH", turn=1)


@rule("G-LAST", "X-ANNOUNCE")
def test_one_word_is_enough_for_a_jack_too() -> None:
    table = set_up("german", ["TH JD", "TS KC"], pile="8H")
    assert table.choices == "JD:CDHS Mau/-, TH Mau/-, draw"


@rule("G-LAST")
def test_forgotten_it_costs_nothing_until_the_next_turn() -> None:
    table = set_up("german", ["TH KD", "TS KC"], pile="8H")
    assert table.act("TH") == change(hand_0="KD", pile="8H TH", turn=1, forgot=(0,))
    assert table.told() == ["0 played TH"]


@rule("G-LAST", "X-G-LAST")
def test_then_its_player_may_not_finish_draws_one_unasked_and_misses_the_turn() -> None:
    table = set_up("german", ["KH", "TS TC KC"], pile="8H TH", draws="7C", forgot=0b01, turn=1)
    assert table.act("TC") == change(hand_0="7C KH", hand_1="KC TS", pile="8H TH TC", forgot=())
    assert table.told() == ["1 played TC", "0 drew 7C for call", "0 skipped"]
    table.expect(turn=1, ask="turn")


@rule("X-G-LAST")
def test_it_is_paid_once() -> None:
    table = set_up("german", ["KH", "TS TC KC"], pile="8H TH", draws="7C 8C", forgot=0b01, turn=1)
    table.act("TC")
    assert table.act("draw") == change(hand_1="8C KC TS", turn=0)
    assert table.choices == "7C Mau/-, draw"


@rule("X-G-LAST", "G-7")
def test_facing_a_seven_he_draws_both_and_may_not_answer() -> None:
    table = set_up("german", ["7H TC KC", "7D", "QS KS"], pile="8H", draws="8C 9C JC", forgot=0b010)
    assert table.act("7H") == change(hand_0="TC KC", hand_1="8C 9C JC 7D", pile="8H 7H", turn=2, forgot=())
    assert table.told() == [
        "0 played 7H",
        "1 drew 8C for debt",
        "1 drew 9C for debt",
        "1 drew JC for call",
        "1 skipped",
    ]
    table.expect(debt=0, ask="turn")
    assert table.choices == "draw"


@rule("X-G-LAST", "G-7")
def test_facing_three_sevens_he_draws_all_of_them_and_one() -> None:
    table = set_up(
        "german",
        ["7H TC KC", "7D", "QS KS"],
        pile="8H 7S 7C",
        ask="debt",
        debt=4,
        draws="8C 9C JC QC AC 8D 9D",
        forgot=0b010,
    )
    table.act("7H")
    table.expect(hand_1="8C 9C JC QC AC 7D 8D 9D", debt=0, turn=2, forgot=())


@rule("X-G-LAST")
def test_a_turn_missed_for_an_eight_does_not_pay_for_it() -> None:
    table = set_up("german", ["8H TC KC", "KH", "QH KS"], pile="9H", draws="7S 7C", forgot=0b010)
    assert table.act("8H") == change(hand_0="TC KC", pile="9H 8H", turn=2)
    table.act("QH Mau")
    table.expect(turn=0, forgot=(1,))
    assert table.act("draw") == change(hand_0="TC KC 7S", hand_1="7C KH", turn=2, forgot=())


@rule("X-G-LAST", "G-9")
def test_after_an_own_nine_it_is_paid_at_once_and_the_turn_goes_the_new_way() -> None:
    table = set_up("german", ["9H KH", "QH TS QC", "TD KC KS"], pile="8H", draws="7C")
    assert table.act("9H") == change(hand_0="7C KH", pile="8H 9H", turn=2, direction=-1)
    assert table.told() == ["0 played 9H", "0 reversed", "0 drew 7C for call", "0 skipped"]


@rule("X-G-LAST", "G-A")
def test_after_an_own_ace_it_is_paid_at_once_and_the_ace_stays_uncovered() -> None:
    table = set_up("german", ["AH KH", "AC TS QC", "TD KC KS"], pile="8H", draws="7C")
    assert table.act("AH") == change(hand_0="7C KH", pile="8H AH", turn=1)
    assert table.told() == ["0 played AH", "0 drew 7C for call", "0 skipped"]
    assert table.choices == "AC, draw"


@rule("X-G-LAST", "G-8")
def test_after_an_own_eight_between_two_it_is_paid_at_once() -> None:
    table = set_up("german", ["8H KH", "AC TS QC"], pile="9H", draws="7C")
    assert table.act("8H") == change(hand_0="7C KH", pile="9H 8H", turn=1)
    assert table.told() == ["0 played 8H", "1 skipped", "0 drew 7C for call", "0 skipped"]
    table = set_up("german", ["8H KH", "AC TS QC", "TD KC KS"], pile="9H")
    assert table.act("8H") == change(hand_0="KH", pile="9H 8H", turn=2, forgot=(0,))


@rule("X-G-LAST")
def test_after_an_own_seven_it_is_paid_when_the_debt_comes_round() -> None:
    table = set_up("german", ["7H KH", "7C TS QC"], pile="9H", draws="8C 9C TC JC QD")
    assert table.act("7H") == change(hand_0="KH", pile="9H 7H", turn=1, ask="debt", debt=2, forgot=(0,))
    assert table.act("7C") == change(
        hand_0="8C 9C TC JC QD KH", hand_1="QC TS", pile="9H 7H 7C", ask="turn", debt=0, forgot=()
    )
    table.expect(turn=1)


@rule("X-G-LAST")
def test_two_who_owe_pay_one_after_the_other() -> None:
    table = set_up("german", ["TH KH QS", "8C", "8D"], pile="9H", draws="7C 7D", forgot=0b110)
    assert table.act("TH") == change(hand_0="KH QS", hand_1="7C 8C", hand_2="7D 8D", pile="9H TH", forgot=())
    assert table.told() == [
        "0 played TH",
        "1 drew 7C for call",
        "1 skipped",
        "2 drew 7D for call",
        "2 skipped",
    ]
    table.expect(turn=0, ask="turn")


@rule("X-G-LAST")
def test_both_of_two_may_owe_and_who_forgot_first_is_on_again_last() -> None:
    table = set_up("german", ["KH", "TS TC"], pile="8H TH", draws="7C 8C", forgot=0b01, turn=1)
    assert table.act("TC") == change(hand_0="7C KH", hand_1="8C TS", pile="8H TH TC", turn=0, forgot=())
    assert table.told(EventKind.SKIPPED) == ["0 skipped", "1 skipped"]


@rule("X-G-LAST", "X-EMPTY")
def test_with_nothing_left_to_draw_it_is_paid_with_the_turn_alone() -> None:
    table = set_up("german", ["KH", "9S QC"], pile="7D", stock="", forgot=0b01, turn=1, ask="debt", debt=2)
    assert table.act("take") == change(ask="turn", debt=0, forgot=())
    assert table.told() == ["0 skipped"]
    table.expect(turn=1)


@rule("G-LAST", "X-FINAL")
def test_what_is_owed_lapses_with_the_deal() -> None:
    table = set_up("german", ["TH", "KD"], pile="8H", forgot=0b10, draws="...")
    table.act("TH")
    table.expect(deal=1, forgot=(), totals=(0, 10), turn=1, ask="turn")
    assert table.told(EventKind.DREW, EventKind.SKIPPED) == []


@rule("X-ASK", "X-HIDDEN")
@pytest.mark.parametrize("hand", ["KH", "JC", "7H"])
def test_nobody_is_asked_about_it_whatever_he_holds_and_the_card_is_seen_by_its_drawer_alone(
    hand: str,
) -> None:
    table = set_up(
        "german", [hand, "TS TH KC", "8C 8D"], pile="8H", draws="7C", forgot=0b001, direction=-1, turn=1
    )
    table.act("TH")
    table.expect(turn=2, ask="turn")
    (drawn,) = [event for event in table.events if event.kind is EventKind.DREW]
    assert [redact(drawn, seat).card == drawn.card for seat in range(3)] == [True, False, False]
