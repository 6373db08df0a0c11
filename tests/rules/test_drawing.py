"""Ordinary draws, the empty stock, and what may be done afterwards."""

import pytest

from arena.rules import EventKind
from tests.rules.script import set_of
from tests.rules.table import change, rule, set_up

BOTH = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed"])
EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])
G_AND_P = pytest.mark.parametrize("ruleset", ["german", "points-150"])


@rule("W-DRAW", "X-DRAWN")
def test_base_game_only_the_drawn_card_may_be_played() -> None:
    table = set_up("mau-mau", ["7C KD QS", "TS KS"], pile="9H", draws="TH")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="7C KD TH QS", ask="drawn")
    assert table.choices == "TH, pass"
    assert table.act("TH") == change(hand_0="7C KD QS", pile="9H TH", turn=1, ask="turn")


@rule("X-DRAWN")
def test_base_game_no_other_card_after_a_draw_even_if_it_fitted() -> None:
    table = set_up("mau-mau", ["7C 9S TH", "TS KS"], pile="9H", ask="drawn")
    table.position.allowed = set_of(table.pack, "TH")
    assert table.choices == "TH, pass"


@rule("W-DRAW")
def test_base_game_a_drawn_card_that_fits_may_be_kept() -> None:
    table = set_up("mau-mau", ["7C KD QS", "TS KS"], pile="9H", draws="TH")
    table.act("draw")
    assert table.choices == "TH, pass"
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("W-DRAW", "X-ASK-DRAWN")
def test_base_game_a_drawn_card_that_does_not_fit_ends_the_turn_but_is_asked_about() -> None:
    table = set_up("mau-mau", ["7C KD QS", "TS KS"], pile="9H", draws="8S")
    assert table.act("draw") == change(hand_0="7C KD 8S QS", ask="drawn")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("W-DRAW")
def test_base_game_a_drawn_jack_may_be_played() -> None:
    table = set_up("mau-mau", ["7C KD QS", "TS KS"], pile="9H", draws="JS")
    table.act("draw")
    assert table.choices == "JS:CDHS, pass"
    assert table.act("JS:D") == change(hand_0="7C KD QS", pile="9H JS", suit="D", turn=1, ask="turn")


@rule("G-DRAWSTOP", "X-DRAWN", "X-ASK-DRAWN")
@pytest.mark.parametrize("drawn", ["JS", "7S"])
def test_german_a_drawn_card_ends_the_turn_unasked_whether_it_fits_or_not(drawn: str) -> None:
    table = set_up("german", ["7C KD", "TS KS"], pile="9H", draws=drawn)
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0=f"7C KD {drawn}", turn=1)


@rule("P-DRAW", "X-DRAWN")
def test_points_only_the_drawn_card_may_be_played() -> None:
    table = set_up("points-150", ["9C KD QS", "TS KS"], pile="9H", draws="TH")
    assert table.choices == "9C, draw"
    assert table.act("draw") == change(hand_0="9C KD TH QS", ask="drawn")
    assert table.choices == "TH, pass"
    assert table.act("TH") == change(hand_0="9C KD QS", pile="9H TH", turn=1, ask="turn")


@rule("P-DRAW", "X-ASK-DRAWN")
@pytest.mark.parametrize(("drawn", "offered"), [("TH", "TH, pass"), ("8S", "pass")])
def test_points_a_drawn_card_may_be_kept_and_is_asked_about_anyway(drawn: str, offered: str) -> None:
    table = set_up("points-150", ["7C KD", "TS KS"], pile="9H", draws=drawn)
    table.act("draw")
    assert table.choices == offered
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("X-DRAWN", "D-DRAW", "X-D-DRAWFIRST")
def test_detailed_after_a_draw_any_card_may_be_played_but_no_other_drawn() -> None:
    table = set_up("detailed", ["9C KD 4H", "TS KS"], pile="9H", draws="2D")
    assert table.choices == "9C, 4H, draw"
    assert table.act("draw") == change(hand_0="9C 2D KD 4H", ask="drawn")
    assert table.choices == "9C, 4H, pass"
    assert table.act("4H") == change(hand_0="9C 2D KD", pile="9H 4H", turn=1, ask="turn")


