"""Faraón: three cards for every Seven, answered with Sevens, cancelled with the Unter of leaves (JS)."""

import pytest

from arena.rules import redact
from arena.rules.choices import NO_CARD
from tests.rules.script import set_of
from tests.rules.table import change, rule, set_up

FARAON, BELLS = "faraon", "faraon-bells"
BOTH = pytest.mark.parametrize("ruleset", [FARAON, BELLS])


@BOTH
@rule("FARAON-7", "FARAON-MULTI", "X-SEVERAL")
@pytest.mark.parametrize(("cards", "debt"), [("7H", 3), ("7H+7C", 6), ("7H+7C+7D", 9), ("7H+7C+7S+7D", 12)])
def test_each_of_several_sevens_is_three_cards(ruleset: str, cards: str, debt: int) -> None:
    sevens = cards.replace("+", " ")
    table = set_up(ruleset, [f"{sevens} KD KS", "TS 9D", "9C TD"], pile="8H")
    assert table.act(cards) == change(hand_0="KD KS", pile=f"8H {sevens}", turn=1, ask="debt", debt=debt)


@rule("FARAON-7", "PRSI-7", "X-DEBT-AFTER")
@pytest.mark.parametrize("debt", [3, 6, 9, 12])
def test_a_player_who_takes_draws_all_of_it_and_does_not_play_in_that_turn(debt: int) -> None:
    drawn = ["8C", "9C", "TC", "JC", "QC", "KC", "AC", "8D", "9D", "TD", "JD", "QD"][:debt]
    table = set_up(
        FARAON, ["KD TH", "AD AS", "9S TS"], pile="8H 7H", ask="debt", debt=debt, draws=" ".join(drawn)
    )
    assert table.act("take") == change(hand_0=" ".join([*drawn, "KD TH"]), turn=1, ask="turn", debt=0)
    assert table.event_texts() == [f"0 drew {card} for debt" for card in drawn]


@BOTH
@rule("X-DEBT", "X-ASK")
@pytest.mark.parametrize("hand", ["7C KC", "JS KC", "9C KC"])
def test_the_player_is_asked_about_a_seven_with_or_without_an_answer(ruleset: str, hand: str) -> None:
    table = set_up(ruleset, ["7H KD KS", hand, "9S TS"], pile="TH", draws="8C 8D 8S")
    table.act("7H")
    table.expect(turn=1, ask="debt")
    table.act("take")
    assert set_of(table.pack, hand) & ~table.position.hands[1] == 0


@BOTH
@rule("X-FARAON-OUT", "X-FINAL")
@pytest.mark.parametrize(("last", "debt"), [("7H", 3), ("7H+7C", 6)])
def test_last_sevens_fall_on_the_next_with_cards(ruleset: str, last: str, debt: int) -> None:
    sevens = last.replace("+", " ")
    table = set_up(ruleset, [sevens, "9C KD", "9S TS"], pile="8H")
    assert table.act(last) == change(
        hand_0="", pile=f"8H {sevens}", turn=1, ask="debt", debt=debt, inside=(1, 2)
    )


@rule("X-EMPTY")
def test_a_debt_goes_on_from_the_pile_and_what_there_is_meets_it() -> None:
    table = set_up(
        FARAON, ["KD TS", "AD AS"], pile="TD 7C 7S 7H", stock="9C", ask="debt", debt=9, draws="9C TD 7C 7S"
    )
    assert table.act("take") == change(
        hand_0="7C 9C TD KD 7S TS", pile="7H", epoch=1, turn=1, ask="turn", debt=0
    )
    assert table.dealer.stocks == [set_of(table.pack, "TD 7C 7S")]


@rule("X-HIDDEN")
def test_only_the_player_who_draws_for_a_debt_sees_the_cards() -> None:
    table = set_up(FARAON, ["KD TS", "AD AS"], pile="7H", ask="debt", debt=3, draws="9C 9D 9S")
    table.act("take")
    assert [redact(event, 0) for event in table.events] == table.events
    assert [redact(event, 1).card for event in table.events] == [NO_CARD] * 3
