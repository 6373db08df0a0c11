"""Pesten: Twos and Jokers, the debts they make, and the suit under a Joker."""

import pytest

from arena.rules import EventKind
from tests.rules.script import set_of
from tests.rules.table import change, rule, set_up, started

BOTH = pytest.mark.parametrize("ruleset", ["pesten", "pesten-royal"])


@BOTH
@rule("PESTEN-2", "X-DEBT")
def test_a_two_is_asked_about_also_where_it_can_only_be_taken(ruleset: str) -> None:
    table = set_up(ruleset, ["2H KD QD", "9H JS TS", "TD KC"], pile="9S 3H", draws="4C 5H")
    assert table.act("2H") == change(hand_0="QD KD", pile="9S 3H 2H", turn=1, ask="debt", debt=2)
    assert table.choices == "take"
    assert table.act("take") == change(hand_1="4C 5H 9H TS JS", ask="paid", debt=0)


@BOTH
@rule("PESTEN-2", "X-DEBT-AFTER", "X-ASK-DRAWN")
def test_after_a_two_is_paid_for_any_card_may_be_played_or_none_but_not_drawn(ruleset: str) -> None:
    table = set_up(ruleset, ["2H KD QD", "9H JS TS", "TD KC"], pile="3H", draws="4C 5H")
    table.act("2H", "take")
    assert table.choices == "5H, 9H, JS:CDHS, pass"
    assert table.act("9H") == change(hand_1="4C 5H TS JS", pile="3H 2H 9H", turn=2, ask="turn")


@BOTH
@rule("X-ASK-DRAWN", "X-DEBT-AFTER")
def test_after_a_debt_the_turn_may_be_ended_also_where_nothing_fits(ruleset: str) -> None:
    table = set_up(ruleset, ["2H KD QD", "9C TS", "TD KC"], pile="3H", draws="4C 5S")
    table.act("2H", "take")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=2, ask="turn")


@BOTH
@rule("PESTEN-2", "X-DEBT-AFTER")
def test_a_two_played_after_paying_starts_a_new_debt_of_two(ruleset: str) -> None:
    table = set_up(ruleset, ["2H KD QD", "9C TS 9D", "TD KC"], pile="3H", draws="2C 5S")
    table.act("2H", "take")
    assert table.act("2C") == change(hand_1="9C 9D 5S TS", pile="3H 2H 2C", turn=2, ask="debt", debt=2)


@BOTH
@rule("PESTEN-JOKER", "X-JOKER-SUIT")
@pytest.mark.parametrize(
    ("pile", "named", "goes_on"),
    [("9H", "", "H"), ("8D 2D", "", "D"), ("7S", "", "S"), ("JH", "H", "H"), ("JH", "S", "S")],
)
def test_a_joker_goes_on_any_card_keeps_the_suit_and_the_next_player_owes_five(
    ruleset: str, pile: str, named: str, goes_on: str
) -> None:
    table = set_up(ruleset, ["XX KC QC", "9C TS"], pile=pile, suit=named)
    assert table.choices == "XX"
    table.act("XX")
    table.expect(hand_0="QC KC", pile=f"{pile} XX", suit=goes_on, turn=1, ask="debt", debt=5)


@BOTH
@rule("PESTEN-JOKER", "X-MUST")
def test_who_can_play_only_a_joker_must(ruleset: str) -> None:
    table = set_up(ruleset, ["XX KC QC", "9C TS"], pile="9H")
    assert table.choices == "XX"


@rule("PESTEN-JOKER", "X-DEBT-AFTER", "X-JOKER-SUIT")
@pytest.mark.parametrize(
    ("pile", "named", "offered"),
    [
        ("8H", "", "JC:CDHS, 2H, 9H, pass"),
        ("JH", "H", "JC:CDHS, 2H, 9H, pass"),
        ("JH", "S", "JC:CDHS, 2S, TS, pass"),
    ],
)
def test_pesten_who_takes_a_jokers_debt_goes_on_with_the_suit_under_it(
    pile: str, named: str, offered: str
) -> None:
    table = set_up("pesten", ["XX KC QC", "JC 9H TS"], pile=pile, suit=named, draws="2H 2S 3C 4C 5D")
    table.act("XX")
    assert table.choices == "take"
    assert table.act("take") == change(hand_1="3C 4C JC 5D 2H 9H 2S TS", ask="paid", debt=0)
    assert table.choices == offered


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


