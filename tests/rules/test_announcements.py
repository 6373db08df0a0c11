"""Words that are due on leaving one card and on going out, and what leaving them out costs."""

import pytest

from arena.rules import EventKind, IllegalAction, Word
from tests.rules.table import change, rule, set_up, won

BOTH = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed"])
EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])


@rule("W-MAU", "X-CALLS")
def test_base_game_mau_on_leaving_one_card() -> None:
    table = set_up("mau-mau", ["9H KD", "TS KC"], pile="8H")
    assert table.choices == "9H Mau/-"
    assert table.act("9H Mau") == change(hand_0="KD", said_0="Mau", pile="8H 9H", turn=1)


@rule("W-MAU", "X-CALLS")
def test_base_game_without_the_word_one_card_is_drawn() -> None:
    table = set_up("mau-mau", ["9H KD", "TS KC"], pile="8H", draws="7C")
    assert table.act("9H") == change(hand_0="7C KD", pile="8H 9H", turn=1)
    assert table.told() == ["0 played 9H", "0 drew 7C for call"]


@rule("W-MAU")
def test_base_game_mau_also_when_the_card_left_is_an_ace() -> None:
    table = set_up("mau-mau", ["9H AD", "TS KC"], pile="8H", draws="7C")
    assert table.choices == "9H Mau/-"
    assert table.act("9H") == change(hand_0="7C AD", pile="8H 9H", turn=1)


@rule("W-MAU", "X-ANNOUNCE")
def test_base_game_mau_mau_when_the_card_left_is_a_jack_the_weaker_word_counts_as_none() -> None:
    table = set_up("mau-mau", ["9H JD", "TS KC"], pile="8H", draws="7C")
    assert table.choices == "JD:CDHS Mau/-, 9H Mau-Mau/Mau/-"
    assert table.act("9H Mau-Mau") == change(hand_0="JD", said_0="Mau-Mau", pile="8H 9H", turn=1)
    for weak in ("9H Mau", "9H"):
        table = set_up("mau-mau", ["9H JD", "TS KC"], pile="8H", draws="7C")
        assert table.act(weak) == change(hand_0="7C JD", pile="8H 9H", turn=1)


@rule("W-OUT-CALL", "X-CALLS")
def test_base_game_mau_again_on_going_out() -> None:
    table = set_up("mau-mau", ["9H", "TS KC"], pile="8H", said=[1, 2])
    assert table.choices == "9H Mau/-"
    assert table.act("9H Mau") == won((1, 2), (0, 20), hand_0="", pile="8H 9H")


@rule("W-OUT-CALL", "X-OUT-PENALTY", "X-CALLS")
def test_base_game_going_out_without_the_word_costs_two_cards_and_the_turn_is_over() -> None:
    table = set_up("mau-mau", ["9H", "TS KC"], pile="8H", draws="7C 8C")
    assert table.act("9H") == change(hand_0="7C 8C", pile="8H 9H", turn=1)


@rule("W-OUT-CALL", "X-LAST-NAMES")
def test_base_game_a_last_jack_wins_with_mau_mau_and_names_no_suit() -> None:
    table = set_up("mau-mau", ["JD", "TS KC"], pile="8H")
    assert table.choices == "JD Mau-Mau, JD:CDHS Mau/-"
    assert table.act("JD Mau-Mau") == won((1, 2), (0, 20), hand_0="", said_0="Mau-Mau", pile="8H JD")


@rule("W-OUT-CALL", "X-OUT-PENALTY", "X-LAST-NAMES", "X-FINAL")
@pytest.mark.parametrize("word", [" Mau", ""])
def test_base_game_a_last_jack_with_the_wrong_word_names_a_suit_and_does_not_win(word: str) -> None:
    table = set_up("mau-mau", ["JD", "TS KC"], pile="8H", draws="7C 8C")
    assert table.act(f"JD:S{word}") == change(hand_0="7C 8C", pile="8H JD", suit="S", turn=1)
    assert table.choices == "TS Mau/-"


@rule("X-OUT-PENALTY", "X-PRICE")
def test_base_game_the_price_comes_before_the_effect_of_a_last_seven() -> None:
    table = set_up("mau-mau", ["7H", "TS KC"], pile="8H", draws="7C 8C 9C TC")
    assert table.act("7H") == change(hand_0="7C 8C", hand_1="9C TC KC TS", pile="8H 7H", turn=1, ask="paid")
    assert table.told() == [
        "0 played 7H",
        "0 drew 7C for call",
        "0 drew 8C for call",
        "1 drew 9C for debt",
        "1 drew TC for debt",
    ]


