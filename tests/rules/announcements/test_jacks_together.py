"""Several Jacks as the last play of the detailed rules."""

import pytest

from arena.rules import choices, expand, notation
from arena.rules.choices import Word
from tests.rules.table import change, rule, set_up, won

SAID = [Word.MAU_MAU, Word.SILENT]


@rule("D-WINJ", "D-MULT", "X-D-WIN10", "X-LAST-NAMES")
def test_a_player_who_said_it_may_lay_them_all_and_the_deal_counts_by_their_number_and_one() -> None:
    table = set_up("detailed", ["JC JD", "TS KC"], pile="8H 9H", said=SAID, totals=[50, 80])
    assert table.choices == "JC:CDHS, JD:CDHS, JC+JD, JD+JC, draw"
    assert table.act("JC+JD") == won(
        (1, 2),
        (0, 20),
        hand_0="",
        pile="8H 9H JC JD",
        alive=(0,),
        totals=(20, 140),
        outs=((0, 0), (0, 20)),
    )


@rule("X-D-JACKS")
def test_the_first_must_be_playable_so_not_on_a_jack() -> None:
    table = set_up("detailed", ["JC JD", "TS KC"], pile="9H JS", suit="C", said=SAID)
    assert table.choices == "draw"


@rule("X-D-JACKS", "X-SAID")
def test_a_player_who_has_drawn_since_may_not() -> None:
    table = set_up("detailed", ["JC JD", "TS KC"], pile="9H", said=SAID, draws="JH")
    assert table.act("draw") == change(hand_0="JC JD JH", said_0="", ask="drawn")
    assert table.choices == "JC:CDHS Mau-Mau/-, JD:CDHS Mau-Mau/-, JH:CDHS Mau-Mau/-, pass"


@rule("X-D-ALL-JACKS")
def test_the_word_may_be_said_again_when_it_no_longer_stands() -> None:
    table = set_up("detailed", ["JC JD", "TS KC"], pile="8H", said=SAID, draws="9H")
    table.act("draw")
    assert table.choices == "JC:CDHS, JD:CDHS, 9H Mau-Mau/-, pass"
    assert table.act("9H Mau-Mau") == change(
        hand_0="JC JD", said_0="Mau-Mau", pile="8H 9H", turn=1, ask="turn"
    )


@rule("X-D-JACKS", "X-SAID")
def test_a_debt_takes_the_word_away() -> None:
    table = set_up("detailed", ["7H KC 2D", "JC JD"], pile="8H", said=SAID[::-1], draws="9S TS")
    table.act("7H")
    assert table.choices == "take"
    assert table.act("take") == change(hand_1="JC JD 9S TS", said_1="", ask="paid", debt=0)
    assert table.choices == "JC:CDHS, JD:CDHS, pass"


@rule("X-SAID")
def test_after_the_word_a_jack_laid_singly_calls_for_none_and_the_last_one_wins() -> None:
    table = set_up("detailed", ["JC JD", "TS KC"], pile="9H", said=SAID, totals=[0, 95])
    assert table.choices == "JC:CDHS, JD:CDHS, JC+JD, JD+JC, draw"
    assert table.act("JC:S") == change(hand_0="JD", pile="9H JC", suit="S", turn=1)
    table.act("TS Mau")
    assert table.choices == "JD, draw"
    assert table.act("JD") == won(
        (1, 2),
        (0, 10),
        hand_0="",
        pile="9H JC TS JD",
        alive=(0,),
        totals=(-20, 115),
        outs=((0, 0), (0, 10)),
    )


@rule("X-SAID")
def test_mau_mau_with_three_jacks_stands_for_the_two_left() -> None:
    table = set_up("detailed", ["JC JD JH", "TS KC 4S"], pile="9H", said=SAID)
    assert table.act("JC:S") == change(hand_0="JD JH", pile="9H JC", suit="S", turn=1)
    table.act("TS")
    assert table.choices == "JD:CDHS, JH:CDHS, JD+JH, JH+JD, draw"


@rule("X-D-ALL-JACKS")
def test_after_a_debt_that_drew_nothing() -> None:
    table = set_up("detailed", ["TC KD", "JC JD"], pile="7H", stock="", turn=1, ask="paid", said=SAID[::-1])
    assert table.choices == "JC:CDHS, JD:CDHS, JC+JD, JD+JC, pass"


@rule("X-SEVERAL", "X-D-ALL-JACKS")
@pytest.mark.parametrize(("jacks", "ways"), [("JC JD", 2), ("JC JD JH", 6), ("JC JD JH JS", 12)])
def test_n_jacks_are_laid_in_as_many_ways_as_there_are_bottoms_and_tops(jacks: str, ways: int) -> None:
    table = set_up("detailed", [jacks, "TS KC"], pile="9H", said=SAID)
    actions = [action for choice in choices(table.position) for action in expand(choice)]
    assert len([action for action in actions if action.more]) == ways


@rule("X-SEVERAL")
def test_between_bottom_and_top_the_order_is_that_of_the_pack() -> None:
    table = set_up("detailed", ["JC JD JH JS", "TS KC"], pile="9H", said=SAID)
    actions = [action for choice in choices(table.position) for action in expand(choice)]
    names = [notation(table.pack, action) for action in actions if action.more]
    assert names[:3] == ["JC+JD+JH+JS", "JC+JD+JS+JH", "JC+JH+JS+JD"]


@rule("D-WINJ", "D-MULT")
def test_four_jacks_count_five_times() -> None:
    table = set_up("detailed", ["JC JD JH JS", "TS KC"], pile="9H", said=SAID, totals=[0, 1])
    table.act("JH+JC+JD+JS")
    table.expect(totals=(-50, 101), pile="9H JH JC JD JS")