@rule("PESTEN-STACK", "X-DEBT", "X-JOKER-SUIT")
@pytest.mark.parametrize("top", ["2H", "XX"])
def test_a_debt_is_answered_by_twos_of_any_suit_and_jokers_and_by_nothing_else(top: str) -> None:
    hand = "2C 2S 7H 8H 9H JH KH AH XX'"
    table = set_up("pesten", [hand, "9C TS"], pile=f"9S {top}", suit="H" * (top == "XX"), ask="debt", debt=5)
    assert table.choices == "2C, 2S, XX', take"


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


@rule("X-JOKER-SUIT")
def test_a_two_that_answers_a_joker_has_its_own_suit() -> None:
    table = set_up("pesten", ["XX KD QD", "2S 9C TC", "9S 9H 9D"], pile="8H", draws="3C 4C 5C 6C 7C 3D 3H")
    table.act("XX")
    table.expect(suit="H")
    assert table.act("2S") == change(hand_1="9C TC", pile="8H XX 2S", suit="", turn=2, debt=7)
    table.act("take")
    assert table.choices == "9S, pass"


@rule("X-JOKER-SUIT")
def test_a_joker_that_answers_a_two_keeps_the_twos_suit() -> None:
    table = set_up("pesten", ["2S KD QD", "XX 9C TC", "9S 9H 9D"], pile="8S", draws="3C 4C 5C 6C 7C 3D 3H")
    table.act("2S")
    assert table.act("XX") == change(hand_1="9C TC", pile="8S 2S XX", suit="S", turn=2, debt=7)
    table.act("take")
    assert table.choices == "9S, pass"


@rule("X-JOKER-SUIT")
def test_a_joker_on_a_joker_keeps_the_suit_under_both() -> None:
    table = set_up("pesten", ["XX KD QD", "XX' 9D TC"], pile="9C JH", suit="S")
    assert table.act("XX", "XX") == change(
        hand_0="QD KD", hand_1="TC 9D", pile="9C JH XX XX'", ask="debt", debt=10
    )


@BOTH
@rule("X-ANSWER-OPEN", "X-JOKER-SUIT", "X-WILDTOP")
def test_on_a_spent_joker_a_two_needs_the_suit_in_force_a_joker_and_a_jack_do_not(ruleset: str) -> None:
    table = set_up(ruleset, ["2C 2S JD 9H KS XX'", "9C TS"], pile="9S XX", suit="S")
    assert table.choices == "JD:CDHS, 2S, KS, XX'"


@BOTH
@rule("X-ANSWER-OPEN", "W-MATCH")
def test_on_a_spent_two_suit_or_rank_counts(ruleset: str) -> None:
    table = set_up(ruleset, ["2C JD 9H 9S XX", "9C TS"], pile="8S 2S")
    assert table.choices == "2C, JD:CDHS, 9S, XX"


@BOTH
@rule("X-JOKERS")
def test_two_jokers_in_a_hand_are_one_action(ruleset: str) -> None:
    table = set_up(ruleset, ["XX XX' KD", "9C TS"], pile="8S")
    assert table.choices == "XX"
    assert table.act("XX") == change(hand_0="KD XX'", pile="8S XX", suit="S", turn=1, ask="debt", debt=5)


@rule("X-JOKER-START")
@pytest.mark.parametrize("jokers", ["XX", "XX'", "XX XX'", "XX' XX"])
def test_a_joker_turned_up_first_is_laid_aside_and_then_goes_back_into_the_stock(jokers: str) -> None:
    hands = "3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 8C 8D 9C 9D"
    table = started("pesten", 2, f"{hands} {jokers} 9H")
    table.expect(pile="9H", turn=0, ask="turn", suit="")
    both = set_of(table.pack, "XX XX'")
    assert table.position.stock & both == both
    assert table.position.stock.bit_count() == 54 - 14 - 1


@BOTH
@rule("X-NODRAW-2", "X-EMPTY", "X-DEBT-AFTER")
def test_a_debt_for_which_nothing_is_left_is_met_and_the_turn_goes_on(ruleset: str) -> None:
    table = set_up(ruleset, ["9H KD", "TS KS"], pile="2H", stock="", ask="debt", debt=2)
    table.act("take")
    table.expect(turn=0, ask="paid", debt=0, hand_0="KD 9H")
    assert table.choices == "9H Mau/-, pass"


@BOTH
@rule("X-EMPTY")
def test_a_debt_reshuffles_in_the_middle(ruleset: str) -> None:
    table = set_up(
        ruleset, ["9H KD", "TS KS"], pile="3C 4C 2H", stock="5C", ask="debt", debt=4, draws="5C 3C 4C"
    )
    assert table.act("take") == change(hand_0="3C 4C 5C KD 9H", pile="2H", ask="paid", debt=0, epoch=1)


