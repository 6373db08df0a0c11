"""The Queen of the detailed rules: the direction changes."""

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up


@rule("D-Q")
def test_play_goes_the_other_way_until_the_next_queen() -> None:
    table = set_up("detailed", ["QH KD 4D", "QD TS 3S", "TH KC 2S"], pile="9H")
    assert table.choices == "QH, draw"
    assert table.act("QH") == change(hand_0="4D KD", pile="9H QH", turn=2, direction=-1)
    assert table.act("TH") == change(hand_2="KC 2S", pile="9H QH TH", turn=1)
    table = set_up("detailed", ["KD 4D", "QD TS 3S", "KC 2S"], pile="9H QH", turn=1, direction=-1)
    assert table.act("QD") == change(hand_1="3S TS", pile="9H QH QD", turn=2, direction=1)


@rule("X-REVERSE-2")
def test_between_two_the_other_is_next_as_ever() -> None:
    table = set_up("detailed", ["QH KD 4D", "QD TS 3S"], pile="9H")
    assert table.act("QH") == change(hand_0="4D KD", pile="9H QH", turn=1, direction=-1)
    assert table.act("QD") == change(hand_1="3S TS", pile="9H QH QD", turn=0, direction=1)


@rule("D-Q", "X-ORDER")
def test_every_deal_starts_in_the_first_direction() -> None:
    table = set_up("detailed", ["9H", "KD", "2S"], pile="8H", direction=-1, dealer=2, draws="3C 4C 5C 6C ...")
    table.act("9H")
    table.expect(deal=1, direction=1, dealer=0, turn=1)


@rule("D-Q", "X-FINAL")
def test_a_last_queen_wins_and_turns_nothing() -> None:
    table = set_up("detailed", ["QH", "KD"], pile="9H", totals=[0, 100])
    table.act("QH")
    table.expect(ask="over", direction=1, places=(1, 2))
    assert table.told(EventKind.REVERSED) == []
