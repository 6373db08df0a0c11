"""The Seven: two cards for the next player."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up

G_AND_P = pytest.mark.parametrize("ruleset", ["german", "points-150"])


@rule("W-7", "X-W7", "X-DEBT")
def test_base_game_the_next_player_draws_two_unasked_even_with_a_seven() -> None:
    table = set_up("mau-mau", ["7H KD QD", "7C TS", "TD KC"], pile="8H", draws="9C QH")
    assert table.choices == "7H"
    assert table.act("7H") == change(hand_0="QD KD", hand_1="7C 9C QH TS", pile="8H 7H", turn=1, ask="paid")
    assert table.choices == "7C, QH, pass"


@rule("X-W7", "X-DEBT-AFTER")
def test_base_game_after_drawing_any_card_may_be_played() -> None:
    table = set_up("mau-mau", ["7H KD QD", "8H TS", "TD KC"], pile="9H", draws="9C QS")
    table.act("7H")
    assert table.choices == "8H, pass"
    assert table.act("8H") == change(hand_1="9C TS QS", pile="9H 7H 8H", turn=0, ask="turn")


@rule("X-W7", "X-ASK-DRAWN", "X-DEBT-AFTER")
def test_base_game_after_drawing_there_is_no_third_draw() -> None:
    table = set_up("mau-mau", ["7H KD QD", "8S TS", "TD KC"], pile="9H", draws="9C QS")
    table.act("7H")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=2, ask="turn")


@rule("X-DEBT-AFTER")
def test_base_game_a_seven_after_drawing_starts_anew_with_two() -> None:
    table = set_up("mau-mau", ["7H KD QD", "7C TS", "TD KC"], pile="9H", draws="9C QS 8C 8D")
    table.act("7H")
    assert table.act("7C") == change(hand_1="9C TS QS", hand_2="8C KC 8D TD", pile="9H 7H 7C", turn=2)


@rule("D-7", "X-DEBT")
def test_detailed_a_seven_is_asked_about_and_may_be_taken_with_a_seven_in_hand() -> None:
    table = set_up("detailed", ["7H KD QD", "7C TS JS", "TD KC"], pile="8H", draws="9C 3H")
    assert table.act("7H") == change(hand_0="QD KD", pile="8H 7H", turn=1, ask="debt", debt=2)
    assert table.choices == "7C, take"
    assert table.act("take") == change(hand_1="7C 9C 3H TS JS", ask="paid", debt=0)
    assert table.choices == "7C, 3H, JS:CDHS, pass"


@rule("D-7", "X-DEBT")
def test_detailed_who_has_no_seven_is_asked_and_can_only_take() -> None:
    table = set_up("detailed", ["7H KD QD", "9H JS AH", "TD KC"], pile="8H", draws="9C 3S")
    table.act("7H")
    assert table.choices == "take"
    assert table.act("take") == change(hand_1="9C 9H AH 3S JS", ask="paid", debt=0)


@rule("D-7")
def test_detailed_answers_add_two_each_round_the_table() -> None:
    table = set_up(
        "detailed", ["7H KD QD", "7C TS 3D", "7S KC 4D"], pile="8H", draws="9C 3H 2D 2H 2S 4H 4S 5S"
    )
    table.act("7H")
    assert table.act("7C") == change(hand_1="3D TS", pile="8H 7H 7C", turn=2, debt=4)
    assert table.choices == "7S, take"
    assert table.act("7S") == change(hand_2="KC 4D", pile="8H 7H 7C 7S", turn=0, debt=6)
    assert table.choices == "take"
    assert table.act("take") == change(hand_0="9C 2D QD KD 2H 3H 4H 2S", ask="paid", debt=0)
    assert table.choices == "2S, pass"


@rule("D-7")
def test_detailed_between_two_a_seven_comes_back() -> None:
    table = set_up("detailed", ["7H 7D QD", "7C TS 3D"], pile="8H", draws="9C 3H 2D 2H 2S 4H 4S 5S")
    table.act("7H", "7C")
    table.expect(turn=0, ask="debt", debt=4)
    assert table.choices == "7D Mau/-, take"
    assert table.act("7D Mau") == change(hand_0="QD", said_0="Mau", pile="8H 7H 7C 7D", turn=1, debt=6)


@rule("X-DEBT-AFTER")
def test_detailed_a_seven_after_taking_starts_a_new_debt_of_two() -> None:
    table = set_up("detailed", ["7H KD QD", "7C TS", "TD KC"], pile="8H", draws="9C 3H")
    table.act("7H", "take")
    assert table.act("7C") == change(hand_1="9C 3H TS", pile="8H 7H 7C", turn=2, ask="debt", debt=2)


@rule("X-DEBT-AFTER", "X-ASK-DRAWN")
def test_detailed_after_taking_there_is_no_third_draw() -> None:
    table = set_up("detailed", ["7H KD QD", "TS KC", "TD AC"], pile="8H", draws="9C 3S")
    table.act("7H", "take")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=2, ask="turn")


@rule("X-DEBT", "X-ANSWER-OPEN")
def test_detailed_a_seven_may_follow_only_its_rank_when_the_debt_is_paid() -> None:
    table = set_up("detailed", ["TD KD QD", "7C 4C 5S", "3S KC"], pile="JH 7H", turn=1)
    assert table.choices == "7C, draw"
    assert table.act("7C") == change(hand_1="4C 5S", pile="JH 7H 7C", turn=2, ask="debt", debt=2)


@rule("X-ANSWER-OPEN")
def test_detailed_on_a_named_suit_a_seven_must_have_it() -> None:
    table = set_up("detailed", ["7D 7S QD", "TC KC"], pile="7H JH", suit="S")
    assert table.choices == "7S, draw"
    assert table.act("7S") == change(hand_0="7D QD", pile="7H JH 7S", suit="", turn=1, ask="debt", debt=2)


@rule("X-ANSWER-LAST", "X-FINAL")
def test_detailed_the_last_card_may_answer_and_the_debt_lapses() -> None:
    table = set_up("detailed", ["7H KD QD", "7C"], pile="8H", totals=[100, 0], draws="...")
    table.act("7H")
    assert table.choices == "7C, take"
    assert table.act("7C") == change(
        hand_1="",
        pile="8H 7H 7C",
        ask="over",
        debt=0,
        termination="won",
        alive=(1,),
        totals=(120, -10),
        points=(20, 0),
        outs=((0, 20), (0, 0)),
        places=(2, 1),
    )


@G_AND_P
@rule("G-7", "P-7", "X-DEBT", "X-DEBT-AFTER")
def test_g_and_p_the_next_player_draws_two_and_misses_the_turn(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD QD", "7C TH KH", "TD KC"], pile="8H", draws="9C 9H")
    assert table.choices == "7H, draw"
    assert table.act("7H") == change(hand_0="QD KD", pile="8H 7H", turn=1, ask="debt", debt=2)
    assert table.choices == "7C, take"
    assert table.act("take") == change(hand_1="7C 9C 9H TH KH", turn=2, ask="turn", debt=0)


@G_AND_P
@rule("G-7", "P-7", "G-J", "P-J", "X-DEBT")
def test_g_and_p_a_jack_or_a_card_of_the_suit_is_no_answer(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD QD", "8H JC AH", "TD KC"], pile="9H", draws="9C TS")
    table.act("7H")
    assert table.choices == "take"
    assert table.act("take") == change(hand_1="9C JC 8H AH TS", turn=2, ask="turn", debt=0)


@G_AND_P
@rule("G-7", "P-7")
def test_g_and_p_answers_add_two_each_round_the_table_up_to_eight(ruleset: str) -> None:
    table = set_up(
        ruleset, ["7H 7D KD QD", "7C TS 9D", "7S KC TD"], pile="8H", draws="8C 9C TC JC QC AC 8D JD"
    )
    table.act("7H")
    assert table.act("7C") == change(hand_1="9D TS", pile="8H 7H 7C", turn=2, debt=4)
    assert table.act("7S") == change(hand_2="KC TD", pile="8H 7H 7C 7S", turn=0, debt=6)
    assert table.choices == "7D, take"
    assert table.act("7D") == change(hand_0="QD KD", pile="8H 7H 7C 7S 7D", turn=1, debt=8)
    assert table.choices == "take"
    assert table.act("take") == change(hand_1="8C 9C TC JC QC AC 8D 9D JD TS", turn=2, ask="turn", debt=0)


@G_AND_P
@rule("G-7", "P-7", "X-DEBT-AFTER")
def test_g_and_p_between_two_who_laid_the_seven_is_on_again(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD QD", "TS KC"], pile="8H", draws="9C 9H")
    table.act("7H")
    assert table.act("take") == change(hand_1="9C KC 9H TS", turn=0, ask="turn", debt=0)
    assert table.choices == "draw"


@G_AND_P
@rule("X-ANSWER-OPEN")
def test_g_and_p_a_paid_seven_is_a_plain_top(ruleset: str) -> None:
    table = set_up(ruleset, ["TD KD QD", "7C TC 9S", "8S KC"], pile="JH 7H", turn=1)
    assert table.choices == "7C, draw"
    assert table.act("7C") == change(hand_1="TC 9S", pile="JH 7H 7C", turn=2, ask="debt", debt=2)
    table = set_up(ruleset, ["7D 7S QD", "TC KC"], pile="7H JH", suit="S")
    assert table.choices == "7S, draw"


@rule("G-ANSWER-LAST", "G-7", "P-7", "X-ANSWER-LAST", "X-FINAL")
@pytest.mark.parametrize(("ruleset", "totals"), [("german", (20, 0)), ("points-150", (0, 20))])
def test_g_and_p_the_last_card_may_answer_and_the_debt_lapses(ruleset: str, totals: tuple[int, ...]) -> None:
    table = set_up(ruleset, ["7H KD QD", "7C"], pile="8H", draws="...")
    table.act("7H")
    assert table.choices == "7C, take"
    table.act("7C")
    table.expect(deal=1, totals=totals, debt=0, ask="turn")
    assert table.told(EventKind.DREW) == []
