"""German regional rules: what becomes of a forgotten "Letzte Karte" where Eights are answered, drawn cards
played and Aces free."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, ruleset
from arena.rules.effects import SkipNext
from tests.rules.table import change, rule, set_up

REGIONAL = "german-regional"


@rule("X-G-LAST-8", "X-ASK")
@pytest.mark.parametrize("hand", ["8C", "KH"])
def test_who_owes_and_faces_an_eight_is_not_asked_misses_the_turn_and_still_owes(hand: str) -> None:
    table = set_up(REGIONAL, ["8H TC KC", hand, "QS KS"], pile="9H", forgot=0b010)
    assert table.act("8H") == change(hand_0="TC KC", pile="9H 8H", turn=2)
    table.expect(ask="turn", misses=0, forgot=(1,))
    assert table.told() == ["0 played 8H", "1 skipped"]


@rule("X-G-LAST-8")
def test_an_eight_in_answer_is_not_put_to_the_one_who_owes_either() -> None:
    table = set_up(REGIONAL, ["8H TC KC", "8C QS KS", "8D"], pile="9H", forgot=0b100)
    table.act("8H", "8C")
    table.expect(turn=0, ask="turn", misses=0, forgot=(2,), hand_2="8D")


@rule("X-G-LAST-8")
def test_it_is_paid_at_the_next_turn_after_the_missed_one() -> None:
    table = set_up(REGIONAL, ["8H TC KC", "8C", "QH KS 9C"], pile="9H", forgot=0b010, draws="QS 7C")
    table.act("8H", "QH")
    table.expect(turn=0, forgot=(1,))
    assert table.act("draw", "QS") == change(hand_1="7C 8C", pile="9H 8H QH QS", turn=2, forgot=())


@rule("X-G-LAST-8", "X-G-LAST")
def test_between_two_after_an_own_eight_it_is_paid_once_the_other_has_missed() -> None:
    table = set_up(REGIONAL, ["8H KH", "TC KC QC"], pile="9H", draws="7C")
    assert table.act("8H") == change(hand_0="KH", pile="9H 8H", turn=1, ask="miss", misses=1, forgot=(0,))
    assert table.act("miss") == change(hand_0="7C KH", ask="turn", misses=0, forgot=())
    assert table.told(EventKind.SKIPPED) == ["1 skipped", "0 skipped"]


@rule("X-G-LAST-8")
def test_between_two_who_owes_misses_for_the_answer_and_still_owes() -> None:
    table = set_up(REGIONAL, ["8H KH", "8C KC QC"], pile="9H")
    table.act("8H", "8C")
    table.expect(hand_0="KH", turn=1, ask="turn", misses=0, forgot=(0,))


@rule("X-G-LAST-8", "X-G-LAST")
@pytest.mark.parametrize("hand", ["7C", "KH"])
def test_who_owes_and_faces_a_seven_draws_both_unasked_and_plays_none_of_them(hand: str) -> None:
    table = set_up(REGIONAL, ["7H TC KC", hand, "QS KS"], pile="9H", forgot=0b010, draws="7S TH AH")
    table.act("7H")
    assert table.told() == [
        "0 played 7H",
        "1 drew 7S for debt",
        "1 drew TH for debt",
        "1 drew AH for call",
        "1 skipped",
    ]
    table.expect(turn=2, ask="turn", debt=0, forgot=())


@rule("X-G-LAST-8", "G-LAST")
def test_the_card_drawn_for_the_price_may_not_be_played() -> None:
    table = set_up(REGIONAL, ["TH TC KC", "9S", "QS KS"], pile="9H", forgot=0b010, draws="KH")
    assert table.act("TH") == change(hand_0="TC KC", hand_1="KH 9S", pile="9H TH", turn=2, forgot=())
    assert table.told() == ["0 played TH", "1 drew KH for call", "1 skipped"]


@rule("X-G-LAST-8", "X-G-FREE")
def test_it_is_paid_in_place_of_the_free_further_play_after_an_ace() -> None:
    table = set_up(REGIONAL, ["AH KH", "TC KC QC", "QS KS"], pile="9H", draws="7H")
    assert table.act("AH") == change(hand_0="7H KH", pile="9H AH", turn=1)
    assert table.told() == ["0 played AH", "0 drew 7H for call", "0 skipped"]


@rule("X-G-LAST", "G-9")
def test_it_is_paid_at_once_after_an_own_nine() -> None:
    table = set_up(REGIONAL, ["9H KH", "TC KC QC", "QS KS"], pile="TH", draws="7H")
    assert table.act("9H") == change(hand_0="7H KH", pile="TH 9H", turn=2, direction=-1)


@rule("X-G-LAST-8", "X-EMPTY")
def test_a_price_for_which_nothing_is_left_to_draw_is_paid() -> None:
    table = set_up(REGIONAL, ["KH", "KC QD"], pile="7D", stock="", forgot=0b01, turn=1, ask="debt", debt=2)
    assert table.act("take", "pass") == change(ask="turn", debt=0, forgot=())
    assert table.told(EventKind.DREW, EventKind.SKIPPED) == ["0 skipped"]


@rule("X-G-LAST-8", "X-DRAWN")
def test_the_word_may_be_forgotten_with_a_card_just_drawn() -> None:
    table = set_up(REGIONAL, ["KC", "TS KS QS"], pile="8H", draws="QH 7H TD")
    table.act("draw", "QH")
    table.expect(hand_0="KC", turn=1, forgot=(0,))
    table.act("draw", "pass")
    table.expect(hand_0="KC TD", turn=1, forgot=())


@rule("X-G-LAST-8", "X-SKIPS")
def test_where_eights_add_up_the_next_after_who_owes_is_asked_about_the_others() -> None:
    regional = ruleset(REGIONAL)
    eights = {"8": SkipNext(answers="8", adds_up=True)}
    house = replace(regional, id="house", several=True, effects={**regional.effects, **eights})
    table = set_up(house, ["8H 8C TC KC", "9C", "8S KS", "TD QD"], pile="9H", forgot=0b0010)
    table.act("8H+8C")
    assert table.told(EventKind.SKIPPED) == ["1 skipped"]
    table.expect(turn=2, ask="miss", misses=1, forgot=(1,))
    assert table.choices == "8S Mau/-, miss"
