"""The Ten in Prší: a card for everybody else, and its player goes on."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up, started, won


@rule("PRSI-10", "X-TEN")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_others_take_a_card_and_its_player_has_a_full_turn_more(seats: int) -> None:
    hands = ["9D TH JD", "8S", "9S", "TS", "JS"][:seats]
    table = set_up("prsi-kings", hands, pile="8H", draws="7C 8C 9C TC")
    assert table.choices == "TH"
    drawn = {"hand_1": "7C 8S", "hand_2": "8C 9S", "hand_3": "9C TS", "hand_4": "TC JS"}
    others = dict(list(drawn.items())[: seats - 1])
    assert table.act("TH") == change(hand_0="9D JD", pile="8H TH", **others)
    assert table.choices == "draw"


@rule("X-TEN")
def test_the_others_take_in_turn_order_from_the_one_after_its_player() -> None:
    table = set_up("prsi-kings", ["9D JD", "8S 9C", "TH JC KD", "TS 7S"], pile="8H", turn=2, draws="...")
    table.act("TH")
    assert table.told(EventKind.DREW) == [
        "3 drew 7C for others",
        "0 drew 8C for others",
        "1 drew TC for others",
    ]
    table.expect(turn=2, ask="turn")


@rule("X-TEN")
def test_the_further_turn_is_a_full_one_in_which_any_fitting_card_may_be_played() -> None:
    table = set_up("prsi-kings", ["9H TH TS JD", "8S", "9S"], pile="8H", draws="7C 8C 9C TC")
    table.act("TH")
    assert table.choices == "9H, TS"
    assert table.act("9H") == change(hand_0="JD TS", pile="8H TH 9H", turn=1)


@rule("X-TEN")
def test_one_who_cannot_play_on_a_ten_draws_and_the_turn_is_over() -> None:
    table = set_up("prsi-kings", ["9D TH JD", "8S", "9S"], pile="8H", draws="7C 8C 9C")
    table.act("TH")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="9C 9D JD", turn=1)


@rule("PRSI-10")
def test_a_ten_on_a_ten_makes_the_others_take_again() -> None:
    table = set_up("prsi-kings", ["TH TS JD 9C", "8S", "9S"], pile="8H", draws="7C 8C 7D 8D")
    assert table.act("TH", "TS") == change(
        hand_0="9C JD", hand_1="7C 7D 8S", hand_2="8C 8D 9S", pile="8H TH TS"
    )


@rule("PRSI-10", "X-EMPTY")
def test_when_there_is_less_than_a_card_for_each_the_first_ones_take_what_there_is() -> None:
    table = set_up("prsi-kings", ["9D TH JD", "8S", "9S", "TS"], pile="7D 8H", stock="", draws="7D 8H")
    assert table.act("TH") == change(hand_0="9D JD", hand_1="7D 8S", hand_2="8H 9S", pile="TH", epoch=1)


@rule("PRSI-10", "X-STARTER")
def test_a_ten_turned_up_first_makes_nobody_take() -> None:
    table = started("prsi-kings", 2, "7C 7D KC 8D 9H 9D JS 9S TH")
    table.expect(hand_0="7C KC 9H JS", hand_1="7D 8D 9D 9S", pile="TH", turn=0, ask="turn")


@rule("X-TEN", "X-GOINGOUT", "X-FINAL")
def test_after_a_last_ten_the_others_take_and_the_next_player_is_on() -> None:
    table = set_up("prsi-kings", ["TH", "8S", "9S"], pile="8H", draws="7C 8C")
    assert table.act("TH") == change(hand_0="", hand_1="7C 8S", hand_2="8C 9S", pile="8H TH", turn=1)


@rule("X-TEN", "PRSI-RETURN")
def test_between_two_a_last_ten_wins_only_when_the_other_has_had_the_turn() -> None:
    table = set_up("prsi-kings", ["TH", "8S"], pile="8H", draws="7C 8C")
    assert table.act("TH") == change(hand_0="", hand_1="7C 8S", pile="8H TH", turn=1)
    assert table.choices == "draw"
    assert table.act("draw") == won((1, 2), (0, 23), hand_1="7C 8C 8S", turn=0)


@rule("PRSI-10", "X-TEN", "X-RETURN")
def test_those_without_cards_take_one_too_and_are_back() -> None:
    table = set_up("prsi-kings", ["9H", "9S", "TS 9D JD"], pile="8H", draws="7C 8C")
    table.act("9H", "9S")
    table.expect(hand_0="", hand_1="", turn=2, ask="turn")
    assert table.act("TS") == change(hand_0="7C", hand_1="8C", hand_2="9D JD", pile="8H 9H 9S TS")


@rule("PRSI-10", "X-RETURN")
def test_who_came_back_by_a_ten_has_an_ordinary_turn() -> None:
    table = set_up("prsi-kings", ["9H", "9S 8D", "TS 9D JS"], pile="8H", draws="7S 8C KD")
    table.act("9H", "9S")
    table.expect(hand_0="", turn=2)
    table.act("TS")
    table.expect(hand_0="7S", hand_1="8C 8D", turn=2)
    assert table.act("JS") == change(hand_2="9D", pile="8H 9H 9S TS JS", turn=0)
    assert table.choices == "7S"


@rule("PRSI-10", "X-EMPTY", "X-RETURN")
def test_who_got_no_card_because_there_was_none_is_not_back() -> None:
    table = set_up(
        "prsi-kings", ["JC", "9S", "TS 9D JS", "KC"], pile="9H", stock="", turn=1, draws="9H 9S TS"
    )
    table.act("9S")
    assert table.act("TS") == change(hand_0="JC 9S", hand_2="9D JS", hand_3="KC 9H", pile="TS", epoch=1)
    table.act("JS", "draw")
    assert table.act("JC") == won((2, 1, 2, 2), (9, 0, 9, 29), hand_0="9S", pile="JS JC", turn=1)


@rule("PRSI-10")
@pytest.mark.parametrize("ruleset", ["prsi", "quick"])
def test_where_the_option_is_off_a_ten_does_nothing(ruleset: str) -> None:
    table = set_up(ruleset, ["9D TH JD", "8S", "9S"], pile="8H")
    assert table.act("TH")["turn"] == 1
    assert table.told(EventKind.DREW) == []