@rule("X-D-DRAWFIRST", "X-ASK-DRAWN")
def test_detailed_after_a_draw_one_may_pass() -> None:
    table = set_up("detailed", ["TC KD", "TS KS"], pile="9H", draws="2D")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="TC 2D KD", ask="drawn")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("X-DRAW-MOVE")
def test_base_game_an_ace_drawn_and_played_may_need_another_draw() -> None:
    table = set_up("mau-mau", ["7C KD QS", "TS KS"], pile="9H", draws="AH 8H")
    table.act("draw")
    assert table.choices == "AH, pass"
    assert table.act("AH") == change(hand_0="7C KD QS", pile="9H AH", ask="cover")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="7C KD 8H QS", ask="drawn")
    assert table.choices == "8H, pass"


@rule("X-DRAW-MOVE")
def test_german_an_uncovered_ace_is_a_move_of_its_own_that_may_need_a_draw() -> None:
    table = set_up("german", ["AH AD KS QS", "TS KD"], pile="9H", draws="8H")
    table.act("AH", "AD")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="8H QS KS", turn=1, ask="turn")


@rule("X-DRAW-MOVE")
def test_detailed_one_may_draw_again_after_an_ace() -> None:
    table = set_up("detailed", ["AH KD 4H QS", "TS KS"], pile="9H", draws="2D 3C")
    table.act("draw")
    assert table.choices == "4H, AH, pass"
    assert table.act("AH") == change(hand_0="2D KD 4H QS", pile="9H AH", ask="cover")
    assert table.choices == "4H, draw"
    assert table.act("draw") == change(hand_0="3C 2D KD 4H QS", ask="drawn")
    assert table.choices == "4H, pass"


@G_AND_P
@rule("W-RESHUFFLE", "G-RESHUFFLE", "X-EMPTY")
def test_g_and_p_the_pile_without_its_top_becomes_the_stock_when_a_card_is_wanted(ruleset: str) -> None:
    table = set_up(ruleset, ["7C KD", "TS KS"], pile="8S QD 9H", stock="", draws="QD")
    drawn = {"german": change(turn=1), "points-150": change(ask="drawn")}[ruleset]
    assert table.act("draw") == change(**drawn, hand_0="7C QD KD", pile="9H", epoch=1)
    assert table.dealer.stocks == [set_of(table.pack, "8S QD")]
    assert table.position.stock == set_of(table.pack, "8S")


@BOTH
@rule("W-RESHUFFLE", "X-EMPTY")
def test_the_pile_without_its_top_becomes_the_stock_when_a_card_is_wanted(ruleset: str) -> None:
    table = set_up(ruleset, ["7C KD", "TS KS"], pile="8S QD 9H", stock="TC", draws="TC QD")
    assert table.act("draw") == change(hand_0="7C TC KD", ask="drawn")
    assert table.act("pass") == change(turn=1, ask="turn")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_1="QD TS KS", pile="9H", epoch=1, ask="drawn")
    assert table.dealer.stocks == [set_of(table.pack, "8S QD")]
    assert table.position.stock == set_of(table.pack, "8S")