# ---- pesten-royal: who takes a Joker's debt names the suit -------------------------------------------------


@rule("PESTEN-JOKER", "X-JOKER-SUIT", "X-ROYAL-NAME")
@pytest.mark.parametrize(
    ("suit", "offered"),
    [("S", "JC:CDHS, TS, pass"), ("C", "3C, 4C, JC:CDHS, pass"), ("H", "JC:CDHS, 2H, 9H, pass")],
)
@pytest.mark.parametrize("seats", [2, 3])
def test_royal_who_takes_a_jokers_debt_names_the_suit_when_he_has_drawn_and_then_plays(
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


@rule("X-ROYAL-NAME", "X-ASK-DRAWN")
def test_royal_who_has_named_the_suit_may_end_the_turn_and_it_holds() -> None:
    table = set_up("pesten-royal", ["XX KC QC", "JC 9H TS", "9D KD 8S"], pile="8H", draws="2H 2D 3C 4C 5D")
    table.act("XX", "take", "name:D")
    assert table.act("pass") == change(turn=2, ask="turn")
    assert table.choices == "9D, KD"


@rule("X-ROYAL-NAME", "X-JOKER-SUIT")
def test_royal_who_takes_the_debt_of_a_two_on_a_joker_names_no_suit() -> None:
    table = set_up(
        "pesten-royal", ["XX KC QC", "2S 9C TC", "9S 9H 9D"], pile="8H", draws="3C 4C 5C 6C 7C 3D 3H"
    )
    table.act("XX", "2S")
    table.expect(suit="", turn=2, debt=7)
    table.act("take")
    table.expect(turn=2, ask="paid")
    assert table.choices == "9S, pass"


@rule("X-ROYAL-NAME")
def test_royal_who_takes_the_debt_of_a_two_alone_names_no_suit() -> None:
    table = set_up("pesten-royal", ["2H KC QC", "9C TC"], pile="8H", draws="3C 4C")
    table.act("2H", "take")
    table.expect(turn=1, ask="paid")


@rule("X-ROYAL-NAME")
@pytest.mark.parametrize("first", ["XX'", "2H"])
def test_royal_a_joker_as_answer_names_none_but_who_takes_it_does(first: str) -> None:
    table = set_up("pesten-royal", [f"{first} KC QC", "XX 9C TC", "9S 9H 9D"], pile="8H", draws="...")
    table.act(first.rstrip("'"), "XX")
    table.expect(turn=2, ask="debt", suit="H")
    table.act("take")
    table.expect(turn=2, ask="name")


@rule("X-ROYAL-NAME", "X-EMPTY")
def test_royal_who_takes_a_jokers_debt_with_nothing_to_draw_names_the_suit_too() -> None:
    table = set_up("pesten-royal", ["9H KD QD", "TS KS"], pile="XX", suit="S", stock="", ask="debt", debt=5)
    assert table.act("take") == change(ask="name", debt=0)
    table.act("name:H")
    assert table.choices == "9H, pass"


@rule("X-ROYAL-NAME", "PESTEN-LAST")
def test_royal_who_takes_the_debt_of_a_last_joker_names_the_suit_too() -> None:
    table = set_up("pesten-royal", ["XX", "9C TC"], pile="8H", draws="3C 4C 5C 6C 7C 3D")
    table.act("XX", "take")
    table.expect(hand_0="3C", turn=1, ask="name")


@rule("X-ROYAL-NAME", "X-HIDDEN")
def test_royal_all_hear_the_suit_named() -> None:
    table = set_up("pesten-royal", ["XX KC QC", "JC 9H TS"], pile="8H", draws="...")
    table.act("XX", "take", "name:D")
    assert [event.value for event in table.events if event.kind is EventKind.NAMED] == [1]


@rule("X-JOKER-SUIT")
def test_pesten_nobody_is_asked_for_a_suit() -> None:
    table = set_up("pesten", ["XX KC QC", "JC 9H TS"], pile="8H", draws="...")
    table.act("XX", "take")
    table.expect(ask="paid", suit="H")
    assert table.told(EventKind.NAMED) == []


@rule("X-JOKERS")
def test_royal_three_jokers_are_one_action_and_owe_fifteen() -> None:
    table = set_up("pesten-royal", ["XX XX'' KD QD", "XX' 9C TC"], pile="8S")
    table.act("XX", "XX")
    assert table.choices == "XX'', take"
    table.act("XX")
    table.expect(debt=15, turn=1)
