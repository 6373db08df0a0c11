"""Prší and what is built on it: no words, Aces and Eights skip, Sevens are passed on, who draws is done."""

import pytest

from arena.rules import EventKind, IllegalAction
from tests.rules.table import change, rule, set_up, started, won

CZECH = pytest.mark.parametrize("ruleset", ["prsi", "prsi-kings", "quick"])
RUSSIAN = ["czech-fool", "pharaoh-101"]
EVERY = pytest.mark.parametrize("ruleset", ["prsi", "prsi-kings", "quick", *RUSSIAN])


@CZECH
@rule("PRSI-PACK", "X-DEALING")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_32_german_cards_and_four_each(ruleset: str, seats: int) -> None:
    table = started(ruleset, seats, "...")
    assert table.pack.names == tuple(rank + suit for suit in "CDHS" for rank in "789TJQKA")
    assert table.pack.style == "german"
    assert [hand.bit_count() for hand in table.position.hands] == [4] * seats
    assert table.position.stock.bit_count() == 32 - 4 * seats - 1


@EVERY
@rule("PRSI-A", "RUSSIA-A", "X-INHERIT", "X-RUSSIA", "X-PRSI-A")
@pytest.mark.parametrize("rank", ["A", "8"])
def test_an_ace_or_an_eight_makes_the_next_player_miss_the_turn_unasked(ruleset: str, rank: str) -> None:
    table = set_up(ruleset, [f"9D KD {rank}H", f"{rank}C TS KS", "TD KC JS"], pile="TH")
    assert table.choices == f"{rank}H"
    assert table.act(f"{rank}H") == change(hand_0="9D KD", pile=f"TH {rank}H", turn=2)
    assert table.told(EventKind.SKIPPED) == ["1 skipped"]


@EVERY
@rule("PRSI-A", "RUSSIA-A", "X-SKIP")
@pytest.mark.parametrize("rank", ["A", "8"])
def test_between_two_an_ace_or_an_eight_gives_another_full_turn(ruleset: str, rank: str) -> None:
    table = set_up(ruleset, [f"9D KD {rank}H", f"{rank}C TS KS"], pile="TH", draws="7C")
    assert table.act(f"{rank}H") == change(hand_0="9D KD", pile=f"TH {rank}H")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="7C 9D KD", turn=1)


@EVERY
@rule("PRSI-A", "RUSSIA-A")
def test_an_ace_need_not_be_covered(ruleset: str) -> None:
    table = set_up(ruleset, ["KD KH AH", "TS KS 9S"], pile="9H")
    assert table.act("AH") == change(hand_0="KD KH", pile="9H AH")
    table.expect(ask="turn")


@pytest.mark.parametrize("ruleset", ["prsi", "prsi-kings", "quick", "czech-fool"])
@rule("PRSI-A", "RUSSIA-A", "X-FINAL")
@pytest.mark.parametrize("last", ["AH", "8H"])
def test_between_two_a_last_ace_or_eight_wins(ruleset: str, last: str) -> None:
    table = set_up(ruleset, [last, "TS KS"], pile="9H")
    assert table.choices == last
    assert table.act(last) == won((1, 2), (0, 20), hand_0="", pile=f"9H {last}")


@CZECH
@rule("PRSI-7", "X-DEBT-AFTER")
def test_who_draws_for_a_seven_does_not_play(ruleset: str) -> None:
    table = set_up(ruleset, ["7H 9D KD", "7C 9S TS", "TD KC JD"], pile="8H", draws="9C TH")
    assert table.choices == "7H"
    assert table.act("7H") == change(hand_0="9D KD", pile="8H 7H", turn=1, ask="debt", debt=2)
    assert table.choices == "7C, take"
    assert table.act("take") == change(hand_1="7C 9C TH 9S TS", turn=2, ask="turn", debt=0)


@CZECH
@rule("PRSI-7", "X-DEBT-AFTER")
def test_between_two_who_laid_the_seven_is_on_again_after_it_is_drawn_for(ruleset: str) -> None:
    table = set_up(ruleset, ["7H 9D TD", "KC 9S TS"], pile="8H", draws="9C TH")
    table.act("7H")
    assert table.act("take") == change(hand_1="9C KC TH 9S TS", turn=0, ask="turn", debt=0)


@CZECH
@rule("PRSI-7", "X-DEBT")
@pytest.mark.parametrize(
    ("hands", "turns"),
    [
        (["7H 7S 9D TD", "7C 7D TS 9S"], [1, 0, 1, 0]),
        (["7H 7D 9D TD", "7C TS 9S", "7S TC 9C"], [1, 2, 0, 1]),
        (["7H 9D TD", "7C TS 9S", "7S TC 9C", "7D 9H TH"], [1, 2, 3, 0]),
    ],
)
def test_sevens_come_to_2_4_6_8_for_the_next(ruleset: str, hands: list[str], turns: list[int]) -> None:
    table = set_up(ruleset, hands, pile="8H")
    for card, turn, debt in zip(["7H", "7C", "7S", "7D"], turns, [2, 4, 6, 8], strict=True):
        table.act(card)
        table.expect(turn=turn, ask="debt", debt=debt)
    assert table.choices == "take"


