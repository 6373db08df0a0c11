"""Questions to seats, and what a seat learns: public events and its own cards."""

import pytest

from arena.rules import EventKind, observe, redact
from arena.rules.choices import NO_CARD
from tests.rules.script import set_of
from tests.rules.table import rule, set_up, started

EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])


@EVERY
@rule("X-HIDDEN")
def test_a_drawn_card_is_seen_by_its_drawer_alone(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD QD", "TS KS", "9C QC"], pile="8H", draws="9D TD")
    table.act("7H", *["take"] * (ruleset != "mau-mau"))
    drawn = [event for event in table.events if event.kind is EventKind.DREW]
    assert len(drawn) == 2
    for event in drawn:
        assert redact(event, 1) == event
        assert redact(event, 0) == redact(event, 2) == event._replace(card=NO_CARD)


@EVERY
@rule("X-HIDDEN")
def test_dealt_cards_are_seen_by_their_owner_alone_and_the_face_up_card_by_all(ruleset: str) -> None:
    table = started(ruleset, 2, "3S 4S 5S 6S ..." if ruleset == "detailed" else "...")
    for event in table.events:
        hidden = event.kind is EventKind.DEALT and event.seat != 1
        assert redact(event, 1).card == (NO_CARD if hidden else event.card)


@rule("X-HIDDEN", "X-CUT")
def test_cards_met_in_the_cut_are_shown_to_all() -> None:
    table = started("detailed", 3, "7C 8C 9C TC ...")
    assert {observe(table.position, seat).met for seat in range(3)} == {
        set_of(table.pack, "7C").bit_length() - 1
    }
    table.act("keep", "leave")
    cuts = (EventKind.CUT_MET, EventKind.CUT_KEPT, EventKind.CUT_LEFT)
    met = [event for event in table.events if event.kind in cuts]
    assert len(met) == 4
    assert all(redact(event, seat) == event for event in met for seat in range(3))
    assert observe(table.position, 0).met == NO_CARD


@EVERY
@rule("X-HIDDEN")
def test_a_seat_sees_its_hand_the_counts_and_what_lies_open(ruleset: str) -> None:
    table = set_up(
        ruleset, ["9C KD QD", "TS", "9H QC"], pile="7S 8H JD", suit="S", direction=-1, turn=2, said=[2, 1, 2],
        totals=[3, 4, 5],
    )  # fmt: skip
    seen = observe(table.position, 1)
    assert seen.hand == set_of(table.pack, "TS")
    assert (seen.counts, seen.pile, seen.stock) == ((3, 1, 2), 3, table.pack.size - 9)
    assert (table.pack.names[seen.top], seen.suit, seen.named) == ("JD", 3, True)
    assert (seen.turn, seen.ask.name, seen.clockwise, seen.said) == (2, "TURN", False, (2, 1, 2))
    assert (seen.totals, seen.inside, seen.dealer, seen.deal) == ((3, 4, 5), 0b111, 2, 0)


@EVERY
@rule("X-HIDDEN")
def test_other_hands_and_the_stock_make_no_difference_to_what_a_seat_sees(ruleset: str) -> None:
    one = set_up(ruleset, ["9C KD QD", "TS 7C", "9H QC"], pile="7S 8H")
    two = set_up(ruleset, ["9C KD QD", "AS JC", "8S TH"], pile="7S 8H")
    assert observe(one.position, 0) == observe(two.position, 0)
    assert one.choices == two.choices


@rule("X-HIDDEN")
def test_which_drawn_card_may_be_played_only_its_drawer_sees() -> None:
    table = set_up("mau-mau", ["TC KD", "TS QS"], pile="8H", draws="9H")
    table.act("draw")
    assert observe(table.position, 0).drawn == set_of(table.pack, "9H")
    assert observe(table.position, 1).drawn == 0
