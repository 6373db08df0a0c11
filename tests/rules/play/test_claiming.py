"""Blind: the cards that may be laid face down, and their claims."""

from dataclasses import replace

import pytest

from arena.rules import choices, expand, ruleset
from arena.rules.ruleset import NO_CALLS, FaceDown
from tests.rules.table import change, rule, set_up, started

WILD = "JC QC JD QD JH QH JS QS"
ON_EIGHT = "8C 8D 7H 8H 9H TH KH AH 8S"  # all that fits the Eight of hearts and names no suit


def any_of(hand: str, claims: str, wild: str = "", otherwise: str = "") -> str:
    """Return the choices of every card with every plain claim, and with a wild claim and a suit."""
    plays = [
        play
        for card in hand.split()
        for play in (f"{card}=({claims})", *([f"{card}=({wild}):CDHS"] if wild else []))
    ]
    return ", ".join([*plays, *([otherwise] if otherwise else [])])


@rule("BLIND-DOWN", "X-BLIND")
def test_any_card_may_be_laid_as_any_that_fits() -> None:
    table = set_up("blind", ["9C KD 8S", "TS KS", "AC AD"], pile="8H")
    assert table.choices == any_of("9C KD 8S", ON_EIGHT, WILD, "draw")


@rule("X-BLIND", "X-TOP-CLAIM")
@pytest.mark.parametrize(("claim", "where"), [("8H", "top"), ("9H", "pile"), ("TH", "hand"), ("KH", "hand")])
def test_a_card_known_to_be_elsewhere_may_be_claimed_the_top_itself_too(claim: str, where: str) -> None:
    table = set_up("blind", ["9C TH", "KH KS"], pile="9H 8H")
    assert table.act(f"9C={claim}") == change(
        hand_0="TH", pile="9H 8H 9C", hidden="9C", turn=1, ask="believe", claimed=0
    ), where


@rule("X-BLIND", "PRSI-Q")
@pytest.mark.parametrize(
    ("top", "claims"), [("7H", "7C 7D 7H 8H 9H TH KH AH 7S"), ("AH", "AC AD 7H 8H 9H TH KH AH AS")]
)
def test_on_a_spent_seven_or_ace_an_unter_may_be_claimed_but_no_ober(top: str, claims: str) -> None:
    table = set_up("blind", ["9C QH", "KD KS"], pile=f"8H {top}")
    assert table.choices == any_of("9C QH", claims, "JC JD JH JS", "draw")


@rule("X-BLIND", "X-WILDTOP")
@pytest.mark.parametrize("top", ["JH", "QH"])
def test_on_a_wild_card_the_named_suit_or_any_wild_a_player_may_be_claimed(top: str) -> None:
    table = set_up("blind", ["9C KH", "KD KS"], pile=f"8H {top}", suit="S")
    assert table.choices == any_of("9C KH", "7S 8S 9S TS KS AS", WILD, "draw")


@rule("X-TOP-CLAIM")
def test_every_card_with_every_claim_and_suit_is_an_action() -> None:
    hand = "8C 9C TC KC AC 7D 8D 9D TD KD AD 7H 9H TH KH AH 7S 8S 9S TS KS AS JC QC JD"
    table = set_up("blind", [hand, "7C QS"], pile="8H")
    actions = [action for choice in choices(table.position) for action in expand(choice)]
    assert len(set(actions)) == len(actions) == 25 * (9 + 8 * 4) + 1


@rule("X-BLIND", "X-STARTER")
def test_on_an_unter_turned_up_first_its_own_suit_may_be_claimed() -> None:
    table = started("blind", 2, "9C KC 9D KS TC TD QC KD JH")
    assert table.choices == any_of("9C TC QC 9D", "7H 8H 9H TH KH AH", WILD, "draw")


@rule("X-BLIND", "X-BLIND-7", "X-DEBT", "X-TOP-CLAIM")
def test_under_a_debt_only_sevens_may_be_claimed_by_any_card_or_it_is_taken() -> None:
    table = set_up("blind", ["9C KD QS", "KC KS"], pile="8H 7H", ask="debt", debt=2)
    assert table.choices == any_of("9C KD QS", "7C 7D 7H 7S", otherwise="take")


@rule("X-BLIND", "X-MUST", "X-DRAWN", "X-ASK-DRAWN")
@pytest.mark.parametrize("drawn", ["8D", "TD"])
def test_a_player_may_draw_though_one_could_play_and_the_turn_is_over_unasked(drawn: str) -> None:
    table = set_up("blind", ["9C TH", "KC KS", "KD KH"], pile="8H", draws=drawn)
    hand = {"8D": "9C 8D TH", "TD": "9C TD TH"}[drawn]
    assert table.act("draw") == change(hand_0=hand, turn=1)


@rule("X-NODRAW")
def test_with_nothing_to_draw_something_must_be_claimed() -> None:
    table = set_up("blind", ["9C TH", "KC KS"], pile="8H", stock="")
    assert table.choices == any_of("9C TH", ON_EIGHT, WILD)


@rule("X-NODRAW", "X-EMPTY")
def test_with_an_empty_stock_and_cards_below_the_top_a_player_may_draw() -> None:
    table = set_up("blind", ["9C TH", "KC KS"], pile="9H 8H", stock="", draws="9H")
    assert table.choices == any_of("9C TH", ON_EIGHT, WILD, "draw")
    assert table.act("draw") == change(hand_0="9C 9H TH", pile="8H", turn=1, epoch=1)


@rule("X-NODRAW-2", "X-EMPTY")
def test_with_nothing_to_draw_a_debt_may_be_taken_all_the_same() -> None:
    table = set_up("blind", ["9C TH", "KC KS"], pile="7H", stock="", ask="debt", debt=2)
    assert table.choices == any_of("9C TH", "7C 7D 7H 7S", otherwise="take")
    assert table.act("take") == change(turn=1, ask="turn", debt=0)


@rule("X-TOP-CLAIM", "X-LAST-NAMES", "PRSI-NOCALL")
def test_a_last_card_names_no_suit_and_needs_no_word_whatever_is_claimed() -> None:
    table = set_up("blind", ["9C", "KC KS"], pile="8H")
    claims = "8C JC QC 8D JD QD 7H 8H 9H TH JH QH KH AH 8S JS QS"
    assert table.choices == any_of("9C", claims, otherwise="draw")


@rule("X-BLIND", "X-JOKER-SUIT")
def test_house_rule_a_joker_claimed_keeps_the_suit_under_it() -> None:
    blind_pesten = replace(ruleset("pesten"), face_down=FaceDown(), calls=NO_CALLS, draws_at_last="")
    table = set_up(blind_pesten, ["9C KC TC", "TS KS"], pile="8H JH", suit="S", draws="2C 3C 4C 5C 6C")
    table.act("9C=XX", "believe")
    table.expect(suit="S", debt=5)
    table.act("take")
    assert table.choices.startswith("2C=(2S 3S 4S 5S 6S 7S 8S 9S TS QS KS AS XX), 2C=(JC JD JH JS):CDHS")
