"""The Nine: the direction changes; in the German rules its player has a full turn more."""

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up


@rule("G-9")
def test_german_the_direction_changes_and_its_player_has_a_full_turn_more() -> None:
    table = set_up("german", ["9H KD TH", "QH TS QC", "TD KC KS"], pile="8H", draws="8C")
    assert table.choices == "9H, TH, draw"
    assert table.act("9H") == change(hand_0="KD TH", pile="8H 9H", direction=-1)
    table.expect(turn=0, ask="turn")
    assert table.choices == "TH Mau/-, draw"
    assert table.act("draw") == change(hand_0="8C KD TH", turn=2)


@rule("G-9")
def test_german_a_card_laid_in_the_further_turn_ends_it() -> None:
    table = set_up("german", ["9H KD TH JC", "QH TS QC", "TD KC KS"], pile="8H")
    table.act("9H")
    assert table.choices == "JC:CDHS, TH, draw"
    assert table.act("TH") == change(hand_0="JC KD", pile="8H 9H TH", turn=2)


@rule("G-9")
def test_german_it_holds_until_the_next_nine() -> None:
    table = set_up("german", ["9H KD TH JC", "QH TS QC", "TD KC KS"], pile="8H")
    table.act("9H", "TH")
    assert table.act("TD") == change(hand_2="KC KS", pile="8H 9H TH TD", turn=1)
    table = set_up("german", ["9H KD TH JC", "QH TS QC", "TD KC KS"], pile="8H", direction=-1)
    assert table.act("9H") == change(hand_0="JC KD TH", pile="8H 9H", direction=1)
    assert table.act("TH") == change(hand_0="JC KD", pile="8H 9H TH", turn=1)


@rule("G-9", "X-REVERSE-2")
def test_german_between_two_its_player_goes_on_and_then_the_other_is_next() -> None:
    table = set_up("german", ["9H KD TH JC", "QH TS QC"], pile="8H")
    assert table.act("9H") == change(hand_0="JC KD TH", pile="8H 9H", direction=-1)
    assert table.act("TH") == change(hand_0="JC KD", pile="8H 9H TH", turn=1)


@rule("G-9")
def test_german_four_nines_and_a_fifth_card_win_in_one_go() -> None:
    table = set_up("german", ["9C 9D 9H 9S KD", "TS TH", "TC"], pile="8H", draws="...")
    table.act("9H", "9C", "9S", "9D Mau")
    table.expect(turn=0, ask="turn", hand_0="KD", direction=1, pile="8H 9H 9C 9S 9D")
    assert table.choices == "KD, draw"
    table.act("KD")
    table.expect(deal=1, totals=(0, 20, 10))


@rule("G-9", "X-FINAL")
def test_german_a_last_nine_wins() -> None:
    table = set_up("german", ["9H", "TS TH", "TC"], pile="8H", draws="...")
    assert table.choices == "9H, draw"
    table.act("9H")
    table.expect(deal=1, totals=(0, 20, 10), direction=1)
    assert table.told(EventKind.REVERSED) == []


@rule("P-9")
def test_points_the_direction_changes_until_the_next_nine() -> None:
    table = set_up("points-150", ["9H KD TH", "9C TS QC", "TD KH KS"], pile="8H")
    assert table.choices == "9H, TH, draw"
    assert table.act("9H") == change(hand_0="KD TH", pile="8H 9H", turn=2, direction=-1)
    assert table.act("KH") == change(hand_2="TD KS", pile="8H 9H KH", turn=1)
    table = set_up("points-150", ["KD TH", "9C TS QC", "TD KH KS"], pile="8H 9H", turn=1, direction=-1)
    assert table.act("9C") == change(hand_1="QC TS", pile="8H 9H 9C", turn=2, direction=1)


@rule("P-9", "X-REVERSE-2")
def test_points_between_two_the_other_is_next_as_ever() -> None:
    table = set_up("points-150", ["9H KD TH", "9C TS QC"], pile="8H")
    assert table.act("9H") == change(hand_0="KD TH", pile="8H 9H", turn=1, direction=-1)
    assert table.act("9C") == change(hand_1="QC TS", pile="8H 9H 9C", turn=0, direction=1)


@rule("P-9", "X-FINAL")
def test_points_a_last_nine_wins_and_turns_nothing() -> None:
    table = set_up("points-150", ["9H", "TS TH"], pile="8H", draws="...")
    table.act("9H")
    table.expect(deal=1, totals=(20, 0))
    assert table.told(EventKind.REVERSED) == []
