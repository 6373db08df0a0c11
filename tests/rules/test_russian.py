"""Czech fool and Pharaoh 101: 36 cards, Queens go on everything, a Ten may turn the direction."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up, started, won

BOTH = pytest.mark.parametrize("ruleset", ["czech-fool", "pharaoh-101"])
PHARAOH = "pharaoh-101"


@BOTH
@rule("RUSSIA-PACK", "X-PACK-ORDER")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_36_cards_from_six_to_ace_and_five_each(ruleset: str, seats: int) -> None:
    table = started(ruleset, seats, "...")
    assert table.pack.names == tuple(rank + suit for suit in "CDHS" for rank in "6789TJQKA")
    assert [hand.bit_count() for hand in table.position.hands] == [5] * seats
    assert table.position.stock.bit_count() == 36 - 5 * seats - 1


@BOTH
@rule("RUSSIA-Q")
@pytest.mark.parametrize("top", ["6H", "7H", "8H", "9H", "TH", "JH", "KH", "AH"])
def test_a_queen_goes_on_everything_sevens_and_aces_too_and_names_the_suit(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["TC QS KC", "TS KS 9D"], pile=top)
    assert "QS:CDHS" in table.choices.split(", ")
    assert table.act("QS:D") == change(hand_0="TC KC", pile=f"{top} QS", suit="D", turn=1)
    assert table.choices == "9D"


@BOTH
@rule("RUSSIA-Q", "X-RUSSIA", "X-WILDTOP")
def test_a_queen_goes_on_a_queen_and_else_only_the_named_suit_counts(ruleset: str) -> None:
    table = set_up(ruleset, ["TC KH QS", "TS KS"], pile="8H QH", suit="C")
    assert table.choices == "TC, QS:CDHS"


@BOTH
@rule("RUSSIA-Q", "X-DEBT-AFTER")
def test_a_queen_may_be_laid_after_taking_a_seven(ruleset: str) -> None:
    table = set_up(ruleset, ["7H 9D KD", "QC TS KS"], pile="8H", draws="8C 9C")
    table.act("7H", "take")
    assert table.choices == "QC:CDHS, pass"


@BOTH
@rule("RUSSIA-Q", "X-STARTER")
def test_a_queen_turned_up_stands_for_its_own_suit(ruleset: str) -> None:
    table = started(ruleset, 2, "8C 8D 9C 9D TC TD JC JD 9S AD QS")
    table.expect(pile="QS", suit="S")
    assert table.choices == "9S"


@rule("RUSSIA-Q", "X-LAST-NAMES")
def test_a_last_queen_wins_and_names_no_suit() -> None:
    table = set_up("czech-fool", ["QS", "TS KS"], pile="7H")
    assert table.choices == "QS"
    assert table.act("QS") == won((1, 2), (0, 20), hand_0="", pile="7H QS")


@rule("RUSSIA-10")
@pytest.mark.parametrize(("direction", "turn"), [(1, 2), (-1, 1)])
def test_a_ten_turns_the_direction(direction: int, turn: int) -> None:
    table = set_up(PHARAOH, ["TH 9D JD", "TS KS", "9S"], pile="8H", direction=direction)
    assert table.act("TH") == change(hand_0="9D JD", pile="8H TH", direction=-direction, turn=turn)
    assert table.told(EventKind.DREW) == []


@rule("RUSSIA-10")
def test_the_direction_stays_until_the_next_ten() -> None:
    table = set_up(PHARAOH, ["TH 9D JD", "TS KS 9C", "9H KC TC"], pile="8H")
    table.act("TH", "9H")
    table.expect(direction=-1, turn=1)


@rule("RUSSIA-10", "X-REVERSE-2")
def test_between_two_a_ten_turns_the_direction_and_the_other_is_next() -> None:
    table = set_up(PHARAOH, ["TH 9D JD", "TS KS"], pile="8H")
    assert table.act("TH") == change(hand_0="9D JD", pile="8H TH", direction=-1, turn=1)


@rule("RUSSIA-10", "RUSSIA-6", "RUSSIA-A")
@pytest.mark.parametrize(("card", "hand_2"), [("AH", "9S"), ("8H", "9S"), ("6H", "8C 9C 9S")])
def test_against_the_direction_the_one_before_misses_the_turn(card: str, hand_2: str) -> None:
    table = set_up(PHARAOH, [f"{card} 9D JD", "TS KS", "9S"], pile="TH", direction=-1, draws="8C 9C")
    table.act(card)
    table.expect(hand_2=hand_2, hand_1="TS KS", turn=1)


@rule("RUSSIA-10", "RUSSIA-7")
def test_against_the_direction_the_one_before_faces_the_seven() -> None:
    table = set_up(PHARAOH, ["7H 9D JD", "TS KS", "7S 9S TC"], pile="8H", direction=-1)
    assert table.act("7H") == change(hand_0="9D JD", pile="8H 7H", turn=2, ask="debt", debt=2)
    assert table.act("7S") == change(hand_2="TC 9S", pile="8H 7H 7S", turn=1, debt=4)


@rule("RUSSIA-10", "X-ORDER")
def test_every_deal_starts_in_the_first_direction() -> None:
    table = set_up(PHARAOH, ["9H", "TS KS", "9S"], pile="8H", direction=-1, draws="...")
    table.act("9H")
    table.expect(deal=1, direction=1, dealer=0, turn=1)


@rule("RUSSIA-10")
def test_where_the_option_is_off_a_ten_does_nothing() -> None:
    table = set_up("czech-fool", ["TH 9D JD", "TS KS", "9S"], pile="8H")
    assert table.act("TH") == change(hand_0="9D JD", pile="8H TH", turn=1)