@CZECH
@rule("PRSI-7", "X-DEBT", "X-ASK")
def test_on_an_open_seven_goes_neither_ober_nor_unter_nor_a_card_of_the_suit(ruleset: str) -> None:
    table = set_up(ruleset, ["7H 9D KD", "JC QC 9H AH", "TD KC"], pile="8H", draws="8C TC")
    table.act("7H")
    assert table.choices == "take"


@CZECH
@rule("X-ANSWER-OPEN")
def test_on_a_spent_seven_a_seven_goes_by_rank_and_is_a_new_debt_of_two(ruleset: str) -> None:
    table = set_up(ruleset, ["7S TC KC", "TS KS 9S"], pile="8H 7H")
    assert table.choices == "7S"
    assert table.act("7S") == change(hand_0="TC KC", pile="8H 7H 7S", turn=1, ask="debt", debt=2)


@EVERY
@rule("PRSI-7", "X-DRAWN", "X-ASK-DRAWN")
@pytest.mark.parametrize("drawn", ["KH", "KS", "QS"])
def test_who_cannot_play_draws_and_the_turn_is_over_whether_or_not_the_card_fits(
    ruleset: str, drawn: str
) -> None:
    table = set_up(ruleset, ["9C KD", "TS 9S"], pile="8H", draws=drawn)
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0=f"9C KD {drawn}", turn=1)


@EVERY
@rule("X-MUST")
def test_who_can_play_must(ruleset: str) -> None:
    table = set_up(ruleset, ["9C TD KH", "TS 9S"], pile="8H")
    assert table.choices == "KH"


@EVERY
@rule("PRSI-NOCALL", "X-CALLS")
def test_no_word_is_due_or_legal_on_leaving_one_card(ruleset: str) -> None:
    table = set_up(ruleset, ["9H JD", "TS 9S"], pile="8H")
    with pytest.raises(IllegalAction):
        table.act("9H Mau")
    assert table.act("9H") == change(hand_0="JD", pile="8H 9H", turn=1)


@EVERY
@rule("PRSI-NOCALL", "X-CALLS")
def test_no_word_is_due_or_legal_on_going_out(ruleset: str) -> None:
    table = set_up(ruleset, ["9H", "TS 9S"], pile="8H", draws="...")
    assert table.choices == "9H"
    table.act("9H")
    assert table.told(EventKind.DREW, EventKind.SAID) == []


@rule("X-RANK")
@pytest.mark.parametrize("ruleset", ["prsi", "quick", "czech-fool"])
def test_the_first_without_cards_wins_and_all_others_share_the_next_place(ruleset: str) -> None:
    table = set_up(ruleset, ["9H", "TS KS", "9S"], pile="8H")
    assert table.act("9H") == won((1, 2, 2), (0, 20, 9), hand_0="", pile="8H 9H")


@rule("X-INHERIT", "PRSI-10", "PRSI-K")
@pytest.mark.parametrize("ruleset", ["prsi", "quick"])
@pytest.mark.parametrize("card", ["9H", "TH", "KH"])
def test_without_their_options_tens_and_kings_do_nothing(ruleset: str, card: str) -> None:
    table = set_up(ruleset, [f"9D TD {card}", "TS 9S", "TC 9C"], pile="8H")
    assert table.act(card) == change(hand_0="9D TD", pile=f"8H {card}", turn=1)


@EVERY
@rule("X-STARTER")
@pytest.mark.parametrize("starter", ["7S", "8S", "TS", "KH", "AS"])
def test_the_first_face_up_card_has_no_effect(ruleset: str, starter: str) -> None:
    five = "8D 8H " if ruleset in RUSSIAN else ""
    table = started(ruleset, 2, f"9S 9D 9H TD JC JD KC KD {five}{starter}")
    table.expect(pile=starter, turn=0, ask="turn", debt=0, misses=0, direction=1)
    assert table.position.stock.bit_count() == table.pack.size - (9 if not five else 11)


@EVERY
@rule("X-NODRAW")
def test_with_nothing_to_draw_who_cannot_play_passes(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KD", "TS 9S"], pile="8H", stock="")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, idle=1)


@rule("X-BLOCKED", "X-PLACES")
@pytest.mark.parametrize(
    "ruleset", ["mau-mau-stacking", "neuner", "prsi", "quick", "czech-fool", "tschau-sepp"]
)
@pytest.mark.parametrize(
    ("hands", "points", "places"),
    [
        (["8C KD", "8D AD", "KS"], (18, 19, 10), (2, 2, 1)),
        (["8C KD", "8D KS", "8S AC"], (18, 18, 19), (1, 1, 3)),
    ],
)
def test_blocked_the_lowest_hands_share_the_first_place_and_all_others_the_next(
    ruleset: str, hands: list[str], points: tuple[int, ...], places: tuple[int, ...]
) -> None:
    table = set_up(ruleset, hands, pile="TH", stock="")
    assert table.act("pass", "pass", "pass") == change(
        turn=2, idle=3, ask="over", termination="blocked", points=points, places=places
    )