@BOTH
@rule("X-PRICE")
def test_the_price_comes_before_the_effect_on_others(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD", "TS KC"], pile="9H", draws="7C 8C 9C TC")
    table.act("7H", *["take"] * (ruleset == "detailed"))
    price = {"mau-mau": ["7C"], "detailed": ["7C", "8C"]}[ruleset]
    debt = {"mau-mau": ["8C", "9C"], "detailed": ["9C", "TC"]}[ruleset]
    assert table.told(EventKind.DREW) == [
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


@pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german"])
@rule("X-ANNOUNCE")
def test_an_eight_between_two_calls_for_the_word_too(ruleset: str) -> None:
    table = set_up(ruleset, ["8H KD", "TS KC"], pile="9H")
    assert table.choices == "8H Mau/-" + ", draw" * (ruleset != "mau-mau")
    assert table.act("8H Mau") == change(hand_0="KD", said_0="Mau", pile="9H 8H")


@rule("G-LAST", "G-9", "G-A", "X-ANNOUNCE")
@pytest.mark.parametrize(("card", "ask"), [("9H", "turn"), ("AH", "cover")])
def test_german_a_nine_or_an_ace_that_leaves_one_calls_for_the_word_too(card: str, ask: str) -> None:
    table = set_up("german", [f"{card} KH", "TS KC"], pile="8H", draws="...")
    table.act(f"{card} Mau")
    table.expect(hand_0="KH", said_0="Mau", turn=0, ask=ask, forgot=())
    table.act("KH")
    table.expect(deal=1)


@rule("X-CALLS", "X-LAST-NAMES", "G-MAU")
@pytest.mark.parametrize("last", ["TH", "JD"])
def test_german_going_out_needs_no_word(last: str) -> None:
    table = set_up("german", [last, "TS KC"], pile="8H", draws="...")
    assert table.choices == f"{last}, draw"
    table.act(last)
    table.expect(deal=1)
    assert table.told(EventKind.SAID) == []


@EVERY
@rule("X-ANNOUNCE")
def test_no_word_with_more_cards_left_and_no_untrue_one(ruleset: str) -> None:
    table = set_up(ruleset, ["TH KD QS", "TS KC"], pile="8H")
    with pytest.raises(IllegalAction):
        table.act("TH Mau")
    table = set_up(ruleset, ["TH KD", "TS KC"], pile="8H")
    with pytest.raises(IllegalAction):
        table.act("TH Mau-Mau")


@EVERY
@rule("X-ANNOUNCE")
def test_a_hand_that_starts_with_one_card_owes_nothing(ruleset: str) -> None:
    table = set_up(ruleset, ["9C", "TS KC"], pile="8H", draws="7D")
    assert table.act("draw", *["pass"] * (ruleset != "german")) == change(hand_0="9C 7D", turn=1)


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
def test_a_drawn_card_played_leaves_one_again_and_the_word_is_due_anew(ruleset: str) -> None:
    table = set_up(ruleset, ["KD", "9D KC"], pile="8H", said=[1, 2], draws="7H ...")
    table.act("draw")
    assert table.choices == "7H Mau/-, pass"
    assert table.act("7H Mau")["said_0"] == "Mau"


@rule("D-LAST")
def test_detailed_last_card_on_leaving_one() -> None:
    table = set_up("detailed", ["9H KD", "TS KC"], pile="8H", draws="2C 3C")
    assert table.choices == "9H Mau/-, draw"
    assert table.act("9H Mau") == change(hand_0="KD", said_0="Mau", pile="8H 9H", turn=1)


@rule("D-LAST")
def test_detailed_without_the_word_two_cards_are_drawn() -> None:
    table = set_up("detailed", ["9H KD", "TS KC"], pile="8H", draws="2C 3C")
    assert table.act("9H") == change(hand_0="2C 3C KD", pile="8H 9H", turn=1)


@rule("D-MAUMAU", "X-D-JACKS")
def test_detailed_on_leaving_one_jack_last_card_is_not_enough() -> None:
    table = set_up("detailed", ["9H JD", "TS KC"], pile="8H")
    assert table.choices == "JD:CDHS Mau/-, 9H Mau-Mau/Mau/-, draw"
    assert table.act("9H Mau-Mau") == change(hand_0="JD", said_0="Mau-Mau", pile="8H 9H", turn=1)
    for weak in ("9H Mau", "9H"):
        table = set_up("detailed", ["9H JD", "TS KC"], pile="8H", draws="2C 3C")
        assert table.act(weak) == change(hand_0="2C 3C JD", pile="8H 9H", turn=1)


@rule("D-LAST", "X-LAST-NAMES")
@pytest.mark.parametrize(("last", "factor"), [("9H", 1), ("JD", 2)])
def test_detailed_going_out_needs_no_word_and_a_last_jack_names_no_suit(last: str, factor: int) -> None:
    table = set_up("detailed", [last, "TS KC"], pile="8H", totals=[0, 100])
    assert table.choices == f"{last}, draw"
    assert table.act(last) == won(
        (1, 2),
        (0, 20),
        hand_0="",
        pile=f"8H {last}",
        alive=(0,),
        totals=(-10 * factor, 100 + 20 * factor),
        outs=((0, 0), (0, 20)),
    )


@pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german"])
@rule("X-LAST-ACE", "X-ANNOUNCE")
def test_no_word_goes_with_a_last_ace(ruleset: str) -> None:
    table = set_up(ruleset, ["AH", "TS KC"], pile="8H")
    with pytest.raises(IllegalAction):
        table.act("AH Mau")
