"""Announcements with one card left and on going out, and the price of a missing one."""

import pytest

from arena.rules import EventKind, Word
from tests.rules.table import change, rule, set_up

BOTH = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed"])
EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])


@rule("W-MAU", "X-ANNOUNCE")
def test_base_game_mau_mau_when_the_card_left_is_a_jack_the_weaker_word_counts_as_none() -> None:
    table = set_up("mau-mau", ["9H JD", "TS KC"], pile="8H", draws="7C")
    assert table.choices == "JD:CDHS Mau/-, 9H Mau-Mau/Mau/-"
    assert table.act("9H Mau-Mau") == change(hand_0="JD", said_0="Mau-Mau", pile="8H 9H", turn=1)
    for weak in ("9H Mau", "9H"):
        table = set_up("mau-mau", ["9H JD", "TS KC"], pile="8H", draws="7C")
        assert table.act(weak) == change(hand_0="7C JD", pile="8H 9H", turn=1)


@rule("W-OUT-CALL", "X-OUT-PENALTY", "X-LAST-NAMES", "X-FINAL")
@pytest.mark.parametrize("word", [" Mau", ""])
def test_base_game_a_last_jack_with_the_wrong_word_names_a_suit_and_does_not_win(word: str) -> None:
    table = set_up("mau-mau", ["JD", "TS KC"], pile="8H", draws="7C 8C")
    assert table.act(f"JD:S{word}") == change(hand_0="7C 8C", pile="8H JD", suit="S", turn=1)
    assert table.choices == "TS Mau/-"


@BOTH
@rule("X-PRICE")
def test_the_price_comes_before_the_effect_on_others(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD", "TS KC"], pile="9H", draws="7C 8C 9C TC")
    table.act("7H", *["take"] * (ruleset == "detailed"))
    price = {"mau-mau": ["7C"], "detailed": ["7C", "8C"]}[ruleset]
    debt = {"mau-mau": ["8C", "9C"], "detailed": ["9C", "TC"]}[ruleset]
    assert table.event_texts(EventKind.DREW) == [
        *(f"0 drew {card} for call" for card in price),
        *(f"1 drew {card} for debt" for card in debt),
    ]


@BOTH
@rule("X-ANNOUNCE")
def test_the_word_is_due_with_an_ace_too_and_paid_for_before_the_cover(ruleset: str) -> None:
    table = set_up(ruleset, ["AH KH", "TS KC"], pile="9H", draws="7C 8C")
    assert table.choices.startswith("KH Mau/-, AH Mau/-")
    left = {"mau-mau": "7C KH", "detailed": "7C 8C KH"}[ruleset]
    assert table.act("AH") == change(hand_0=left, pile="9H AH", ask="cover")


@EVERY
@rule("X-ANNOUNCE")
def test_what_was_said_stands_until_the_hand_grows(ruleset: str) -> None:
    let = ["let", "let"] * (ruleset == "points-150")
    table = set_up(ruleset, ["TH KD", "TD KC", "9S 9C"], pile="8H", draws="7D")
    table.act("TH Mau", *let)
    assert table.act("TD Mau", *let) == change(hand_1="KC", said_1="Mau", pile="8H TH TD", turn=2)
    table.act("draw", *["pass"] * (ruleset != "german"))
    table.expect(said_0="Mau", said_1="Mau")
    table = set_up(ruleset, ["KD", "9D KC"], pile="8H", said=[1, 2], draws="7S")
    table.act("draw")
    table.expect(hand_0="KD 7S", said_0="")


@rule("X-ANNOUNCE")
@pytest.mark.parametrize(
    ("ruleset", "draws"), [("detailed", "3C 4C 5C 6C ..."), ("german", "..."), ("points-150", "...")]
)
def test_no_word_stands_in_a_new_deal(ruleset: str, draws: str) -> None:
    table = set_up(ruleset, ["TH", "KD"], pile="8H", said=[Word.LAST_CARD, Word.MAU_MAU], draws=draws)
    table.act("TH")
    table.expect(deal=1, said_0="", said_1="")


@BOTH
@rule("X-ANNOUNCE")
def test_a_drawn_card_played_leaves_one_again_and_the_word_is_due_again(ruleset: str) -> None:
    table = set_up(ruleset, ["KD", "9D KC"], pile="8H", said=[1, 2], draws="7H ...")
    table.act("draw")
    assert table.choices == "7H Mau/-, pass"
    assert table.act("7H Mau")["said_0"] == "Mau"


@rule("D-MAUMAU", "X-D-JACKS")
def test_detailed_on_leaving_one_jack_last_card_is_not_enough() -> None:
    table = set_up("detailed", ["9H JD", "TS KC"], pile="8H")
    assert table.choices == "JD:CDHS Mau/-, 9H Mau-Mau/Mau/-, draw"
    assert table.act("9H Mau-Mau") == change(hand_0="JD", said_0="Mau-Mau", pile="8H 9H", turn=1)
    for weak in ("9H Mau", "9H"):
        table = set_up("detailed", ["9H JD", "TS KC"], pile="8H", draws="2C 3C")
        assert table.act(weak) == change(hand_0="2C 3C JD", pile="8H 9H", turn=1)
