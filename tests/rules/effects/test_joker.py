"""Pesten: the debts of Twos and Jokers, and the suit under a Joker."""

import pytest

from arena.rules import EventKind
from tests.rules.script import set_of
from tests.rules.table import change, rule, set_up, started


@rule("PESTEN-STACK", "PESTEN-2", "PESTEN-JOKER")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("cards", "debts"),
    [
        (("2H", "2S", "2C"), (2, 4, 6)),
        (("XX", "2S", "XX'"), (5, 7, 12)),
        (("2H", "XX", "2C"), (2, 7, 9)),
        (("XX", "XX'", "2C"), (5, 10, 12)),
    ],
)
def test_twos_and_jokers_pass_the_debt_on_and_add_up(
    seats: int, cards: tuple[str, ...], debts: tuple[int, ...]
) -> None:
    hands = ["KD QD TD", "9C TS QS", "9D KC QC"][:seats]
    for turn, card in enumerate(cards):
        hands[turn % seats] += f" {card}"
    table = set_up("pesten", hands, pile="9H")
    for turn, (card, debt) in enumerate(zip(cards, debts, strict=True), start=1):
        table.act(card.rstrip("'"))
        table.expect(turn=turn % seats, ask="debt", debt=debt)


@rule("PESTEN-STACK", "X-DEBT")
@pytest.mark.parametrize("direction", [1, -1])
def test_an_answered_debt_goes_on_in_the_direction_and_is_taken_whole(direction: int) -> None:
    table = set_up(
        "pesten",
        ["2H KD QD", "XX 9C TS", "XX' 9S TC"],
        pile="9H",
        direction=direction,
        draws="3C 3D 3H 3S 4C 4D 4H",
    )
    second, third = (1, 2) if direction == 1 else (2, 1)
    table.act("2H", "XX")
    table.expect(turn=third, debt=7)
    table.act("take")
    hand = {1: "3C 4C TC 3D 4D 3H 4H 3S 9S XX'", -1: "3C 4C 9C 3D 4D 3H 4H 3S TS XX"}[direction]
    table.expect(turn=third, ask="paid", debt=0, **{f"hand_{third}": hand})
    assert [event.seat for event in table.events if event.kind is EventKind.DREW] == [third] * 7
    assert second != third


@rule("X-JOKER-START")
@pytest.mark.parametrize("jokers", ["XX", "XX'", "XX XX'", "XX' XX"])
def test_a_joker_turned_up_first_is_laid_aside_and_then_goes_back_into_the_stock(jokers: str) -> None:
    hands = "3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 8C 8D 9C 9D"
    table = started("pesten", 2, f"{hands} {jokers} 9H")
    table.expect(pile="9H", turn=0, ask="turn", suit="")
    both = set_of(table.pack, "XX XX'")
    assert table.position.stock & both == both
    assert table.position.stock.bit_count() == 54 - 14 - 1


# ---- pesten-royal: who takes a Joker's debt names the suit -------------------------------------------------


@rule("PESTEN-JOKER", "X-JOKER-SUIT", "X-ROYAL-NAME")
@pytest.mark.parametrize(
    ("suit", "offered"),
    [("S", "JC:CDHS, TS, pass"), ("C", "3C, 4C, JC:CDHS, pass"), ("H", "JC:CDHS, 2H, 9H, pass")],
)
@pytest.mark.parametrize("seats", [2, 3])
def test_royal_a_player_who_takes_a_jokers_debt_names_the_suit_when_they_have_drawn_and_then_plays(
    suit: str, offered: str, seats: int
) -> None:
    hands = ["XX KC QC", "JC 9H TS", "9D KD"][:seats]
    table = set_up("pesten-royal", hands, pile="8H", draws="2H 2D 3C 4C 5D")
    table.act("XX")
    assert table.choices == "take"
    assert table.act("take") == change(hand_1="3C 4C JC 2D 5D 2H 9H TS", ask="name", debt=0)
    assert table.choices == "name"
    before = {} if suit == "H" else change(suit=suit)
    assert table.act(f"name:{suit}") == change(ask="paid") | before
    assert table.choices == offered


@rule("X-ROYAL-NAME", "X-HIDDEN")
def test_royal_all_hear_the_suit_named() -> None:
    table = set_up("pesten-royal", ["XX KC QC", "JC 9H TS"], pile="8H", draws="...")
    table.act("XX", "take", "name:D")
    assert [event.value for event in table.events if event.kind is EventKind.NAMED] == [1]
