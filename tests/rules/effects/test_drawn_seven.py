"""Faraón with bells: a Seven or the Unter of leaves among the first three cards of a debt may be played."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, IllegalAction, redact
from arena.rules.choices import NO_CARD
from arena.rules.rulesets.slovakia import BELLS, SEVEN
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


@rule("X-DRAWN7")
@pytest.mark.parametrize("play", ["7C", "JS", "7D+7C", "7D+7S", "JC", "9H", "take", "draw"])
def test_it_is_exactly_one_card_and_nothing_from_the_hand_before(play: str) -> None:
    table = owing(6, "7D 7S TD", ["7C JS JC 9H", "AD AS 9C", "9S TS"])
    assert table.choices == "7C, JS+0-1(JC), take"
    table.act("take")
    assert table.choices == "7D, 7S, pass"
    with pytest.raises(IllegalAction):
        table.act(play)


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


@rule("FARAON-DRAWN7")
def test_sevens_among_the_later_cards_stay_in_hand() -> None:
    table = owing(6, "8C 8D 8S 7C JS TD")
    table.act("take")
    assert table.choices == "pass"
    table.act("pass")
    table.expect(hand_0="7C 8C 8D TD KD TH 8S JS", turn=1, ask="turn")


@rule("X-FARAON-MIX", "X-DRAWN7")
def test_the_next_answers_it_as_any_debt() -> None:
    table = owing(6, "8C 7D 8S JH TC TD", ["KD TH", "7S 7C JS JC 9C", "9S TS"])
    table.act("take", "7D")
    assert table.choices == "7C+0-1(7S), 7S+0-1(7C), JS+0-1(JC), take"
    assert table.act("7C+7S") == change(hand_1="9C JC JS", pile="8H 7H 7D 7C 7S", turn=2, debt=12)


@rule("X-DRAWN7", "FARAON-DRAWN7")
def test_the_next_may_find_a_seven_too_and_what_is_left_grows_by_three() -> None:
    table = owing(9, "8C 7D 8S 7C 8D TD")
    table.act("take", "7D", "take")
    assert table.choices == "7C, pass"
    table.act("7C")
    table.expect(turn=2, ask="debt", debt=9, hand_1="9C 8D TD AD KS")


@rule("X-FARAON-MIX")
def test_a_debt_may_be_answered_at_once_before_anything_is_drawn() -> None:
    table = owing(6, "", ["7D KD TH", "AD AS 9C", "9S TS"])
    assert table.choices == "7D, take"
    assert table.act("7D") == change(hand_0="KD TH", pile="8H 7H 7D", turn=1, debt=9)


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
    seven = replace(SEVEN, cards=2, drawn_first=3)
    house = replace(BELLS, id="house", effects={**BELLS.effects, "7": seven})
    table = set_up(house, HANDS, pile="8H 7H", ask="debt", debt=2, draws="8C 7D")
    table.act("take")
    assert table.choices == "7D, pass"
    assert table.act("7D") == change(hand_0="8C KD TH", pile="8H 7H 7D", turn=1, ask="debt", debt=2)
