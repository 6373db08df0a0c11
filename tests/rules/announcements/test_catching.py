"""The points game: a player with one card left or a last Jack may be caught without the word."""

import pytest

from arena.rules import EventKind
from arena.rules.choices import Word
from tests.rules.table import change, rule, set_up

SAID_IT = [Word.MAU_MAU, Word.SILENT]


@rule("X-CATCH", "X-P-ASKED")
@pytest.mark.parametrize("word", ["", " Mau"])
def test_the_first_catch_ends_the_asking_a_false_one_too(word: str) -> None:
    table = set_up("points-150", ["TH KD", "TS KC", "9S QS", "7S TD"], pile="8H", draws="7C 8C")
    table.act(f"TH{word}", "let")
    table.expect(turn=2, ask="catch")
    table.act("catch")
    table.expect(turn=1, ask="turn", hand_0="KD" if word else "7C 8C KD")


@rule("X-P-ASKED")
@pytest.mark.parametrize(
    ("seats", "direction", "order"), [(3, 1, [1, 2]), (3, -1, [2, 1]), (4, 1, [1, 2, 3]), (4, -1, [3, 2, 1])]
)
def test_they_are_asked_in_the_direction_in_force(seats: int, direction: int, order: list[int]) -> None:
    hands = ["TH KD", "TS KC", "9S QS", "7S TD"][:seats]
    table = set_up("points-150", hands, pile="8H", direction=direction)
    table.act("TH Mau")
    for seat in order:
        table.expect(turn=seat, ask="catch")
        table.act("let")
    table.expect(turn=order[0], ask="turn")


@rule("X-P-CATCH", "P-8")
@pytest.mark.parametrize(("word", "answer"), [(" Mau", "catch"), (" Mau", "let"), ("", "let")])
def test_not_caught_after_an_eight_between_two_its_player_plays_again(word: str, answer: str) -> None:
    table = set_up("points-150", ["8H KH", "TS KC"], pile="9H")
    table.act(f"8H{word}", answer)
    table.expect(hand_0="KH", turn=0, ask="turn")
    assert table.choices == "KH, draw"


@rule("P-CATCH", "P-MAUMAU", "X-P-MAUMAU", "X-ANNOUNCE")
@pytest.mark.parametrize(("word", "left"), [(" Mau-Mau", "JD"), (" Mau", "JD"), ("", "7C 8C JD")])
def test_on_leaving_a_jack_either_word_guards_against_the_catch(word: str, left: str) -> None:
    table = set_up("points-150", ["TH JD", "TS KC"], pile="8H", draws="7C 8C")
    assert table.choices == "JD:CDHS Mau/-, TH Mau-Mau/Mau/-, draw"
    table.act(f"TH{word}", "catch")
    table.expect(hand_0=left, turn=1, ask="turn")


@rule("P-MAUMAU", "X-P-MAUMAU", "X-LAST-NAMES")
def test_a_last_jack_takes_mau_mau_and_no_suit_or_a_suit_and_less() -> None:
    for said in ([Word.SILENT] * 2, [Word.LAST_CARD, Word.SILENT]):
        table = set_up("points-150", ["JD", "TS KC"], pile="8H", said=said)
        assert table.choices == "JD Mau-Mau, JD:CDHS Mau/-, draw"


@rule("P-MAUMAU", "X-P-MAUMAU", "X-FINAL")
@pytest.mark.parametrize("word", [" Mau", ""])
def test_a_last_jack_without_it_caught_two_cards_and_the_deal_goes_on(word: str) -> None:
    table = set_up("points-150", ["JD", "TS KC", "QH QS"], pile="8H", draws="7C 8C")
    table.act(f"JD:S{word}")
    table.expect(hand_0="", pile="8H JD", suit="S", turn=1, ask="catch", suspected=0)
    assert table.act("let") == change(turn=2)
    table.act("catch")
    table.expect(hand_0="7C 8C", said_0="", pile="8H JD", suit="S", turn=1, ask="turn", totals=(0, 0, 0))
    assert table.choices == "TS Mau/-, draw"


@rule("P-MAUMAU")
@pytest.mark.parametrize("word", [" Mau", ""])
def test_a_last_jack_without_it_not_caught_has_won(word: str) -> None:
    table = set_up("points-150", ["JD", "TS KC", "QH QS"], pile="8H", draws="...")
    table.act(f"JD:S{word}", "let", "let")
    table.expect(deal=1, totals=(40, 0, 0), suspected=None)


@rule("P-MAUMAU", "X-SAID", "X-P-MAUMAU", "X-LAST-NAMES")
def test_mau_mau_said_with_the_card_before_stands_and_the_jack_wins_unasked() -> None:
    table = set_up("points-150", ["JD", "TS KC"], pile="8H", said=SAID_IT, draws="...")
    assert table.choices == "JD, draw"
    table.act("JD")
    table.expect(deal=1, totals=(20, 0))
    assert table.event_texts(EventKind.CATCHES, EventKind.LETS_PASS) == []


@rule("X-SAID")
def test_it_stands_no_longer_when_the_hand_has_grown() -> None:
    table = set_up("points-150", ["JD", "TS KC"], pile="8H", said=SAID_IT, draws="QH ...")
    assert table.act("draw") == change(hand_0="JD QH", said_0="", ask="drawn")
    assert table.choices == "QH Mau-Mau/Mau/-, pass"
    table.act("QH Mau", "let")
    table.act("draw", "pass")
    assert table.choices == "JD Mau-Mau, JD:CDHS Mau/-, draw"


@rule("X-P-ASKED", "X-ASK")
@pytest.mark.parametrize("left", ["KD", "JD"])
@pytest.mark.parametrize("word", [" Mau", ""])
def test_the_question_is_the_same_whatever_card_is_left_and_whatever_the_others_hold(
    left: str, word: str
) -> None:
    for hand in ("TS KC", "JC JH", "7C 7S"):
        table = set_up("points-150", [f"TH {left}", hand], pile="8H")
        table.act(f"TH{word}")
        table.expect(turn=1, ask="catch", suspected=0)
        assert table.choices == "catch, let"
