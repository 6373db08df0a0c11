"""The points game: who leaves one card, or lays a last Jack, may be caught without the word."""

import pytest

from arena.rules import EventKind, IllegalAction
from arena.rules.choices import Word
from tests.rules.table import change, rule, set_up

SAID_IT = [Word.MAU_MAU, Word.SILENT]


@rule("P-CATCH", "X-CATCH", "X-P-ASKED")
def test_a_play_that_leaves_one_card_is_put_to_the_others_before_its_effect() -> None:
    table = set_up("points-150", ["TH KD", "TS KC"], pile="8H")
    assert table.choices == "TH Mau/-, draw"
    assert table.act("TH") == change(hand_0="KD", pile="8H TH", turn=1, ask="catch", suspected=0)
    assert table.choices == "catch, let"


@rule("P-CATCH", "X-P-CATCH")
def test_caught_without_the_word_its_player_draws_two_and_play_goes_on() -> None:
    table = set_up("points-150", ["TH KD", "TS KC", "9S QS"], pile="8H", draws="7C 8C")
    table.act("TH")
    assert table.act("catch") == change(hand_0="7C 8C KD", ask="turn", suspected=None)
    assert table.told() == ["0 played TH", "1 catches", "0 drew 7C for call", "0 drew 8C for call"]
    table.expect(turn=1)


@rule("P-CATCH", "X-CATCH")
def test_not_caught_it_costs_nothing() -> None:
    table = set_up("points-150", ["TH KD", "TS KC", "9S QS"], pile="8H")
    table.act("TH")
    assert table.act("let") == change(turn=2)
    assert table.act("let") == change(turn=1, ask="turn", suspected=None)
    assert table.told() == ["0 played TH", "1 lets_pass", "2 lets_pass"]


@rule("P-CATCH", "X-CATCH", "X-P-ASKED")
@pytest.mark.parametrize("ask", [("catch",), ("let", "catch"), ("let", "let")])
def test_who_said_it_is_asked_about_all_the_same_and_a_false_catch_does_nothing(ask: tuple[str, ...]) -> None:
    table = set_up("points-150", ["TH KD", "TS KC", "9S QS"], pile="8H")
    assert table.act("TH Mau") == change(
        hand_0="KD", said_0="Mau", pile="8H TH", turn=1, ask="catch", suspected=0
    )
    table.act(*ask)
    table.expect(
        hand_0="KD", said_0="Mau", hand_1="KC TS", hand_2="9S QS", turn=1, ask="turn", suspected=None
    )


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


@rule("X-P-ASKED", "P-9")
def test_a_nine_is_asked_about_the_old_way_round_and_turns_it_afterwards() -> None:
    table = set_up("points-150", ["9H KD", "TS KC", "TD QS"], pile="8H", draws="7C 8C")
    assert table.act("9H") == change(hand_0="KD", pile="8H 9H", turn=1, ask="catch", suspected=0)
    assert table.act("let") == change(turn=2)
    assert table.act("catch") == change(hand_0="7C 8C KD", ask="turn", direction=-1, suspected=None)
    table.expect(turn=2)


@rule("X-P-CATCH", "X-PRICE", "P-7")
def test_first_the_two_cards_then_the_debt() -> None:
    table = set_up("points-150", ["7H KD", "TS KC"], pile="8H", draws="7C 8C 9C TC")
    table.act("7H")
    assert table.act("catch") == change(hand_0="7C 8C KD", ask="debt", debt=2, suspected=None)
    table.act("take")
    assert table.told(EventKind.DREW) == [
        "0 drew 7C for call",
        "0 drew 8C for call",
        "1 drew 9C for debt",
        "1 drew TC for debt",
    ]
    table.expect(turn=0, ask="turn")


@rule("X-P-CATCH", "P-7")
def test_an_answer_is_asked_about_too_and_the_debt_grows_afterwards() -> None:
    table = set_up("points-150", ["7H KD QD", "7C TS"], pile="8H", draws="8C 9C")
    table.act("7H")
    assert table.act("7C") == change(hand_1="TS", pile="8H 7H 7C", turn=0, ask="catch", suspected=1)
    assert table.act("catch") == change(hand_1="8C 9C TS", ask="debt", debt=4, suspected=None)
    assert table.choices == "take"


@rule("X-P-CATCH", "P-8", "P-CATCH")
def test_caught_after_an_eight_between_two_the_miss_is_spent_and_the_other_is_on() -> None:
    table = set_up("points-150", ["8H KH", "TS KC"], pile="9H", draws="7C 8C")
    table.act("8H")
    assert table.act("catch") == change(hand_0="7C 8C KH", ask="turn", suspected=None)
    table.expect(turn=1)
    assert table.told(EventKind.SKIPPED) == ["1 skipped"]


@rule("X-P-CATCH", "P-8")
@pytest.mark.parametrize(("word", "answer"), [(" Mau", "catch"), (" Mau", "let"), ("", "let")])
def test_not_caught_after_an_eight_between_two_its_player_is_on_again(word: str, answer: str) -> None:
    table = set_up("points-150", ["8H KH", "TS KC"], pile="9H")
    table.act(f"8H{word}", answer)
    table.expect(hand_0="KH", turn=0, ask="turn")
    assert table.choices == "KH, draw"


