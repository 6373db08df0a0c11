"""The cut of the base game: four cards are met, and any effect card among them may be kept."""

from dataclasses import replace
from itertools import product

import pytest

from arena.rules import EventKind, observe, redact
from arena.rules.dealer import cut
from arena.rules.rulesets.base import STACKING
from arena.rules.scoring import AfterDeals, Deals, HandPoints
from tests.rules.script import set_of
from tests.rules.table import rule, set_up, started
from tests.rules.words import names

CUTS = (EventKind.CUT_MET, EventKind.CUT_KEPT, EventKind.CUT_LEFT, EventKind.CUT_AGAIN)
DEALT_0 = "7C 9C JC KC 7D"
OVER_DEALS = replace(STACKING, id="house", deals=Deals(HandPoints(), AfterDeals(10)))


@rule("W-CUT", "X-CUT")
def test_all_four_cards_met_are_shown_before_anything_is_asked() -> None:
    table = started(STACKING, 3, "7S KD 8H QC ...")
    assert table.event_texts(*CUTS) == ["1 cut_met 7S", "1 cut_met KD", "1 cut_met 8H", "1 cut_met QC"]
    assert all(redact(event, seat) == event for event in table.events for seat in range(3))
    assert table.choices == "keep, leave"


@rule("W-CUT", "X-CUT-PLACES")
@pytest.mark.parametrize("card", ["7S", "8S", "JS", "AS"])
@pytest.mark.parametrize("place", range(4))
def test_an_effect_card_is_asked_about_wherever_it_is_met(card: str, place: int) -> None:
    met = ["9D", "TD", "QD"]
    met.insert(place, card)
    table = started(STACKING, 3, " ".join(met) + " ...")
    table.expect(turn=1, ask="cut")
    assert {table.pack.names[observe(table.position, seat).met] for seat in range(3)} == {card}


@rule("W-CUT", "X-CUT", "X-CUT-PLACES")
@pytest.mark.parametrize("answers", list(product(["keep", "leave"], repeat=3)))
def test_any_of_the_effect_cards_may_be_kept_besides_the_hand_dealt(answers: tuple[str, ...]) -> None:
    table = started(STACKING, 2, "AS 7S QS JS ...")
    table.act(*answers)
    decided = dict(zip(["AS", "7S", "JS"], answers, strict=True))
    kept = " ".join(card for card in ["7S", "JS", "AS"] if decided[card] == "keep")
    table.expect(turn=0, ask="turn", hand_0=f"{DEALT_0} {kept}".strip(), hand_1="8C TC QC AC 8D", pile="9D")
    assert table.event_texts(*CUTS)[4:] == [
        f"0 cut_{'kept' if answer == 'keep' else 'left'} {card}" for card, answer in decided.items()
    ]
    left = set_of(table.pack, " ".join(card for card in ["7S", "JS", "AS"] if decided[card] == "leave"))
    assert table.position.stock & set_of(table.pack, "7S JS QS AS") == left | set_of(table.pack, "QS")


@rule("W-CUT", "X-CUT", "X-CUT-PLACES")
@pytest.mark.parametrize("times", [1, 2])
def test_four_effect_cards_and_the_pack_is_shuffled_and_cut_again_unasked(times: int) -> None:
    table = started(STACKING, 2, "7S 8S JS AS " * times + "7S TS QS KS ...")
    table.expect(turn=0, ask="cut", epoch=times)
    four = ["0 cut_met 7S", "0 cut_met 8S", "0 cut_met JS", "0 cut_met AS", "0 cut_again"]
    assert table.event_texts(*CUTS)[:-4] == four * times
    assert table.dealer.stocks == [table.position.game.cards] * times
    assert [take[3] for take in table.dealer.takes] == [epoch for epoch in range(times + 1) for _ in "four"]


@rule("X-CUT-PLACES")
def test_each_card_is_met_by_a_cut_of_its_own() -> None:
    table = started(STACKING, 2, "7S 9S TS QS ...")
    assert [take[0] for take in table.dealer.takes] == [cut(0), cut(1), cut(2), cut(3)]


@rule("X-CUT-PLACES")
def test_a_card_that_was_met_is_passed_over_by_the_next_cuts() -> None:
    table = started(STACKING, 2, "...")
    assert table.event_texts(*CUTS) == ["0 cut_met 7C", "0 cut_met 8C", "0 cut_met 9C", "0 cut_met TC"]
    assert names(table.pack, table.position.game.cards).startswith("7C 8C 9C TC")


@rule("X-CUT-EACH", "X-CUT")
def test_where_there_are_several_deals_each_is_cut_by_the_previous_player_its_dealer() -> None:
    table = set_up(OVER_DEALS, ["9H", "KD", "QS"], pile="8H", draws="7S 9S TS QS ...")
    table.act("9H Mau")
    table.expect(deal=1, dealer=0, turn=2, ask="cut")
    table.act("keep")
    table.expect(turn=1, ask="turn", hand_2="8C JC AC 9D QD 7S")


@rule("X-CUT", "X-HIDDEN")
def test_what_the_cutter_keeps_or_leaves_is_shown_to_all() -> None:
    table = started(STACKING, 3, "7S 8S QS KS ...")
    table.act("keep", "leave")
    decided = [event for event in table.events if event.kind in CUTS]
    assert len(decided) == 6
    assert all(redact(event, seat) == event for event in decided for seat in range(3))
