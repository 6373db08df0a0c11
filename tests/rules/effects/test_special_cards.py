"""Crazy Eights with special cards: a Two is two cards, a Queen skips, an Ace reverses."""

import pytest

from arena.rules import EventKind, redact
from arena.rules.choices import NO_CARD
from tests.rules.table import Table, change, rule, set_up, started

SPECIAL = "crazy-eights-special"


@rule("X-C8")
@pytest.mark.parametrize(("seats", "on"), [(3, 2), (4, 2), (5, 2)])
def test_a_queen_skips_the_next_player(seats: int, on: int) -> None:
    hands = ["QH 9C 4D", "TS KD", "TC TD", "JC JD", "KS KC"][:seats]
    table = set_up(SPECIAL, hands, pile="KH")
    assert table.act("QH") == change(hand_0="9C 4D", pile="KH QH", turn=on)
    assert table.event_texts(EventKind.SKIPPED) == ["1 skipped"]


@rule("X-C8")
def test_between_two_a_queen_gives_its_player_a_new_turn_of_five_cards() -> None:
    table = set_up(SPECIAL, ["QH 9C 4D", "TS KD"], pile="KH", draws="3S 4S 5S 6S 7S 3C 3D 4C 5C 6C")
    table.act(*["draw"] * 5)
    assert table.choices == "QH, pass"
    table.act("QH")
    table.expect(turn=0, ask="turn")
    table.act(*["draw"] * 5)
    assert table.choices == "pass"


@rule("X-C8")
@pytest.mark.parametrize(("seats", "direction", "on"), [(3, 1, 2), (3, -1, 1), (5, 1, 4), (2, 1, 1)])
def test_an_ace_reverses_the_direction_and_the_next_in_it_plays(seats: int, direction: int, on: int) -> None:
    hands = ["AH 9C 4D", "TS KD", "TC TD", "JC JD", "KS KC"][:seats]
    table = set_up(SPECIAL, hands, pile="KH", direction=direction)
    assert table.act("AH") == change(hand_0="9C 4D", pile="KH AH", turn=on, direction=-direction)


@rule("X-C8", "X-HIDDEN")
def test_only_the_player_who_takes_a_debt_sees_the_cards() -> None:
    table = set_up(SPECIAL, ["2H 9C 4D", "TH KD", "5D 6D"], pile="KH", draws="2S 3S")
    table.act("2H", "take")
    drawn = [event for event in table.events if event.kind is EventKind.DREW]
    assert [redact(event, 1) for event in drawn] == drawn
    assert {redact(event, 0).card for event in drawn} == {NO_CARD}


# ---- the first card acts as if the dealer had played it ----


def turned(seats: int, card: str) -> Table:
    low = [f"{rank}{suit}" for suit in "CDH" for rank in "345679TJK"]
    return started(SPECIAL, seats, " ".join([*low[: seats * (7 if seats == 2 else 5)], card]))


@rule("X-C8")
@pytest.mark.parametrize("card", ["9S", "KS", "3S"])
def test_turned_up_a_plain_card_does_nothing(card: str) -> None:
    turned(3, card).expect(turn=0, ask="turn", debt=0, direction=1)


@rule("X-C8")
@pytest.mark.parametrize(("seats", "on"), [(2, 1), (3, 1), (5, 1)])
def test_a_queen_turned_up_skips_the_first_player(seats: int, on: int) -> None:
    turned(seats, "QS").expect(turn=on, ask="turn")


@rule("X-C8")
@pytest.mark.parametrize(("seats", "on"), [(2, 0), (3, 1), (4, 2), (5, 3)])
def test_turned_up_an_ace_reverses_the_direction_and_the_dealers_other_neighbour_begins(
    seats: int, on: int
) -> None:
    turned(seats, "AS").expect(turn=on, ask="turn", direction=-1)


@rule("X-C8")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_two_turned_up_is_owed_by_the_first_player(seats: int) -> None:
    table = turned(seats, "2S")
    table.expect(turn=0, ask="debt", debt=2)
    assert table.choices == "take"
