"""The Ace: its player is on once more, and nobody wins with one."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, set_up

BOTH = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed"])


@pytest.mark.rule("W-A")
@pytest.mark.rule("X-COVER")
def test_base_game_an_ace_must_be_covered_by_a_card_that_fits() -> None:
    table = set_up("mau-mau", ["AH KH AD JC 9S", "TS KC"], pile="9H")
    assert table.act("AH") == change(hand_0="JC AD KH 9S", pile="9H AH", ask="cover")
    assert table.choices == "JC:CDHS, AD, KH"
    assert table.act("KH") == change(hand_0="JC AD 9S", pile="9H AH KH", turn=1, ask="turn")


@pytest.mark.rule("W-A")
@pytest.mark.rule("X-COVER")
def test_base_game_who_has_no_cover_draws_and_may_cover_with_that() -> None:
    table = set_up("mau-mau", ["AH KD 9S", "TS KC"], pile="9H", draws="8H")
    table.act("AH")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="KD 8H 9S", ask="drawn")
    assert table.choices == "8H, pass"
    assert table.act("8H") == change(hand_0="KD 9S", pile="9H AH 8H", ask="turn")


@pytest.mark.rule("W-A")
@pytest.mark.rule("X-COVER")
def test_base_game_an_uncovered_ace_is_a_plain_top() -> None:
    table = set_up("mau-mau", ["AH KD 9S", "AC TH KC"], pile="9H", draws="8C")
    table.act("AH", "draw")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn")
    assert table.choices == "AC, TH"
    assert table.act("TH") == change(hand_1="KC AC", pile="9H AH TH", turn=0)


@pytest.mark.rule("D-A")
@pytest.mark.rule("X-COVER")
def test_detailed_after_an_ace_a_card_or_a_draw_at_will() -> None:
    table = set_up("detailed", ["AH KH AD JC 9S", "TS KC"], pile="9H", draws="2C")
    assert table.act("AH") == change(hand_0="JC AD KH 9S", pile="9H AH", ask="cover")
    assert table.choices == "JC:CDHS, AD, KH, draw"
    assert table.act("draw") == change(hand_0="2C JC AD KH 9S", ask="drawn")
    assert table.choices == "JC:CDHS, AD, KH, pass"
    assert table.act("pass") == change(turn=1, ask="turn")
    assert table.choices == "draw"


@BOTH
@pytest.mark.rule("X-COVER")
@pytest.mark.rule("W-A")
@pytest.mark.rule("D-A")
def test_an_ace_on_an_ace_is_covered_again(ruleset: str) -> None:
    table = set_up(ruleset, ["AH AD 9D KS", "TS KC"], pile="9H")
    table.act("AH")
    assert table.act("AD") == change(hand_0="9D KS", pile="9H AH AD")
    table.expect(turn=0, ask="cover")
    assert table.choices == "9D Mau/-" + ", draw" * (ruleset == "detailed")


@BOTH
@pytest.mark.rule("X-COVER")
def test_the_cover_has_its_effect(ruleset: str) -> None:
    table = set_up(ruleset, ["AH 8H 9D KS", "TS KC", "QC QD"], pile="9H")
    table.act("AH")
    assert table.act("8H") == change(hand_0="9D KS", pile="9H AH 8H", turn=2, ask="turn")
    table = set_up(ruleset, ["AH JC 9D KS", "TS KC", "QC QD"], pile="9H")
    table.act("AH")
    assert table.act("JC:S") == change(hand_0="9D KS", pile="9H AH JC", suit="S", turn=1, ask="turn")


@BOTH
@pytest.mark.rule("X-COVER")
def test_the_cover_may_be_the_winning_card(ruleset: str) -> None:
    table = set_up(ruleset, ["AH 9H", "TS KC"], pile="8H", totals=[0, 100], draws="...")
    table.act("AH Mau", "9H Mau" if ruleset == "mau-mau" else "9H")
    table.expect(hand_0="", ask="over", places=(1, 2))


@BOTH
@pytest.mark.rule("W-A-LAST")
@pytest.mark.rule("D-A")
@pytest.mark.rule("X-GOINGOUT")
@pytest.mark.rule("X-LAST-ACE")
def test_a_last_ace_does_not_win_its_player_draws_unasked_and_the_turn_is_over(ruleset: str) -> None:
    table = set_up(ruleset, ["AH", "TS KC"], pile="9H", draws="8H")
    assert table.choices == "AH" + ", draw" * (ruleset == "detailed")
    assert table.act("AH") == change(hand_0="8H", pile="9H AH", turn=1)
    assert table.told() == ["0 played AH", "0 drew 8H for last_card"]


@BOTH
@pytest.mark.rule("X-GOINGOUT")
def test_a_last_ace_as_cover_does_not_win_either(ruleset: str) -> None:
    table = set_up(ruleset, ["AD AH", "TS KC"], pile="9H", draws="8H")
    table.act("AH Mau")
    table.expect(ask="cover", said_0="Mau")
    assert table.act("AD") == change(hand_0="8H", said_0="", pile="9H AH AD", turn=1, ask="turn")


@BOTH
@pytest.mark.rule("X-GOINGOUT")
def test_a_last_ace_with_an_empty_stock_brings_the_pile_back(ruleset: str) -> None:
    table = set_up(ruleset, ["AH", "TS KC"], pile="9H", stock="", draws="9H")
    assert table.act("AH") == change(hand_0="9H", pile="AH", epoch=1, turn=1)
    assert table.told(EventKind.RESHUFFLED) == ["reshuffled"]
