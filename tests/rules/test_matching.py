"""What may be laid on what."""

import pytest

from tests.rules.table import change, rule, set_up

EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])


@rule("W-MATCH", "G-MATCH", "P-MATCH")
@pytest.mark.parametrize(
    ("ruleset", "top", "hand", "fitting"),
    [
        ("mau-mau", "9H", "9C TD QH KS", "9C, QH"),
        ("mau-mau", "9H", "7H 8H AH", "7H, 8H, AH"),
        ("mau-mau", "7S", "7C 8D KS", "7C, KS"),
        ("mau-mau", "AD", "TD KS AC", "AC, TD"),
        ("detailed", "2D", "2C 3C 3D TH", "2C, 3D, draw"),
        ("detailed", "6C", "TC 6D KD", "TC, 6D, draw"),
        ("detailed", "QS", "QC 4D AS", "QC, AS, draw"),
        ("german", "9H", "7H 8C AH", "7H, AH, draw"),
        ("german", "7S", "7C 8D KS", "7C, KS, draw"),
        ("points-150", "9H", "9C TD QH", "9C, QH, draw"),
        ("points-150", "AD", "TD KS AC", "AC, TD, draw"),
    ],
)
def test_suit_or_rank_fits(ruleset: str, top: str, hand: str, fitting: str) -> None:
    table = set_up(ruleset, [hand, "KC KH"], pile=top, draws="...")
    assert table.choices == fitting
    first = fitting.partition(",")[0]
    table.act(first)
    left = " ".join(card for card in hand.split() if card != first)
    table.expect(hand_0=left, pile=f"{top} {first}")


@rule("W-MATCH")
def test_a_plain_card_goes_on_the_pile_and_the_next_player_is_on() -> None:
    table = set_up("mau-mau", ["9C KD QS", "TS KS", "TH KH"], pile="8H 9H")
    assert table.choices == "9C"
    assert table.act("9C") == change(hand_0="KD QS", pile="8H 9H 9C", turn=1)


@rule("W-J", "P-J")
@pytest.mark.parametrize("ruleset", ["mau-mau", "points-150"])
@pytest.mark.parametrize("top", ["7C", "8S", "TD", "JD", "AH"])
def test_a_jack_goes_on_any_card(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["JC KD QS", "7H KS"], pile=top)
    assert "JC:CDHS" in table.choices
    assert table.act("JC:S") == change(hand_0="KD QS", pile=f"{top} JC", suit="S", turn=1)
    assert table.choices == "KS Mau/-" + ", draw" * (ruleset == "points-150")


@rule("D-MATCH", "G-J")
@pytest.mark.parametrize("ruleset", ["detailed", "german"])
@pytest.mark.parametrize("top", ["7C", "8S", "TD", "QS", "AH"])
def test_a_jack_goes_on_any_card_but_a_jack(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["JH KD TC", "JS 7H 9S"], pile=top)
    assert "JH:CDHS" in table.choices
    assert table.act("JH:S") == change(hand_0="TC KD", pile=f"{top} JH", suit="S", turn=1)
    assert table.choices == "9S, draw"


@rule("D-MATCH", "G-J")
@pytest.mark.parametrize("ruleset", ["detailed", "german"])
def test_a_jack_never_goes_on_a_jack_of_the_named_suit_either(ruleset: str) -> None:
    table = set_up(ruleset, ["TS JS KD", "7H 9S"], pile="JD", suit="S")
    assert table.choices == "TS, draw"
    assert table.act("TS") == change(hand_0="KD JS", pile="JD TS", suit="", turn=1)
    assert table.choices == "9S Mau/-, draw"


@rule("X-WILDTOP")
@pytest.mark.parametrize(
    ("ruleset", "fitting"),
    [
        ("mau-mau", "JC:CDHS, TH, JH:CDHS, KH"),
        ("detailed", "TH, KH, draw"),
        ("german", "TH, KH, draw"),
        ("points-150", "JC:CDHS, TH, JH:CDHS, KH, draw"),
    ],
)
def test_on_a_jack_only_the_named_suit_counts(ruleset: str, fitting: str) -> None:
    table = set_up(ruleset, ["JC 9D QD TH JH KH", "7C 7D"], pile="9S JD", suit="H")
    assert table.choices == fitting
    assert table.act("TH") == change(hand_0="JC 9D QD JH KH", pile="9S JD TH", suit="", turn=1)


@rule("X-WISH")
@EVERY
@pytest.mark.parametrize(("suit", "fitting"), [("C", "KC"), ("D", "9D"), ("H", "KH"), ("S", "8S")])
def test_any_suit_may_be_named_the_old_one_too(ruleset: str, suit: str, fitting: str) -> None:
    table = set_up(ruleset, ["JC TD TS", "9D KC 8S KH"], pile="TH")
    assert "JC:CDHS" in table.choices
    assert table.act(f"JC:{suit}") == change(hand_0="TD TS", pile="TH JC", suit=suit, turn=1)
    assert table.choices == fitting + ", draw" * (ruleset != "mau-mau")


@rule("X-WISH")
@EVERY
def test_a_named_suit_outlives_draws_and_a_reshuffle(ruleset: str) -> None:
    table = set_up(ruleset, ["JC TD QD", "9D KC", "QS KH"], pile="9C TH", stock="8D", draws="8D TH")
    table.act("JC:S", "draw", *["pass"] * (ruleset != "german"))
    table.expect(turn=2, ask="turn", suit="S")
    assert table.choices == "QS Mau/-" + ", draw" * (ruleset != "mau-mau")
    table = set_up(ruleset, ["QD TD", "9D KC"], pile="9C TH JC", suit="S", stock="", draws="TH")
    table.act("draw")
    table.expect(hand_0="TD QD TH", pile="JC", epoch=1, suit="S")


@rule("X-MUST")
def test_who_can_play_must_in_the_base_game() -> None:
    table = set_up("mau-mau", ["9C KD QS", "TS KS"], pile="9H", draws="7C")
    assert table.choices == "9C"
    assert table.act("9C") == change(hand_0="KD QS", pile="9H 9C", turn=1)


@rule("X-MUST", "G-VOLUNTARY", "G-DRAWSTOP")
def test_german_who_can_play_may_draw_instead_and_the_turn_is_over() -> None:
    table = set_up("german", ["9C KD QS", "TS KS"], pile="9H", draws="7H")
    assert table.choices == "9C, draw"
    assert table.act("draw") == change(hand_0="9C KD 7H QS", turn=1)


@rule("X-MUST", "P-DRAW")
def test_points_who_can_play_may_draw_instead_and_then_play_just_that_card() -> None:
    table = set_up("points-150", ["9C KD QS", "TS KS"], pile="9H", draws="7H")
    assert table.choices == "9C, draw"
    assert table.act("draw") == change(hand_0="9C KD 7H QS", ask="drawn")
    assert table.choices == "7H, pass"


@rule("X-MUST", "D-DRAW")
def test_who_can_play_may_draw_instead_in_the_detailed_rules() -> None:
    table = set_up("detailed", ["9C KD QS", "TS KS"], pile="9H", draws="2D")
    assert table.choices == "9C, draw"
    assert table.act("draw") == change(hand_0="9C 2D KD QS", ask="drawn")
    assert table.choices == "9C, pass"
