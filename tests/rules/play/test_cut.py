"""The cut of the detailed rules, before every deal."""

import pytest

from arena.rules import EventKind
from arena.rules.dealer import cut
from tests.rules.table import change, rule, started
from tests.rules.words import names

CUTS = (EventKind.CUT_MET, EventKind.CUT_KEPT, EventKind.CUT_LEFT, EventKind.CUT_AGAIN)


@rule("D-CUT", "X-CUT")
@pytest.mark.parametrize("card", ["JC", "AD", "7H", "8S", "QC", "2C"])
def test_the_seat_before_the_dealer_is_asked_about_an_effect_card(card: str) -> None:
    table = started("detailed", 4, f"{card} 3D 3H 3S ...")
    table.expect(turn=2, ask="cut", dealer=3)
    assert table.choices == "keep, leave"
    assert table.event_texts(*CUTS) == [f"2 cut_met {card}"]


@rule("D-CUT", "X-CUT-PLACES")
@pytest.mark.parametrize("card", ["2D", "9C", "TH", "KS"])
def test_if_the_first_card_met_has_no_effect_nobody_is_asked(card: str) -> None:
    table = started("detailed", 3, f"{card} 7D 8D AD ...")
    table.expect(turn=0, ask="turn")
    assert table.event_texts(*CUTS) == [f"1 cut_met {card}"]


@rule("D-CUT", "X-CUT")
def test_a_card_taken_is_in_addition_to_the_six() -> None:
    table = started("detailed", 2, "7S 3D 3H 3S ...")
    assert table.act("keep") == change(
        hand_0="2C 4C 6C 8C TC QC 7S", hand_1="3C 5C 7C 9C JC KC", pile="AC", ask="turn", met=""
    )
    assert table.event_texts(*CUTS) == ["0 cut_met 7S", "0 cut_kept 7S", "0 cut_met 3D"]


@rule("D-CUT", "X-CUT", "X-CUT-PLACES")
def test_a_card_left_ends_the_cut_and_stays_in_the_stock() -> None:
    table = started("detailed", 2, "7S 8S 3H 3S ...")
    assert table.act("leave") == change(
        hand_0="2C 4C 6C 8C TC QC", hand_1="3C 5C 7C 9C JC KC", pile="AC", ask="turn", met=""
    )
    assert "7S" in names(table.pack, table.position.stock).split()
    assert table.event_texts(*CUTS) == ["0 cut_met 7S", "0 cut_left 7S"]


@rule("D-CUT", "X-CUT-PLACES")
def test_three_may_be_taken_and_no_more() -> None:
    table = started("detailed", 2, "7S 8S JS 3S ...")
    table.act("keep", "keep", "keep")
    table.expect(hand_0="2C 4C 6C 8C TC QC 7S 8S JS", ask="turn", met="")
    assert table.event_texts(*CUTS)[-2:] == ["0 cut_kept JS", "0 cut_met 3S"]


@rule("D-CUT", "X-CUT", "X-CUT-PLACES")
def test_four_effect_cards_and_the_pack_is_shuffled_and_cut_again_before_any_question() -> None:
    table = started("detailed", 2, "7S 8S JS 2C 9S 7S 8S JS ...")
    table.expect(ask="turn", turn=0, epoch=1, hand_0="2C 4C 6C 8C TC QC")
    assert table.event_texts(*CUTS) == [
        "0 cut_met 7S",
        "0 cut_met 8S",
        "0 cut_met JS",
        "0 cut_met 2C",
        "0 cut_again",
        "0 cut_met 9S",
    ]
    assert table.dealer.stocks == [table.position.game.cards]


@rule("X-CUT-PLACES")
def test_all_cards_are_met_by_one_cut() -> None:
    table = started("detailed", 2, "7S 8S JS 2C 9S 7S 8S JS ...")
    assert [take[0] for take in table.dealer.takes[:8]] == [cut(0)] * 8
    assert [take[3] for take in table.dealer.takes[:8]] == [0] * 4 + [1] * 4
