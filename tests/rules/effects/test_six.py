"""The Russian debts: Seven, Six and King of spades, which differ in the turn afterwards."""

from dataclasses import replace

import pytest

from arena.rules.effects import OweCards
from arena.rules.rulesets.countries import CZECH_FOOL
from tests.rules.table import change, rule, set_up

BOTH = pytest.mark.parametrize("ruleset", ["czech-fool", "pharaoh-101"])
COSTS = {"czech-fool": 1, "pharaoh-101": 2}
DRAWS = ["8C", "9C", "TC", "QC", "KC", "AC", "8D", "JD"]


@BOTH
@rule("RUSSIA-6", "X-RUSSIA", "X-DEBT", "X-DEBT-AFTER")
def test_a_six_is_drawn_for_unasked_and_the_turn_is_missed(ruleset: str) -> None:
    drawn = DRAWS[: COSTS[ruleset]]
    table = set_up(ruleset, ["6H 9D KD", "6S TS KS", "TD JC 9S"], pile="8H", draws=" ".join(drawn))
    assert table.choices == "6H"
    assert table.act("6H") == change(
        hand_0="9D KD", hand_1=" ".join([*drawn, "6S TS KS"]), pile="8H 6H", turn=2
    )


@BOTH
@rule("RUSSIA-6")
def test_between_two_a_player_who_laid_the_six_plays_again(ruleset: str) -> None:
    drawn = DRAWS[: COSTS[ruleset]]
    table = set_up(ruleset, ["6H 9D KD", "6S TS"], pile="8H", draws=" ".join(drawn))
    assert table.act("6H") == change(hand_0="9D KD", hand_1=" ".join([*drawn, "6S TS"]), pile="8H 6H")
    table.expect(turn=0, ask="turn")


@BOTH
@rule("RUSSIA-6", "X-ANSWER-OPEN")
def test_on_a_spent_six_a_six_goes_by_rank_and_costs_the_next_again(ruleset: str) -> None:
    drawn = DRAWS[: COSTS[ruleset]]
    table = set_up(ruleset, ["6S TD KD", "TS 9S", "9D"], pile="8H 6H", draws=" ".join(drawn))
    assert table.choices == "6S"
    table.act("6S")
    table.expect(hand_1=" ".join([*drawn, "9S TS"]), turn=2, ask="turn", debt=0)


@BOTH
@rule("RUSSIA-7", "X-DEBT-AFTER", "X-ASK-DRAWN")
def test_a_player_who_takes_a_seven_may_then_play_any_card(ruleset: str) -> None:
    cost = COSTS[ruleset]
    drawn = DRAWS[:cost]
    table = set_up(ruleset, ["7H 9D KD", "7C JH KS", "TD JC 9S"], pile="8H", draws=" ".join(drawn))
    assert table.act("7H") == change(hand_0="9D KD", pile="8H 7H", turn=1, ask="debt", debt=cost)
    assert table.choices == "7C, take"
    hand = " ".join(["7C", *drawn, "JH KS"])
    assert table.act("take") == change(hand_1=hand, ask="paid", debt=0)
    assert table.choices == "7C, JH, pass"
    assert table.act("JH") == change(hand_1=hand.replace(" JH", ""), pile="8H 7H JH", turn=2, ask="turn")


@BOTH
@rule("RUSSIA-7", "X-DEBT-AFTER", "X-ASK-DRAWN")
def test_a_player_who_took_a_seven_may_end_the_turn_and_does_not_draw_again(ruleset: str) -> None:
    drawn = " ".join(DRAWS[: COSTS[ruleset]])
    table = set_up(ruleset, ["7H 9D KD", "TC KS", "TD JC 9S"], pile="8H", draws=drawn)
    table.act("7H", "take")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=2, ask="turn")


@BOTH
@rule("RUSSIA-7", "RUSSIA-6", "X-DEBT-AFTER")
@pytest.mark.parametrize("card", ["7C", "6H"])
def test_a_player_who_took_a_seven_may_lay_a_seven_or_six_whose_debt_is_new(ruleset: str, card: str) -> None:
    cost = COSTS[ruleset]
    table = set_up(ruleset, ["7H 9D KD", f"{card} KS 9S", "TD"], pile="8H", draws=" ".join(DRAWS[: 2 * cost]))
    table.act("7H", "take", card)
    if card == "7C":
        table.expect(turn=2, ask="debt", debt=cost, hand_2="TD")
    else:
        table.expect(turn=0, ask="turn", debt=0, hand_2=" ".join([*DRAWS[cost : 2 * cost], "TD"]))


@BOTH
@rule("RUSSIA-7", "PRSI-7", "X-RUSSIA")
@pytest.mark.parametrize(
    ("hands", "turns"),
    [
        (["7H 7S 9D TD", "7C 7D TS 9S"], [1, 0, 1, 0]),
        (["7H 7D 9D TD", "7C TS 9S", "7S TC 9C"], [1, 2, 0, 1]),
    ],
)
def test_sevens_answer_sevens_and_the_debts_add_up(ruleset: str, hands: list[str], turns: list[int]) -> None:
    table = set_up(ruleset, hands, pile="8H")
    for number, (card, turn) in enumerate(zip(["7H", "7C", "7S", "7D"], turns, strict=True), start=1):
        table.act(card)
        table.expect(turn=turn, ask="debt", debt=number * COSTS[ruleset])
    assert table.choices == "take"


@rule("RUSSIA-7", "RUSSIA-6")
@pytest.mark.parametrize("size", [3, 5])
def test_house_rules_may_make_sevens_and_sixes_of_another_size(size: int) -> None:
    effects = {
        **CZECH_FOOL.effects, "6": OweCards(size, turn_goes_on=False), "7": OweCards(size, answers="7")
    }  # fmt: skip
    house = replace(CZECH_FOOL, id="house", effects=effects)
    table = set_up(house, ["6H 9D KD", "TS", "9S"], pile="8H", draws="...")
    table.act("6H")
    assert table.position.hands[1].bit_count() == 1 + size
    table = set_up(house, ["7H 9D KD", "7S TS 9S", "9C"], pile="8H")
    table.act("7H", "7S")
    table.expect(turn=2, ask="debt", debt=2 * size)
