"""The Ace: its player is on once more, and nobody wins with one."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up

COVERED = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german"])


@rule("W-A", "X-COVER")
def test_base_game_an_ace_must_be_covered_by_a_card_that_fits() -> None:
    table = set_up("mau-mau", ["AH KH AD JC 9S", "TS KC"], pile="9H")
    assert table.act("AH") == change(hand_0="JC AD KH 9S", pile="9H AH", ask="cover")
    assert table.choices == "JC:CDHS, AD, KH"
    assert table.act("KH") == change(hand_0="JC AD 9S", pile="9H AH KH", turn=1, ask="turn")


@rule("W-A", "X-COVER")
def test_base_game_who_has_no_cover_draws_and_may_cover_with_that() -> None:
    table = set_up("mau-mau", ["AH KD 9S", "TS KC"], pile="9H", draws="8H")
    table.act("AH")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="KD 8H 9S", ask="drawn")
    assert table.choices == "8H, pass"
    assert table.act("8H") == change(hand_0="KD 9S", pile="9H AH 8H", ask="turn")


@rule("W-A", "X-COVER")
def test_base_game_an_uncovered_ace_is_a_plain_top() -> None:
    table = set_up("mau-mau", ["AH KD 9S", "AC TH KC"], pile="9H", draws="8C")
    table.act("AH", "draw")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn")
    assert table.choices == "AC, TH"
    assert table.act("TH") == change(hand_1="KC AC", pile="9H AH TH", turn=0)


@rule("D-A", "X-COVER")
def test_detailed_after_an_ace_a_card_or_a_draw_at_will() -> None:
    table = set_up("detailed", ["AH KH AD JC 9S", "TS KC"], pile="9H", draws="2C")
    assert table.act("AH") == change(hand_0="JC AD KH 9S", pile="9H AH", ask="cover")
    assert table.choices == "JC:CDHS, AD, KH, draw"
    assert table.act("draw") == change(hand_0="2C JC AD KH 9S", ask="drawn")
    assert table.choices == "JC:CDHS, AD, KH, pass"
    assert table.act("pass") == change(turn=1, ask="turn")
    assert table.choices == "draw"


@COVERED
@rule("X-COVER", "W-A", "D-A", "G-A")
def test_an_ace_on_an_ace_is_covered_again(ruleset: str) -> None:
    table = set_up(ruleset, ["AH AD 9D KS", "TS KC"], pile="9H")
    table.act("AH")
    assert table.act("AD") == change(hand_0="9D KS", pile="9H AH AD")
    table.expect(turn=0, ask="cover")
    assert table.choices == "9D Mau/-" + ", draw" * (ruleset == "detailed")


@COVERED
@rule("X-COVER", "G-A")
def test_the_cover_has_its_effect(ruleset: str) -> None:
    table = set_up(ruleset, ["AH 8H 9D KS", "TS KC", "QC QD"], pile="9H")
    table.act("AH")
    assert table.act("8H") == change(hand_0="9D KS", pile="9H AH 8H", turn=2, ask="turn")
    table = set_up(ruleset, ["AH JC 9D KS", "TS KC", "QC QD"], pile="9H")
    table.act("AH")
    assert table.act("JC:S") == change(hand_0="9D KS", pile="9H AH JC", suit="S", turn=1, ask="turn")


@COVERED
@rule("X-COVER")
def test_the_cover_may_be_the_winning_card(ruleset: str) -> None:
    table = set_up(ruleset, ["AH 9H", "TS KC"], pile="8H", totals=[0, 100], deal=9, draws="...")
    table.act("AH Mau", "9H Mau" if ruleset == "mau-mau" else "9H")
    table.expect(hand_0="", ask="over", places=(1, 2))


@COVERED
@rule("W-A-LAST", "D-A", "G-A", "X-GOINGOUT", "X-LAST-ACE")
def test_a_last_ace_does_not_win_its_player_draws_unasked_and_the_turn_is_over(ruleset: str) -> None:
    table = set_up(ruleset, ["AH", "TS KC"], pile="9H", draws="8H")
    assert table.choices == "AH" + ", draw" * (ruleset != "mau-mau")
    assert table.act("AH") == change(hand_0="8H", pile="9H AH", turn=1)
    assert table.told() == ["0 played AH", "0 drew 8H for last_card"]


@COVERED
@rule("X-GOINGOUT")
def test_a_last_ace_as_cover_does_not_win_either(ruleset: str) -> None:
    table = set_up(ruleset, ["AD AH", "TS KC"], pile="9H", draws="8H")
    table.act("AH Mau")
    table.expect(ask="cover", said_0="Mau")
    assert table.act("AD") == change(hand_0="8H", said_0="", pile="9H AH AD", turn=1, ask="turn")


@COVERED
@rule("X-GOINGOUT")
def test_a_last_ace_with_an_empty_stock_brings_the_pile_back(ruleset: str) -> None:
    table = set_up(ruleset, ["AH", "TS KC"], pile="9H", stock="", draws="9H")
    assert table.act("AH") == change(hand_0="9H", pile="AH", epoch=1, turn=1)
    assert table.told(EventKind.RESHUFFLED) == ["reshuffled"]


@rule("G-A", "X-G-ACE", "X-COVER")
def test_german_who_has_a_cover_must_play_it_and_may_not_draw() -> None:
    table = set_up("german", ["AH KH AD JC 9S", "TS KC"], pile="9H")
    assert table.choices == "JC:CDHS, KH, AH, 9S, draw"
    assert table.act("AH") == change(hand_0="JC AD KH 9S", pile="9H AH", ask="cover")
    assert table.choices == "JC:CDHS, AD, KH"
    assert table.act("KH") == change(hand_0="JC AD 9S", pile="9H AH KH", turn=1, ask="turn")


@rule("G-A", "G-DRAWSTOP", "X-COVER")
def test_german_who_has_no_cover_draws_and_the_turn_is_over_though_the_card_would_fit() -> None:
    table = set_up("german", ["AH KD 9S", "AC TH KC"], pile="9H", draws="8H")
    table.act("AH")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="KD 8H 9S", turn=1, ask="turn")
    assert table.choices == "AC, TH, draw"
    assert table.act("TH") == change(hand_1="KC AC", pile="9H AH TH", turn=0)


@rule("G-A", "X-G-ACE")
def test_german_a_lone_jack_is_a_cover_and_must_be_played() -> None:
    table = set_up("german", ["AH JC 9S", "AC TH KC"], pile="9H")
    table.act("AH")
    assert table.choices == "JC:CDHS Mau/-"


@rule("G-A")
def test_german_four_aces_in_a_row_and_a_fifth_card_win() -> None:
    table = set_up("german", ["AC AD AH AS KC", "TS TH"], pile="9H", draws="...")
    table.act("AH", "AS", "AD", "AC Mau")
    table.expect(turn=0, ask="cover", hand_0="KC", said_0="Mau", pile="9H AH AS AD AC")
    assert table.choices == "KC"
    table.act("KC")
    table.expect(deal=1, totals=(0, 20))


@rule("G-A", "X-GOINGOUT")
def test_german_four_aces_alone_do_not_win() -> None:
    table = set_up("german", ["AC AD AH AS", "TS TH"], pile="9H", draws="7S")
    table.act("AH", "AS", "AD Mau")
    assert table.act("AC") == change(hand_0="7S", said_0="", pile="9H AH AS AD AC", turn=1, ask="turn")


@rule("P-MATCH", "X-P-LAST")
@pytest.mark.parametrize("card", ["QH", "KH", "AH"])
def test_points_aces_kings_and_queens_do_nothing_and_win_as_last_card(card: str) -> None:
    table = set_up("points-150", [f"{card} 9S TC", "TS KC", "QC QD"], pile="9H")
    assert table.act(card) == change(hand_0="TC 9S", pile=f"9H {card}", turn=1)
    table = set_up("points-150", [card, "TS KC"], pile="9H", draws="...")
    assert table.choices == f"{card}, draw"
    table.act(card)
    table.expect(deal=1, totals=(20, 0))
