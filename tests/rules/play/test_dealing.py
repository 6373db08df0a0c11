"""The dealer, the first player, the number of cards and the first face-up card."""

import pytest

from arena.rules.dealer import TABLE
from tests.rules.table import rule, set_up, started
from tests.rules.words import names


@rule("W-DEAL", "W-START", "X-DEALING", "G-DEAL", "P-SETUP")
@pytest.mark.parametrize("ruleset", ["mau-mau", "german", "points-150"])
def test_five_cards_each_one_face_up_and_the_first_seat_plays(ruleset: str) -> None:
    table = started(ruleset, 3, "...")
    table.expect(
        hand_0="7C TC KC 8D JD",
        hand_1="8C JC AC 9D QD",
        hand_2="9C QC 7D TD KD",
        pile="AD",
        turn=0,
        ask="turn",
        direction=1,
    )
    assert names(table.pack, table.position.stock) == "7H 8H 9H TH JH QH KH AH 7S 8S 9S TS JS QS KS AS"


@rule("W-START")
def test_base_game_play_goes_round_the_table() -> None:
    table = set_up("mau-mau", ["9H KD QS", "TH KS QC", "KH 8C 8S"], pile="8H")
    assert table.act("9H")["turn"] == 1
    assert table.act("TH")["turn"] == 2
    assert table.act("KH")["turn"] == 0


@rule("X-DEALING")
@pytest.mark.parametrize(
    ("ruleset", "hand"), [("mau-mau", 5), ("detailed", 6), ("german", 5), ("points-150", 5)]
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_are_taken_singly_in_rounds_from_who_plays_first(ruleset: str, hand: int, seats: int) -> None:
    table = started(ruleset, seats, "3S 4S 5S 6S ..." if ruleset == "detailed" else "...")
    takers = [take[0] for take in table.dealer.takes if take[0] >= TABLE]
    assert takers == [*range(seats)] * hand + [TABLE]
    assert [hand.bit_count() for hand in table.position.hands] == [hand] * seats


@rule("X-ORDER")
def test_the_dealer_is_the_last_seat_and_their_place_moves_on_by_one() -> None:
    table = started("mau-mau", 4, "...")
    table.expect(dealer=3, turn=0)
    table = set_up("detailed", ["9H", "KD", "2S"], pile="8H", draws="3C 4C 5C 6C ...")
    table.expect(dealer=2, deal=0)
    table.act("9H")
    table.expect(dealer=0, deal=1, turn=1)


@rule("X-ORDER", "X-ORDER-0", "G-DEAL")
@pytest.mark.parametrize("ruleset", ["german", "points-150"])
@pytest.mark.parametrize("direction", [1, -1])
def test_the_next_deal_is_anothers_whichever_way_the_last_one_went(ruleset: str, direction: int) -> None:
    table = set_up(ruleset, ["9H", "KD", "QS"], pile="8H", direction=direction, epoch=2, draws="...")
    table.act("9H")
    table.expect(dealer=0, deal=1, turn=1, direction=1)
    assert {(deal, epoch) for _, _, deal, epoch in table.dealer.takes} == {(1, 0)}
    assert [who for who, *_ in table.dealer.takes] == [1, 2, 0] * 5 + [TABLE]


@rule("X-ORDER", "X-DEALING", "X-ELIM")
def test_the_dealers_place_passes_over_those_who_are_out() -> None:
    table = set_up(
        "detailed",
        ["9H", "KD", "2S", "3S"],
        pile="8H",
        totals=[0, 100, 0, 0],
        dealer=0,
        draws="3C 4C 5C 6C ...",
    )
    table.act("9H")
    table.expect(dealer=2, turn=3, inside=(0, 2, 3), hand_1="")
    takers = [take[0] for take in table.dealer.takes if take[0] >= TABLE]
    assert takers == [3, 0, 2] * 6 + [TABLE]


@rule("X-ORDER-0")
def test_takes_name_the_deal_the_epoch_and_the_seats_own_number() -> None:
    table = set_up("mau-mau", ["7C KD", "TS KS"], pile="8S QD 9H", stock="TC", draws="TC QD")
    table.act("draw", "pass", "draw")
    assert [(who, deal, epoch) for who, _, deal, epoch in table.dealer.takes] == [(0, 0, 0), (1, 0, 1)]
    table = set_up(
        "detailed", ["9H", "KD", "2S"], pile="8H", totals=[0, 100, 0], epoch=3, draws="3C 4C 5C 6C ..."
    )
    table.act("9H")
    assert {(deal, epoch) for _, _, deal, epoch in table.dealer.takes} == {(1, 0)}
    assert [take[0] for take in table.dealer.takes if take[0] >= TABLE] == [2, 0] * 6 + [TABLE]


@rule("X-STARTER")
@pytest.mark.parametrize("ruleset", ["mau-mau", "german", "points-150"])
@pytest.mark.parametrize("starter", ["7S", "8S", "9S", "AS"])
def test_the_first_face_up_card_has_no_effect(ruleset: str, starter: str) -> None:
    table = started(ruleset, 2, f"7C 7D 8C 8D 9C 9D TC TD KS KD {starter} ...")
    table.expect(hand_0="7C 8C 9C TC KS", pile=starter, turn=0, ask="turn", debt=0, direction=1)
    assert "KS" in table.choices


@rule("X-STARTER")
def test_a_jack_turned_up_stands_for_its_own_suit() -> None:
    table = started("mau-mau", 2, "7C 7D 8C 8D JC 9D TC TD KS KD JS ...")
    table.expect(pile="JS", suit="S")
    assert table.choices == "JC:CDHS, KS"
    table = started("german", 2, "7C 7D 8C 8D JC 9D TC TD KS KD JS ...")
    table.expect(pile="JS", suit="S")
    assert table.choices == "KS, draw"
    table = started("points-150", 2, "7C 7D 8C 8D JC 9D TC TD KS KD JS ...")
    table.expect(pile="JS", suit="S")
    assert table.choices == "JC:CDHS, KS, draw"
    table = started("detailed", 2, "3C 3D 3H 3S 9C 9D TC TD JC KD KS 6D 5C 5D 4C 4D JS ...")
    table.expect(pile="JS", suit="S")
    assert table.choices == "KS, draw"