@rule("X-P-CATCH", "P-8")
def test_caught_after_an_eight_with_three_the_next_one_still_misses() -> None:
    table = set_up("points-150", ["8H KH", "TS KC", "9S QS"], pile="9H", draws="7C 8C")
    table.act("8H", "catch")
    table.expect(hand_0="7C 8C KH", turn=2, ask="turn")
    table = set_up("points-150", ["8H KH", "TS KC", "9S QS"], pile="9H", draws="7C 8C")
    table.act("8H", "let", "catch")
    table.expect(hand_0="7C 8C KH", turn=2, ask="turn")


@rule("P-CATCH", "X-ANNOUNCE")
def test_a_drawn_card_played_that_leaves_one_is_asked_about() -> None:
    table = set_up("points-150", ["KD", "TS KC"], pile="8H", draws="TH 7C 8C")
    assert table.choices == "draw"
    table.act("draw")
    assert table.choices == "TH Mau/-, pass"
    table.act("TH", "catch")
    table.expect(hand_0="7C 8C KD", turn=1, ask="turn")


@rule("P-CATCH", "X-EMPTY")
def test_caught_with_one_card_left_to_draw_one_is_drawn() -> None:
    table = set_up("points-150", ["TH KD", "TS KC"], pile="8H", stock="", draws="8H")
    table.act("TH")
    assert table.act("catch") == change(hand_0="KD 8H", pile="TH", epoch=1, ask="turn", suspected=None)


@rule("P-CATCH", "X-ANNOUNCE")
def test_with_more_than_one_card_left_nobody_is_asked() -> None:
    table = set_up("points-150", ["TH KD QS", "TS KC"], pile="8H")
    assert table.act("TH") == change(hand_0="KD QS", pile="8H TH", turn=1)


@rule("P-CATCH", "P-MAUMAU", "X-P-MAUMAU", "X-ANNOUNCE")
@pytest.mark.parametrize(("word", "left"), [(" Mau-Mau", "JD"), (" Mau", "JD"), ("", "7C 8C JD")])
def test_on_leaving_a_jack_either_word_guards_against_the_catch(word: str, left: str) -> None:
    table = set_up("points-150", ["TH JD", "TS KC"], pile="8H", draws="7C 8C")
    assert table.choices == "JD:CDHS Mau/-, TH Mau-Mau/Mau/-, draw"
    table.act(f"TH{word}", "catch")
    table.expect(hand_0=left, turn=1, ask="turn")


@rule("P-CATCH", "X-ANNOUNCE")
def test_mau_mau_may_not_be_said_of_another_card() -> None:
    table = set_up("points-150", ["TH KD", "TS KC"], pile="8H")
    with pytest.raises(IllegalAction):
        table.act("TH Mau-Mau")


@rule("P-MAUMAU", "X-P-MAUMAU", "X-LAST-NAMES")
def test_a_last_jack_takes_mau_mau_and_no_suit_or_a_suit_and_less() -> None:
    for said in ([Word.SILENT] * 2, [Word.LAST_CARD, Word.SILENT]):
        table = set_up("points-150", ["JD", "TS KC"], pile="8H", said=said)
        assert table.choices == "JD Mau-Mau, JD:CDHS Mau/-, draw"


@rule("P-MAUMAU", "X-P-ASKED", "X-CATCH")
@pytest.mark.parametrize("answer", ["catch", "let"])
def test_a_last_jack_with_mau_mau_is_asked_about_and_wins(answer: str) -> None:
    table = set_up("points-150", ["JD", "TS KC"], pile="8H", draws="...")
    assert table.act("JD Mau-Mau") == change(
        hand_0="", said_0="Mau-Mau", pile="8H JD", turn=1, ask="catch", suspected=0
    )
    table.act(answer)
    table.expect(deal=1, totals=(20, 0), suspected=None, turn=1, ask="turn")


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
    assert table.told(EventKind.CATCHES, EventKind.LETS_PASS) == []


@rule("X-SAID")
def test_it_stands_no_longer_when_the_hand_has_grown() -> None:
    table = set_up("points-150", ["JD", "TS KC"], pile="8H", said=SAID_IT, draws="QH ...")
    assert table.act("draw") == change(hand_0="JD QH", said_0="", ask="drawn")
    assert table.choices == "QH Mau-Mau/Mau/-, pass"
    table.act("QH Mau", "let")
    table.act("draw", "pass")
    assert table.choices == "JD Mau-Mau, JD:CDHS Mau/-, draw"


@rule("X-SAID", "X-P-MAUMAU")
def test_two_jacks_the_word_for_the_second_goes_with_the_first() -> None:
    table = set_up("points-150", ["JC JD", "TS KC"], pile="8H", draws="...")
    assert table.choices == "JC:CDHS Mau-Mau/Mau/-, JD:CDHS Mau-Mau/Mau/-, draw"
    table.act("JC:H Mau-Mau", "let", "draw", "pass")
    assert table.choices == "JD, draw"


@rule("X-P-LAST")
@pytest.mark.parametrize("card", ["7H", "8H", "9H", "TH"])
def test_any_other_last_card_wins_without_a_word_and_nobody_is_asked(card: str) -> None:
    table = set_up("points-150", [card, "TS KC"], pile="QH", draws="...")
    assert table.choices == f"{card}, draw"
    table.act(card)
    table.expect(deal=1, totals=(20, 0))
    assert table.told(EventKind.CATCHES, EventKind.LETS_PASS) == []


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