@BOTH
@rule("X-EMPTY")
def test_the_reshuffle_happens_in_the_middle_of_a_debt(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD QS", "TS KS"], pile="8C 9H", stock="TC", draws="TC 8C")
    assert table.act("7H", *["take"] * (ruleset == "detailed")) == change(
        hand_0="KD QS", hand_1="8C TC TS KS", pile="7H", epoch=1, turn=1, ask="paid"
    )
    assert table.position.stock == set_of(table.pack, "9H")
    kinds = [EventKind.DREW, EventKind.RESHUFFLED]
    assert table.told(*kinds) == ["1 drew TC for debt", "reshuffled", "1 drew 8C for debt"]


@G_AND_P
@rule("X-EMPTY")
def test_g_and_p_the_reshuffle_in_a_debt_and_what_there_is_meets_it(ruleset: str) -> None:
    table = set_up(
        ruleset, ["KD QS", "TS KS"], pile="9H 7H 7D", stock="TC", ask="debt", debt=4, draws="TC 7H 9H"
    )
    assert table.act("take") == change(
        hand_0="TC KD 7H 9H QS", pile="7D", epoch=1, turn=1, ask="turn", debt=0
    )
    kinds = [EventKind.DREW, EventKind.RESHUFFLED]
    assert table.told(*kinds) == [
        "0 drew TC for debt",
        "reshuffled",
        "0 drew 7H for debt",
        "0 drew 9H for debt",
    ]


@BOTH
@rule("X-EMPTY")
def test_a_debt_is_met_with_what_there_is(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD QS", "TS KS"], pile="9H", stock="", draws="9H")
    assert table.act("7H", *["take"] * (ruleset == "detailed")) == change(
        hand_0="KD QS", hand_1="9H TS KS", pile="7H", epoch=1, turn=1, ask="paid"
    )
    assert table.choices == "9H, pass"


@EVERY
@rule("X-NODRAW")
def test_with_nothing_to_draw_who_can_play_must(ruleset: str) -> None:
    table = set_up(ruleset, ["TC 8H KD", "TS KS"], pile="TH", stock="")
    assert table.choices == "TC, 8H"
    assert table.act("TC") == change(hand_0="KD 8H", pile="TH TC", turn=1)


@EVERY
@rule("X-NODRAW")
def test_with_nothing_to_draw_who_cannot_play_passes(ruleset: str) -> None:
    table = set_up(ruleset, ["TC KD", "TS KS"], pile="9H", stock="")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, idle=1)


@pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german"])
@rule("X-NODRAW", "X-NODRAW-2")
def test_with_nothing_to_draw_an_ace_must_be_covered_if_it_can(ruleset: str) -> None:
    table = set_up(ruleset, ["TH 9C KD", "TS KS"], pile="AH", stock="", ask="cover")
    assert table.choices == "TH"
    assert table.act("TH") == change(hand_0="9C KD", pile="AH TH", turn=1, ask="turn")
    table = set_up(ruleset, ["9C KD", "TS KS"], pile="AH", stock="", ask="cover")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn", idle=1)


@BOTH
@rule("X-NODRAW-2")
def test_after_a_debt_that_drew_the_last_card_one_may_still_end_the_turn(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD QS", "TH KS"], pile="9H", stock="", draws="9H")
    table.act("7H", *["take"] * (ruleset == "detailed"))
    assert table.choices == "9H, TH, pass"
    assert table.act("pass") == change(turn=0, ask="turn")


@rule("X-NODRAW-2")
def test_after_a_debt_that_drew_nothing_one_may_still_end_the_turn() -> None:
    table = set_up("detailed", ["TC KD", "TH KS"], pile="7H", stock="", turn=1, ask="paid")
    assert table.choices == "TH Mau/-, pass"
    assert table.act("pass") == change(turn=0, ask="turn")


@G_AND_P
@rule("X-NODRAW-2", "X-EMPTY")
def test_g_and_p_with_nothing_to_draw_a_debt_may_be_taken_though_there_is_an_answer(ruleset: str) -> None:
    table = set_up(ruleset, ["7D KD", "TS KS"], pile="7H", stock="", ask="debt", debt=2)
    assert table.choices == "7D Mau/-, take"
    assert table.act("take") == change(turn=1, ask="turn", debt=0)


@rule("X-NODRAW-2")
def test_points_the_last_card_there_is_drawn_may_be_kept() -> None:
    table = set_up("points-150", ["9C KD", "TS KS"], pile="9H", stock="TH", draws="TH")
    table.act("draw")
    assert table.choices == "TH, pass"
    assert table.act("pass") == change(turn=1, ask="turn")
