"""Faraón with bells: a Seven or the Unter of leaves among the first three cards of a debt may be played."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, redact
from arena.rules.choices import NO_CARD
from arena.rules.rulesets.countries import BELLS, FARAON_SEVEN
from tests.rules.script import set_of
from tests.rules.table import Table, change, rule, set_up

HANDS = ["KD TH", "AD KS 9C", "9S TS"]


def owing(debt: int, draws: str, hands: list[str] = HANDS) -> Table:
    """Return a table where seat 0 faces Sevens with this debt."""
    return set_up("faraon-bells", hands, pile="8H 7H", ask="debt", debt=debt, draws=draws)


@rule("FARAON-DRAWN7", "X-DRAWN7")
@pytest.mark.parametrize("debt", [3, 6, 9, 12])
def test_the_first_three_cards_of_a_debt_are_drawn_together(debt: int) -> None:
    table = owing(debt, "8C 8D 8S")
    assert table.act("take") == change(hand_0="8C 8D KD TH 8S", ask="drawn_seven", debt=debt - 3)
    assert table.event_texts() == ["0 drew 8C for debt", "0 drew 8D for debt", "0 drew 8S for debt"]


@rule("X-DRAWN7", "X-ASK")
@pytest.mark.parametrize(
    ("drawn", "offered"),
    [
        ("8C 8D 8S", "pass"),
        ("8C 7D 8S", "7D, pass"),
        ("7C 7D 7S", "7C, 7D, 7S, pass"),
        ("8C JS TD", "JS, pass"),
        ("7C JS TD", "7C, JS, pass"),
        ("JC JH JD", "pass"),
        ("QC TC KH", "pass"),
    ],
)
def test_the_taker_is_always_asked_for_one_of_the_sevens_or_the_unter_of_leaves_just_drawn(
    drawn: str, offered: str
) -> None:
    table = owing(6, drawn)
    table.act("take")
    table.expect(turn=0, ask="drawn_seven")
    assert table.choices == offered


@rule("FARAON-DRAWN7", "X-DRAWN7")
@pytest.mark.parametrize("not_drawn", [0, 3, 6, 9])
def test_with_the_seven_the_next_faces_three_and_what_was_not_drawn(not_drawn: int) -> None:
    table = owing(3 + not_drawn, "8C 7D 8S")
    table.act("take")
    assert table.act("7D") == change(
        hand_0="8C KD TH 8S", pile="8H 7H 7D", turn=1, ask="debt", debt=3 + not_drawn
    )


@rule("FARAON-DRAWN7")
def test_a_player_who_plays_it_draws_no_more_and_misses_the_turn_with_the_three_in_hand() -> None:
    table = owing(9, "8C 7D 8S")
    table.act("take", "7D")
    assert len(table.event_texts(EventKind.DREW)) == 3
    table.expect(hand_0="8C KD TH 8S", turn=1)


@rule("FARAON-DRAWN7")
@pytest.mark.parametrize("debt", [3, 6, 12])
def test_with_the_unter_of_leaves_the_rest_is_cancelled(debt: int) -> None:
    table = owing(debt, "8C JS 8S")
    table.act("take", "JS")
    table.expect(hand_0="8C KD TH 8S", pile="8H 7H JS", turn=1, ask="turn", debt=0)
    assert len(table.event_texts(EventKind.DREW)) == 3
    assert table.choices == "KS"


@rule("FARAON-DRAWN7", "PRSI-7", "X-DEBT-AFTER")
@pytest.mark.parametrize(("debt", "more"), [(3, ""), (6, "9D TC TD"), (9, "9D TC TD JC JD JH")])
def test_a_player_who_plays_neither_draws_the_rest_and_misses_the_turn(debt: int, more: str) -> None:
    table = owing(debt, f"8C 7D 8S {more}")
    table.act("take", "pass")
    table.expect(turn=1, ask="turn", debt=0, pile="8H 7H")
    assert table.position.hands[0] == set_of(table.pack, f"KD TH 8C 7D 8S {more}")


@rule("X-HIDDEN", "X-DRAWN7")
def test_the_three_cards_are_seen_by_their_drawer_alone() -> None:
    table = owing(3, "8C 7D 8S")
    table.act("take")
    assert [redact(event, 0) for event in table.events] == table.events
    assert [redact(event, 1).card for event in table.events] == [NO_CARD] * 3


@rule("X-COUNT", "X-DRAWN7")
def test_taking_and_passing_are_two_decisions() -> None:
    table = owing(3, "8C 7D 8S")
    table.act("take", "pass")
    assert table.position.decisions == 2


@rule("FARAON-DRAWN7", "QUICK-SHORT")
def test_where_a_seven_is_fewer_than_three_cards_no_more_than_those_are_drawn() -> None:
    seven = replace(FARAON_SEVEN, cards=2, drawn_first=3)
    house = replace(BELLS, id="house", effects={**BELLS.effects, "7": seven})
    table = set_up(house, HANDS, pile="8H 7H", ask="debt", debt=2, draws="8C 7D")
    table.act("take")
    assert table.choices == "7D, pass"
    assert table.act("7D") == change(hand_0="8C KD TH", pile="8H 7H 7D", turn=1, ask="debt", debt=2)
