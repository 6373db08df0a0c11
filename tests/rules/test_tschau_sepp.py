"""Tschau Sepp: the base game with 36 cards, six each."""

from dataclasses import replace

import pytest

from arena.rules.rulesets.variants import TSCHAU_SEPP
from tests.rules.table import change, rule, set_up, started, won


@rule("SEPP-PACK", "W-DEAL", "X-PACK-ORDER")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_36_cards_from_six_to_ace_and_six_each(seats: int) -> None:
    table = started("tschau-sepp", seats, "...")
    assert table.pack.names == tuple(rank + suit for suit in "CDHS" for rank in "6789TJQKA")
    assert [hand.bit_count() for hand in table.position.hands] == [6] * seats
    assert table.position.stock.bit_count() == 36 - 6 * seats - 1


@rule("SEPP-PACK")
def test_a_six_is_a_plain_card() -> None:
    table = set_up("tschau-sepp", ["6H KD QD", "6C TS", "TD KC"], pile="8H")
    assert table.choices == "6H"
    assert table.act("6H") == change(hand_0="QD KD", pile="8H 6H", turn=1)
    assert table.choices == "6C Mau/-"


@rule("X-INHERIT", "X-W7")
def test_a_seven_is_drawn_for_unasked() -> None:
    table = set_up("tschau-sepp", ["7H KD QD", "7C TS", "TD KC"], pile="8H", draws="6C QH")
    assert table.act("7H") == change(hand_0="QD KD", hand_1="6C 7C QH TS", pile="8H 7H", turn=1, ask="paid")


@rule("X-INHERIT", "W-8")
def test_an_eight_skips() -> None:
    table = set_up("tschau-sepp", ["8H KD QD", "8C TS", "TD KC"], pile="9H")
    assert table.act("8H") == change(hand_0="QD KD", pile="9H 8H", turn=2)


@rule("X-INHERIT", "W-A")
def test_an_ace_has_to_be_covered() -> None:
    table = set_up("tschau-sepp", ["6H AH KD QD", "8C TS"], pile="9H")
    assert table.act("AH") == change(hand_0="QD KD 6H", pile="9H AH", ask="cover")
    assert table.choices == "6H"


@rule("X-CALLS", "W-OUT-CALL")
def test_the_words_are_those_of_the_base_game() -> None:
    table = set_up("tschau-sepp", ["6H JD", "8C TS"], pile="9H")
    assert table.choices == "JD:CDHS Mau/-, 6H Mau-Mau/Mau/-"
    table = set_up("tschau-sepp", ["6H", "8C TS"], pile="9H")
    assert table.act("6H Mau") == won((1, 2), (0, 18), hand_0="", said_0="Mau", pile="9H 6H")


@rule("W-DEAL")
def test_house_rules_may_deal_five_of_36_cards() -> None:
    table = started(replace(TSCHAU_SEPP, id="house", hand=5), 3, "...")
    assert [hand.bit_count() for hand in table.position.hands] == [5, 5, 5]
    assert table.position.stock.bit_count() == 36 - 15 - 1
