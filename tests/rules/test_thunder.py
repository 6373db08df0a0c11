"""The Two of clubs, "the Thunder": four cards for the next player, no defence."""

import pytest

from tests.rules.table import change, rule, set_up


@rule("D-2C", "X-DEBT")
def test_the_next_player_draws_four_unasked_and_may_then_play() -> None:
    table = set_up("detailed", ["2C KD QD", "7C 2D JS", "TD KC"], pile="8C", draws="9C 3H 4H 5H")
    assert table.choices == "2C, draw"
    assert table.act("2C") == change(
        hand_0="QD KD", hand_1="7C 9C 2D 3H 4H 5H JS", pile="8C 2C", turn=1, ask="paid"
    )
    assert table.choices == "7C, 9C, 2D, JS:CDHS, pass"
    assert table.act("pass") == change(turn=2, ask="turn")


@rule("D-2C")
@pytest.mark.parametrize(("top", "two"), [("8D", "2D"), ("8H", "2H"), ("2C", "2S")])
def test_the_other_twos_are_plain(top: str, two: str) -> None:
    table = set_up("detailed", [f"{two} KD QD", "7C JS", "TD KC"], pile=top)
    assert table.act(two) == change(hand_0="QD KD", pile=f"{top} {two}", turn=1)


@rule("D-2C")
def test_it_fits_by_suit_or_rank_like_any_card() -> None:
    table = set_up("detailed", ["2C KD QD", "7C JS", "TD KC"], pile="2H", draws="9C 3H 4H 5H")
    assert table.choices == "2C, draw"
    assert set_up("detailed", ["2C KD QD", "7C JS", "TD KC"], pile="9H").choices == "draw"
    assert set_up("detailed", ["2C KD QD", "7C JH"], pile="9H JS", suit="H").choices == "draw"


@rule("D-2C", "D-7")
def test_it_cannot_answer_a_seven() -> None:
    table = set_up("detailed", ["7C KD QD", "2C JS AC", "TD KC"], pile="8C", draws="9C 3H")
    table.act("7C")
    assert table.choices == "take"


@rule("D-2C")
def test_between_two_it_falls_on_the_other() -> None:
    table = set_up("detailed", ["2C KD QD", "TS KC 4H"], pile="8C", draws="9C 3H 3S 5H")
    assert table.act("2C") == change(
        hand_0="QD KD", hand_1="9C KC 3H 4H 5H 3S TS", pile="8C 2C", turn=1, ask="paid"
    )


@rule("D-2C", "D-Q")
def test_it_falls_on_the_next_in_the_direction_in_force() -> None:
    table = set_up("detailed", ["2C KD QD", "TS KC", "4H 4S"], pile="8C", direction=-1, draws="9C 3H 3S 5H")
    assert table.act("2C") == change(
        hand_0="QD KD", hand_2="9C 3H 4H 5H 3S 4S", pile="8C 2C", turn=2, ask="paid"
    )
