"""Kings in Prší: four cards for the next player, in one debt with the Sevens."""

import pytest

from tests.rules.table import change, rule, set_up, started

FILLERS = ["9D TD", "9S TS", "9C TC"]


@rule("PRSI-K", "X-DEBT", "X-DEBT-AFTER")
def test_a_king_makes_the_next_player_draw_four_and_miss_the_turn() -> None:
    table = set_up("prsi-kings", ["KH 9D TD", "7C KS TS", "TC 9S"], pile="8H", draws="8C 9C AC JD")
    assert table.choices == "KH"
    assert table.act("KH") == change(hand_0="9D TD", pile="8H KH", turn=1, ask="debt", debt=4)
    assert table.choices == "7C, KS, take"
    assert table.act("take") == change(hand_1="7C 8C 9C AC JD TS KS", turn=2, ask="turn", debt=0)


@rule("PRSI-K", "X-KING")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("laid", "debts"),
    [
        (["KH", "7C"], [4, 6]),
        (["7H", "KC"], [2, 6]),
        (["KH", "KC"], [4, 8]),
        (["7H", "7C", "KS"], [2, 4, 8]),
        (["7H", "KC", "7S"], [2, 6, 8]),
        (["KH", "7C", "KS"], [4, 6, 10]),
        (["KH", "KC", "7S", "7D"], [4, 8, 10, 12]),
        (["KH", "KC", "KS", "KD"], [4, 8, 12, 16]),
    ],
)
def test_kings_and_sevens_answer_each_other_in_any_suit_and_the_debts_add_up(
    seats: int, laid: list[str], debts: list[int]
) -> None:
    hands = [" ".join([*laid[seat::seats], FILLERS[seat]]) for seat in range(seats)]
    table = set_up("prsi-kings", hands, pile="8H")
    for number, (card, debt) in enumerate(zip(laid, debts, strict=True), start=1):
        table.act(card)
        table.expect(turn=number % seats, ask="debt", debt=debt)
    assert table.choices == "take"


@rule("X-KING", "X-EMPTY")
def test_all_kings_and_sevens_are_24_cards_for_which_the_pile_is_reshuffled() -> None:
    table = set_up("prsi-kings", ["KH KS 7C 7S 9D TD", "KC KD 7H 7D 9S TS"], pile="8H", draws="...")
    table.act("KH", "KC", "KS", "KD", "7C", "7H", "7S", "7D")
    table.expect(turn=0, ask="debt", debt=24)
    assert table.position.stock.bit_count() == 19
    table.act("take")
    table.expect(turn=1, ask="turn", debt=0, epoch=1, pile="7D")
    assert [hand.bit_count() for hand in table.position.hands] == [26, 2]


@rule("PRSI-K", "X-DEBT")
def test_on_an_open_king_goes_no_ober_no_ten_no_ace_and_no_card_of_the_suit() -> None:
    table = set_up("prsi-kings", ["KH 9D TD", "QC TH AH 8H", "TC 9S"], pile="9H")
    table.act("KH")
    assert table.choices == "take"


@rule("X-ANSWER-OPEN", "PRSI-Q")
def test_on_a_spent_king_the_usual_match_counts_and_an_ober_goes() -> None:
    table = set_up("prsi-kings", ["QC 7H 7S KS TD", "TS 9S"], pile="8D KH")
    assert table.choices == "QC:CDHS, 7H, KS"


@rule("X-ANSWER-OPEN")
@pytest.mark.parametrize(("card", "debt"), [("7H", 2), ("KS", 4)])
def test_on_a_spent_king_a_seven_or_king_is_a_new_debt(card: str, debt: int) -> None:
    table = set_up("prsi-kings", [f"9D TD {card}", "TS 9S"], pile="8D KH")
    assert table.act(card) == change(hand_0="9D TD", pile=f"8D KH {card}", turn=1, ask="debt", debt=debt)


@rule("X-ANSWER-OPEN")
def test_on_a_spent_seven_a_king_needs_the_suit() -> None:
    assert set_up("prsi-kings", ["9D KC TD", "TS 9S"], pile="8D 7H").choices == "draw"
    assert set_up("prsi-kings", ["9D KH TD", "TS 9S"], pile="8D 7H").choices == "KH"


@rule("X-STARTER")
def test_a_king_turned_up_first_costs_nothing() -> None:
    table = started("prsi-kings", 2, "7C 7D KC 8D 9H 9D TS 9S KH")
    table.expect(pile="KH", turn=0, ask="turn", debt=0)
    assert table.choices == "KC, 9H"
