"""Pesten: the pack, the deal, and the effects of Eight, Ace and Jack."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, IllegalAction, ruleset
from arena.rules.cards import Pack
from tests.rules.table import change, rule, set_up, started

BOTH = pytest.mark.parametrize("ruleset_id", ["pesten", "pesten-royal"])


@rule("PESTEN-PACK", "PESTEN-DEAL")
@pytest.mark.parametrize(("ruleset_id", "jokers", "hand"), [("pesten", 2, 7), ("pesten-royal", 3, 5)])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fifty_two_cards_and_the_jokers_are_dealt(
    ruleset_id: str, jokers: int, hand: int, seats: int
) -> None:
    table = started(ruleset_id, seats, "...")
    assert table.pack.names.count("XX") == jokers
    assert table.pack.size == 52 + jokers
    assert [cards.bit_count() for cards in table.position.hands] == [hand] * seats
    assert table.position.stock.bit_count() == 52 + jokers - seats * hand - 1
    table.expect(turn=0, ask="turn")


@rule("PESTEN-PACK")
def test_house_rule_two_packs_for_many_players() -> None:
    packs = {2: Pack("23456789TJQKA", jokers=2), 6: Pack("23456789TJQKA", jokers=2, copies=2)}
    table = started(replace(ruleset("pesten"), players=(2, 8), packs=packs), 8, "...")
    assert [hand.bit_count() for hand in table.position.hands] == [7] * 8
    assert table.position.stock.bit_count() == 108 - 56 - 1


@BOTH
@rule("PESTEN-8", "X-SKIP")
@pytest.mark.parametrize(
    ("seats", "direction", "turn"), [(2, 1, 0), (2, -1, 0), (3, 1, 2), (3, -1, 1), (4, 1, 2), (4, -1, 2)]
)
def test_an_eight_makes_the_next_player_miss_the_turn(
    ruleset_id: str, seats: int, direction: int, turn: int
) -> None:
    hands = ["8H QD TD", "8C QS 3C", "8D 3D QC", "8S 3S TC"][:seats]
    table = set_up(ruleset_id, hands, pile="9H", direction=direction)
    table.act("8H")
    table.expect(hand_0="TD QD", pile="9H 8H", turn=turn, ask="turn", direction=direction)
    skipped = direction % seats
    assert table.event_texts(EventKind.SKIPPED) == [f"{skipped} skipped"]


@BOTH
@rule("PESTEN-A", "X-REVERSE-2")
@pytest.mark.parametrize(
    ("seats", "direction", "turn"), [(2, 1, 1), (2, -1, 1), (3, 1, 2), (3, -1, 1), (4, 1, 3), (4, -1, 1)]
)
def test_an_ace_reverses_the_direction_and_needs_no_cover(
    ruleset_id: str, seats: int, direction: int, turn: int
) -> None:
    hands = ["AH 9H TD", "8C QS 3C", "8D 3D QC", "8S 3S TC"][:seats]
    table = set_up(ruleset_id, hands, pile="3H", direction=direction)
    assert table.act("AH") == change(hand_0="TD 9H", pile="3H AH", turn=turn, direction=-direction)


@BOTH
@rule("PESTEN-J")
def test_a_jack_must_name_a_suit_and_no_other_card_may(ruleset_id: str) -> None:
    table = set_up(ruleset_id, ["9H XX TS", "8C QS 3C"], pile="3H")
    for text in ("9H:S", "XX:S"):
        with pytest.raises(IllegalAction):
            table.act(text)
