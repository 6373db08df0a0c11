"""Pesten: nobody is out with an effect card; and what it costs not to say "last card"."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, IllegalAction, ruleset
from tests.rules.table import change, rule, set_up, started, won

BOTH = pytest.mark.parametrize("ruleset", ["pesten", "pesten-royal"])
NEW_HAND = [
    ("pesten", "3C 3D 3H 4C 4D 4S 5C", "3C 4C 5C 3D 4D 3H {} 4S"),
    ("pesten-royal", "3C 3D 3H 4C 4D", "3C 4C 3D 4D 3H {}"),
]


@BOTH
@rule("PESTEN-LAST", "X-PRICE")
@pytest.mark.parametrize(
    ("card", "after"),
    [
        ("2H", {"turn": 1, "ask": "debt", "debt": 2}),
        ("7H", {"turn": 1}),
        ("8H", {"turn": 2}),
        ("JC:D", {"turn": 1, "suit": "D"}),
        ("KH", {"turn": 1}),
        ("AH", {"turn": 2, "direction": -1}),
        ("XX", {"turn": 1, "suit": "H", "ask": "debt", "debt": 5}),
    ],
)
def test_a_last_effect_card_has_its_effect_but_its_player_draws_one_and_stays_in(
    ruleset: str, card: str, after: dict[str, object]
) -> None:
    table = set_up(ruleset, [card[:2], "TS QS", "9D QC"], pile="9H", draws="3C")
    assert table.choices == {"JC:D": "JC:CDHS"}.get(card, card)
    assert table.act(card) == change(hand_0="3C", pile=f"9H {card[:2]}", **after)
    assert table.told(EventKind.DREW) == ["0 drew 3C for last_card"]


@BOTH
@rule("PESTEN-LAST", "X-LAST-NAMES", "X-CALLS")
@pytest.mark.parametrize("card", ["3H", "4H", "5H", "6H", "TH", "QH"])
def test_any_other_last_card_wins_without_a_word(ruleset: str, card: str) -> None:
    table = set_up(ruleset, [card, "TS QS", "9D QC"], pile="9H")
    assert table.choices == card
    assert table.act(card) == won((1, 2, 2), (0, 20, 19), hand_0="", pile=f"9H {card}")


@BOTH
@rule("PESTEN-LAST", "X-PRICE")
@pytest.mark.parametrize(("card", "effect"), [("8H", "1 skipped"), ("AH", "0 reversed")])
def test_the_card_for_a_last_effect_card_is_drawn_before_its_effect(
    ruleset: str, card: str, effect: str
) -> None:
    table = set_up(ruleset, [card, "TS QS", "9D QC"], pile="9H", draws="3C")
    table.act(card)
    assert table.told() == [f"0 played {card}", "0 drew 3C for last_card", effect]


@BOTH
@rule("PESTEN-LAST", "X-OVER-8", "PESTEN-8")
def test_a_last_eight_skips_the_other_of_two_and_its_player_has_a_new_turn(ruleset: str) -> None:
    table = set_up(ruleset, ["8H", "TS QS"], pile="9H", draws="3H")
    assert table.act("8H") == change(hand_0="3H", pile="9H 8H")
    assert table.choices == "3H"
    table.act("3H")
    table.expect(ask="over", places=(1, 2))


@BOTH
@rule("PESTEN-LAST", "X-REVERSE-2")
def test_a_last_ace_between_two_reverses_and_the_other_is_next(ruleset: str) -> None:
    table = set_up(ruleset, ["AH", "TS QS"], pile="9H", draws="3H")
    assert table.act("AH") == change(hand_0="3H", pile="9H AH", turn=1, direction=-1)


@BOTH
@rule("PESTEN-LAST", "PESTEN-STACK")
@pytest.mark.parametrize(("card", "debt"), [("2C", 4), ("XX", 7)])
def test_a_last_two_or_joker_answers_a_debt_and_does_not_win(ruleset: str, card: str, debt: int) -> None:
    table = set_up(ruleset, ["2H QD TD", card, "9D QC"], pile="9H", draws="3C")
    table.act("2H")
    assert table.choices == f"{card}, take"
    table.act(card)
    table.expect(hand_1="3C", turn=2, ask="debt", debt=debt)
    assert table.told(EventKind.DREW) == ["1 drew 3C for last_card"]


@BOTH
@rule("PESTEN-LAST", "X-EMPTY", "W-RESHUFFLE")
def test_with_an_empty_stock_a_last_effect_card_brings_the_pile_back(ruleset: str) -> None:
    table = set_up(ruleset, ["8H", "TS QS", "9D QC"], pile="9H", stock="", draws="9H")
    assert table.act("8H") == change(hand_0="9H", pile="8H", epoch=1, turn=2)


@BOTH
@rule("PESTEN-LAST", "X-ANNOUNCE")
def test_no_word_goes_with_a_last_effect_card_and_the_one_said_before_stands_no_longer(ruleset: str) -> None:
    table = set_up(ruleset, ["8H", "TS QS", "9D QC"], pile="9H", draws="3C", said=[1, 2, 2])
    with pytest.raises(IllegalAction):
        table.act("8H Mau")
    assert table.act("8H") == change(hand_0="3C", said_0="", pile="9H 8H", turn=2)


@BOTH
@rule("PESTEN-LAST", "X-ANNOUNCE")
def test_the_card_drawn_for_a_last_effect_card_is_owed_no_word(ruleset: str) -> None:
    table = set_up(ruleset, ["8H", "TS QS"], pile="9H", draws="TH")
    table.act("8H")
    assert table.choices == "TH"


@BOTH
@rule("PESTEN-CALL")
def test_last_card_is_said_with_the_play_that_leaves_one(ruleset: str) -> None:
    table = set_up(ruleset, ["9H QD", "TS QS", "9D QC"], pile="3H")
    assert table.choices == "9H Mau/-"
    assert table.act("9H Mau") == change(hand_0="QD", said_0="Mau", pile="3H 9H", turn=1)


@BOTH
@rule("PESTEN-CALL", "X-CALLS")
@pytest.mark.parametrize("left", ["JD", "2D", "XX", "QD"])
def test_the_same_word_is_enough_whatever_is_left(ruleset: str, left: str) -> None:
    table = set_up(ruleset, [f"9H {left}", "TS QS", "9S QC"], pile="3H")
    assert "9H Mau/-" in table.choices.split(", ")
    table.act("9H Mau")
    table.expect(hand_0=left, said_0="Mau")


@pytest.mark.parametrize(("ruleset", "draws", "hand"), NEW_HAND)
@rule("PESTEN-CALL", "X-PESTEN-NEW")
def test_unannounced_a_new_hand_is_drawn_at_once_and_the_last_card_kept(
    ruleset: str, draws: str, hand: str
) -> None:
    table = set_up(ruleset, ["9H QH", "TS QS", "9D QC"], pile="8H", draws=draws)
    assert table.act("9H") == change(hand_0=hand.format("QH"), pile="8H 9H", turn=1)
    assert table.told(EventKind.DREW) == [f"0 drew {card} for call" for card in draws.split()]


@pytest.mark.parametrize(("ruleset", "draws", "hand"), NEW_HAND)
@rule("PESTEN-CALL", "X-PRICE")
def test_the_new_hand_is_drawn_before_the_next_player_draws(ruleset: str, draws: str, hand: str) -> None:
    table = set_up(ruleset, ["2H QH", "TS QS", "9D QC"], pile="8H", draws=f"{draws} 6C 6D")
    assert table.act("2H", "take") == change(
        hand_0=hand.format("QH"), hand_1="6C 6D TS QS", pile="8H 2H", turn=1, ask="paid"
    )
    assert [event.seat for event in table.events if event.kind is EventKind.DREW][-3:] == [0, 1, 1]


@BOTH
@rule("X-PESTEN-NEW", "X-EMPTY")
def test_of_a_new_hand_one_draws_what_there_is(ruleset: str) -> None:
    table = set_up(ruleset, ["9H QH", "TS QS"], pile="8C 8H", stock="3C", draws="3C ...")
    assert table.act("9H") == change(hand_0="3C 8C 8H QH", pile="9H", turn=1, epoch=1)


@pytest.mark.parametrize(("ruleset", "draws", "hand"), NEW_HAND)
@rule("PESTEN-CALL", "X-ANNOUNCE")
@pytest.mark.parametrize("ask", ["paid", "drawn"])
def test_the_word_is_due_after_a_draw_or_a_debt_too(ruleset: str, draws: str, hand: str, ask: str) -> None:
    table = set_up(ruleset, ["9H QH", "TS QS"], pile="8H", draws=draws, ask=ask)
    table.act("9H")
    table.expect(hand_0=hand.format("QH"), turn=1)


@rule("PESTEN-DEAL", "X-PESTEN-NEW")
def test_house_rule_six_are_dealt_and_six_is_the_new_hand() -> None:
    six = replace(ruleset("pesten"), hand=6)
    assert [hand.bit_count() for hand in started(six, 2, "...").position.hands] == [6, 6]
    table = set_up(six, ["9H QH", "TS QS"], pile="8H", draws="3C 3D 3H 4C 4D 4S")
    assert table.act("9H") == change(hand_0="3C 4C 3D 4D 3H QH 4S", pile="8H 9H", turn=1)
