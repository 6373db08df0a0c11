"""The Eight: the next player misses a turn."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up, won

EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])
WITH_A_DRAW = pytest.mark.parametrize("ruleset", ["detailed", "german", "points-150"])


@rule("W-8")
def test_base_game_the_next_player_misses_the_turn() -> None:
    table = set_up("mau-mau", ["8H KD QD", "8C TS", "TD KC"], pile="9H")
    assert table.choices == "8H"
    assert table.act("8H") == change(hand_0="QD KD", pile="9H 8H", turn=2)


@rule("D-8", "G-8", "P-8")
@WITH_A_DRAW
def test_where_one_may_draw_instead_the_next_player_misses_the_turn_too(ruleset: str) -> None:
    table = set_up(ruleset, ["8H KD QD", "8C TS", "TD KC"], pile="9H")
    assert table.choices == "8H, draw"
    assert table.act("8H") == change(hand_0="QD KD", pile="9H 8H", turn=2)


@EVERY
@rule("X-SKIP")
def test_nobody_is_asked_about_the_miss_with_an_eight_in_hand_either(ruleset: str) -> None:
    table = set_up(ruleset, ["8H KD QD", "8C TS", "TD KC"], pile="9H")
    table.act("8H")
    assert table.told(EventKind.SKIPPED) == ["1 skipped"]
    table.expect(turn=2, ask="turn")


@EVERY
@rule("X-SKIP", "D-8", "G-8", "P-8")
def test_between_two_its_player_has_another_full_turn(ruleset: str) -> None:
    table = set_up(ruleset, ["8H KD QD", "8C TS"], pile="9H", draws="7C")
    assert table.act("8H") == change(hand_0="QD KD", pile="9H 8H")
    assert table.choices == "draw"
    assert table.act("draw", *["pass"] * (ruleset != "german")) == change(hand_0="7C QD KD", turn=1)


@EVERY
@rule("X-SKIP")
def test_the_last_players_eight_skips_the_first(ruleset: str) -> None:
    table = set_up(ruleset, ["8S KD", "TS QC", "8H QD TD"], pile="9H", turn=2)
    assert table.act("8H") == change(hand_2="TD QD", pile="9H 8H", turn=1)


@rule("D-8", "G-8", "P-8")
@WITH_A_DRAW
def test_against_the_direction_the_one_before_is_skipped(ruleset: str) -> None:
    table = set_up(ruleset, ["8H KD QD", "8C TS", "TD KC"], pile="9H", direction=-1)
    assert table.act("8H") == change(hand_0="QD KD", pile="9H 8H", turn=1)


@rule("D-8", "X-FINAL")
def test_detailed_an_eight_may_win() -> None:
    table = set_up("detailed", ["8H", "KD 9C", "TD"], pile="9H", totals=[0, 100, 100])
    assert table.choices == "8H, draw"
    assert table.act("8H") == won(
        (1, 3, 2),
        (0, 19, 10),
        hand_0="",
        pile="9H 8H",
        alive=(0,),
        totals=(-10, 119, 110),
        outs=((0, 0), (0, 19), (0, 10)),
    )


@rule("W-8", "X-FINAL")
def test_base_game_a_last_eight_wins_and_skips_nobody() -> None:
    table = set_up("mau-mau", ["8H", "KD 9C"], pile="9H")
    assert table.choices == "8H Mau/-"
    assert table.act("8H Mau") == won((1, 2), (0, 19), hand_0="", said_0="Mau", pile="9H 8H")
    assert table.told(EventKind.SKIPPED) == []


@rule("X-OVER-8", "X-OUT-PENALTY")
def test_base_game_a_last_eight_without_the_word_still_skips_the_other_of_two() -> None:
    table = set_up("mau-mau", ["8H", "KD 9C"], pile="9H", draws="7C TC")
    assert table.act("8H") == change(hand_0="7C TC", pile="9H 8H")
    assert table.choices == "draw"


@rule("G-8", "P-8", "X-FINAL")
@pytest.mark.parametrize(("ruleset", "totals"), [("german", (0, 19)), ("points-150", (19, 0))])
def test_g_and_p_a_last_eight_wins_and_skips_nobody(ruleset: str, totals: tuple[int, ...]) -> None:
    table = set_up(ruleset, ["8H", "KD 9C"], pile="9H", draws="...")
    assert table.choices == "8H, draw"
    table.act("8H")
    table.expect(deal=1, totals=totals)
    assert table.told(EventKind.SKIPPED) == []
