"""Pesten: the pack, the deal, and what Eight, Ace and Jack do."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, IllegalAction, ruleset
from arena.rules.cards import Pack
from tests.rules.table import change, rule, set_up, started

BOTH = pytest.mark.parametrize("ruleset_id", ["pesten", "pesten-royal"])
NO_SPADES = "3C 3D 3H 4C 4D 4H 5C 5D 5H 6C 6D 6H 9C 9D 9H TC TD TH QC QD QH"


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


@rule("X-STARTER")
@pytest.mark.parametrize("card", ["2S", "7S", "8S", "JS", "KS", "AS"])
def test_the_first_card_turned_up_has_no_effect_and_its_own_suit_holds(card: str) -> None:
    table = started("pesten", 3, f"{NO_SPADES} {card}")
    table.expect(turn=0, ask="turn", debt=0, direction=1)
    assert table.choices == "draw"


@BOTH
@rule("X-MUST", "W-MATCH")
def test_who_can_play_must(ruleset_id: str) -> None:
    table = set_up(ruleset_id, ["9H 3C 3D", "TS QS"], pile="3H")
    assert table.choices == "3C, 3D, 9H"


@BOTH
@rule("W-DRAW", "X-DRAWN", "X-ASK-DRAWN")
@pytest.mark.parametrize(
    ("drawn", "offered", "hand"),
    [
        ("4H", "4H, pass", "9C TC TD 4H"),
        ("XX", "XX, pass", "9C TC TD XX"),
        ("JD", "JD:CDHS, pass", "9C TC TD JD"),
        ("4S", "pass", "9C TC TD 4S"),
    ],
)
def test_who_cannot_draws_one_and_may_play_only_that(
    ruleset_id: str, drawn: str, offered: str, hand: str
) -> None:
    table = set_up(ruleset_id, ["9C TC TD", "TS QS"], pile="3H", draws=drawn)
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0=hand, ask="drawn")
    assert table.choices == offered
    assert table.act("pass") == change(turn=1, ask="turn")


@BOTH
@rule("X-NODRAW")
def test_with_nothing_to_draw_who_cannot_play_passes(ruleset_id: str) -> None:
    table = set_up(ruleset_id, ["9C TD", "TS QS"], pile="3H", stock="")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, idle=1)


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
    assert table.told(EventKind.SKIPPED) == [f"{skipped} skipped"]


@BOTH
@rule("PESTEN-8", "X-SKIP")
def test_between_two_an_eight_gives_another_full_turn_with_a_draw(ruleset_id: str) -> None:
    table = set_up(ruleset_id, ["8H QD TD", "8C QS 3C"], pile="9H")
    table.act("8H")
    assert table.choices == "draw"


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
@rule("PESTEN-J", "X-WISH")
@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("top", ["3H", "JH", "2H", "8H", "AH", "KH"])
def test_a_jack_goes_on_any_card_and_names_any_suit(ruleset_id: str, suit: str, top: str) -> None:
    table = set_up(ruleset_id, ["JC QD TD", "8C QS 3C"], pile=f"9H {top}", suit="H" * (top == "JH"))
    assert table.choices == "JC:CDHS"
    table.act(f"JC:{suit}")
    table.expect(hand_0="TD QD", pile=f"9H {top} JC", suit=suit, turn=1, ask="turn")


@BOTH
@rule("PESTEN-J", "X-WILDTOP")
def test_on_a_jack_the_named_suit_counts_or_a_jack_or_a_joker(ruleset_id: str) -> None:
    table = set_up(ruleset_id, ["2C 9H JC TS XX", "8C QS 3C"], pile="9S JH", suit="S")
    assert table.choices == "JC:CDHS, TS, XX"


@BOTH
@rule("PESTEN-J")
def test_a_jack_must_name_a_suit_and_no_other_card_may(ruleset_id: str) -> None:
    table = set_up(ruleset_id, ["9H XX TS", "8C QS 3C"], pile="3H")
    for text in ("9H:S", "XX:S"):
        with pytest.raises(IllegalAction):
            table.act(text)


@BOTH
@rule("X-INHERIT")
@pytest.mark.parametrize("rank", ["3", "4", "5", "6", "9", "T", "Q"])
def test_the_other_cards_have_no_effect(ruleset_id: str, rank: str) -> None:
    table = set_up(ruleset_id, [f"{rank}H KD TD", "8C QS 3C", "8D 3D QC"], pile="8H")
    table.act(f"{rank}H")
    table.expect(turn=1, ask="turn", debt=0, direction=1)
