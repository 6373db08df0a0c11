"""German regional rules: an Ace may be covered or not, and may be the last card."""

import pytest

from tests.rules.table import change, rule, set_up

REGIONAL = "german-regional"


@rule("G-A", "X-G-FREE")
def test_after_an_ace_one_covers_it_or_ends_the_turn_without_a_draw() -> None:
    table = set_up(REGIONAL, ["AH KH 9D TC", "TS KC QC", "8D 8S"], pile="8H")
    assert table.choices == "KH, AH, draw"
    assert table.act("AH") == change(hand_0="TC 9D KH", pile="8H AH", ask="go_on")
    assert table.choices == "KH, pass"
    assert table.act("KH") == change(hand_0="TC 9D", pile="8H AH KH", turn=1, ask="turn")


@rule("X-G-FREE")
def test_who_could_cover_may_end_the_turn_all_the_same_and_the_ace_is_a_plain_top() -> None:
    table = set_up(REGIONAL, ["AH KH 9D TC", "AS KC QH", "8D 8S"], pile="8H")
    table.act("AH")
    assert table.act("pass") == change(turn=1, ask="turn")
    assert table.choices == "QH, AS, draw"


@rule("X-G-FREE", "X-ASK-DRAWN", "X-ASK")
@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        ("KC 9D TC", "pass"),
        ("KC 9H TH", "9H, TH, pass"),
        ("AC 9D TC", "AC, pass"),
        ("JC 9D TC", "JC:CDHS, pass"),
        ("7H 8H TC", "7H, 8H, pass"),
    ],
)
def test_its_player_is_asked_whether_or_not_anything_fits_by_suit_or_rank_or_is_a_jack(
    hand: str, offered: str
) -> None:
    table = set_up(REGIONAL, [f"AH {hand}", "TS KS QS"], pile="QH")
    table.act("AH")
    table.expect(turn=0, ask="go_on")
    assert table.choices == offered


@rule("X-G-FREE", "X-COVER")
def test_an_ace_on_an_ace_is_free_again_and_four_may_go() -> None:
    table = set_up(REGIONAL, ["AH AC AS AD KD QC", "TS KC QH"], pile="8H")
    table.act("AH", "AC", "AS", "AD")
    table.expect(hand_0="QC KD", turn=0, ask="go_on")
    assert table.choices == "KD Mau/-, pass"


@rule("X-COVER", "X-G-FREE")
@pytest.mark.parametrize(
    ("cover", "then"),
    [
        ("7H", {"turn": 1, "ask": "debt", "debt": 2}),
        ("8H", {"turn": 1, "ask": "miss", "misses": 1}),
        ("9H", {"turn": 0, "ask": "turn", "direction": -1}),
        ("JC:D", {"turn": 1, "ask": "turn", "suit": "D"}),
    ],
)
def test_what_covers_it_has_its_effect(cover: str, then: dict[str, object]) -> None:
    table = set_up(REGIONAL, [f"AH {cover[:2]} 9D TC", "TS KC QS", "8D 8S"], pile="QH")
    table.act("AH", cover)
    table.expect(**then)


@rule("X-G-FREE", "X-NODRAW-2")
def test_with_nothing_to_draw_one_may_still_leave_it_uncovered() -> None:
    table = set_up(REGIONAL, ["KH 9D TC", "TS KC QS"], pile="AH", stock="", ask="go_on")
    assert table.choices == "KH, pass"
    table.act("pass")
    table.expect(turn=1, ask="turn", idle=0, termination="")


@rule("X-G-FREE", "X-DRAWN")
def test_an_ace_just_drawn_is_free_too_for_any_card_of_the_hand() -> None:
    table = set_up(REGIONAL, ["KH 9D TC", "TS KC QS"], pile="8H", draws="AH")
    table.act("draw", "AH")
    assert table.choices == "KH, pass"


@rule("X-GOINGOUT", "G-A")
def test_it_may_be_the_last_card() -> None:
    table = set_up(REGIONAL, ["AH", "TS KC", "8D 8S"], pile="8H", draws="...")
    assert table.choices == "AH, draw"
    table.act("AH")
    table.expect(deal=1, totals=(0, 15, 10))


@rule("X-GOINGOUT", "X-G-FREE")
def test_an_ace_may_be_covered_with_the_last_card() -> None:
    table = set_up(REGIONAL, ["AH AC", "TS KC", "8D 8S"], pile="8H", draws="...")
    table.act("AH Mau")
    assert table.choices == "AC, pass"
    table.act("AC")
    table.expect(deal=1, totals=(0, 15, 10))


@rule("X-ANNOUNCE", "G-LAST")
def test_the_word_belongs_to_an_ace_that_leaves_one_card_though_the_turn_goes_on() -> None:
    table = set_up(REGIONAL, ["AH KC", "TS KH", "8D 8S"], pile="8H")
    assert table.choices == "AH Mau/-, draw"
    assert table.act("AH Mau") == change(hand_0="KC", said_0="Mau", pile="8H AH", ask="go_on")
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("X-STARTER")
def test_turned_up_first_it_gives_nobody_a_further_play() -> None:
    table = set_up(REGIONAL, ["KH AC 9D", "TS KC QS"], pile="AH")
    assert table.choices == "AC, KH, draw"
