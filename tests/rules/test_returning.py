"""Who has no card left keeps the place in turn; a Seven or somebody's Ten brings them back, else they win."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up, won

KINGS = "prsi-kings"


@rule("PRSI-RETURN")
def test_the_last_card_does_not_end_the_deal_yet() -> None:
    table = set_up(KINGS, ["9H", "TS 9S", "JD JS"], pile="8H")
    assert table.choices == "9H"
    assert table.act("9H") == change(hand_0="", pile="8H 9H", turn=1)


@rule("PRSI-RETURN", "X-RETURN", "X-BACK-ASK", "X-RANK")
def test_the_deal_is_won_when_a_play_brings_the_turn_to_the_place_again() -> None:
    table = set_up(KINGS, ["9H", "9S JD", "9D TC"], pile="8H")
    assert table.act("9H", "9S") == change(hand_0="", hand_1="JD", pile="8H 9H 9S", turn=2)
    assert table.act("9D") == won((1, 2, 2), (0, 20, 10), hand_2="TC", pile="8H 9H 9S 9D", turn=0)


@rule("PRSI-RETURN", "X-RETURN", "X-BACK-ASK")
def test_a_draw_that_ends_the_turn_before_wins_it_too() -> None:
    table = set_up(KINGS, ["9H", "9S JD", "8D KC"], pile="8H", draws="TC")
    table.act("9H", "9S")
    assert table.act("draw") == won((1, 2, 2), (0, 20, 28), hand_2="TC KC 8D", turn=0)


@rule("X-RETURN", "X-NODRAW")
def test_a_forced_pass_before_wins_it_too() -> None:
    table = set_up(KINGS, ["", "8D KC", "TC"], pile="9S", stock="", turn=2)
    assert table.choices == "pass"
    table.act("pass")
    table.expect(ask="over", termination="won", places=(1, 2, 2))


@rule("PRSI-RETURN", "X-RETURN", "X-BACK-ASK")
def test_for_a_seven_that_meets_the_place_they_draw_unasked_are_back_and_miss_that_turn() -> None:
    table = set_up(KINGS, ["9H", "9S JD", "7S KD"], pile="8H", draws="TC TD")
    table.act("9H", "9S")
    assert table.act("7S") == change(hand_0="TC TD", hand_2="KD", pile="8H 9H 9S 7S", turn=1)
    assert table.told(EventKind.DREW) == ["0 drew TC for debt", "0 drew TD for debt"]


@rule("PRSI-RETURN")
def test_who_came_back_takes_part_again_and_may_be_without_cards_again() -> None:
    table = set_up(KINGS, ["9H", "7H KD"], pile="8H", draws="7C 7D 8C 9C TC TD JD")
    table.act("9H", "7H")
    table.expect(hand_0="7C 7D", turn=1, ask="turn")
    assert table.act("draw") == change(hand_1="8C KD", turn=0)
    assert table.act("7C", "take") == change(hand_0="7D", hand_1="8C 9C TC KD", pile="8H 9H 7H 7C")
    assert table.act("7D") == change(hand_0="", pile="8H 9H 7H 7C 7D", turn=1, ask="debt", debt=2)
    assert table.act("take") == won((1, 2), (0, 67), hand_1="8C 9C TC TD JD KD", turn=0, debt=0)


@rule("PRSI-RETURN", "X-RETURN")
@pytest.mark.parametrize(("second", "debt"), [("7S", 4), ("KS", 6)])
def test_all_of_a_debt_with_a_seven_on_top_is_drawn(second: str, debt: int) -> None:
    drawn = ["8C", "9C", "TC", "JC", "QC", "AC"][:debt]
    table = set_up(KINGS, ["9S", f"{second} JD", "7C KD"], pile="8S", draws=" ".join(drawn))
    table.act("9S", second)
    assert table.act("7C") == change(
        hand_0=" ".join(drawn), hand_2="KD", pile=f"8S 9S {second} 7C", turn=1, ask="turn", debt=0
    )


@rule("PRSI-RETURN", "X-EMPTY")
def test_who_draws_only_what_there_is_for_a_seven_is_back_all_the_same() -> None:
    table = set_up(KINGS, ["", "7S KD JD"], pile="9S", stock="", turn=1, draws="9S")
    assert table.act("7S") == change(hand_0="9S", hand_1="JD KD", pile="7S", epoch=1)
    table.expect(turn=1, ask="turn")


@rule("PRSI-RETURN", "X-RETURN", "X-FINAL")
@pytest.mark.parametrize("second", ["9C", "7S", "KS"])
def test_a_debt_with_a_king_on_top_does_not_bring_back_but_ends_the_round_and_lapses(second: str) -> None:
    table = set_up(KINGS, ["9S", f"{second} JD", "KC KD"], pile="8S")
    table.act("9S", second)
    table.act("KC")
    table.expect(hand_0="", ask="over", termination="won", places=(1, 2, 2), points=(0, 20, 10), debt=0)
    assert table.told(EventKind.DREW) == []


@rule("X-RETURN")
@pytest.mark.parametrize("skip", ["AS", "8S"])
def test_an_ace_or_eight_that_would_skip_the_place_ends_the_round(skip: str) -> None:
    table = set_up(KINGS, ["9H", "9S JD", f"{skip} TC"], pile="8H" if skip == "AS" else "TH")
    table.act("9H", "9S")
    table.act(skip)
    table.expect(hand_0="", hand_1="JD", ask="over", termination="won", places=(1, 2, 2), points=(0, 20, 10))


@rule("PRSI-RETURN", "X-RETURN")
@pytest.mark.parametrize("skip", ["AH", "8H"])
def test_an_ace_or_eight_that_skips_the_one_before_brings_play_to_the_place(skip: str) -> None:
    table = set_up(KINGS, ["9H", f"{skip} JD", "7S TC"], pile="TH")
    table.act("9H")
    assert table.act(skip) == won((1, 2, 2), (0, 20, 17), hand_1="JD", pile=f"TH 9H {skip}", turn=0)


@rule("PRSI-RETURN", "PRSI-10")
def test_somebodys_ten_brings_back_for_one_card() -> None:
    table = set_up(KINGS, ["9H", "TH JD KS", "8S TC"], pile="8H", draws="7C 7D")
    table.act("9H")
    assert table.act("TH") == change(hand_0="7D", hand_1="JD KS", hand_2="7C TC 8S", pile="8H 9H TH")


@rule("X-RETURN", "X-RANK")
def test_of_two_without_cards_the_one_whose_place_is_reached_first_has_won() -> None:
    table = set_up(KINGS, ["9H", "9S", "9D TC"], pile="8H")
    table.act("9H", "9S")
    assert table.act("9D") == won((1, 2, 2), (0, 0, 10), hand_2="TC", pile="8H 9H 9S 9D", turn=0)


@rule("X-RETURN")
def test_of_two_without_cards_the_second_wins_when_the_first_is_brought_back() -> None:
    table = set_up(KINGS, ["9H", "9S", "7S TC"], pile="8H", draws="8C 8D")
    table.act("9H", "9S")
    assert table.act("7S") == won(
        (2, 1, 2), (16, 0, 10), hand_0="8C 8D", hand_2="TC", pile="8H 9H 9S 7S", turn=1
    )


@rule("X-RETURN")
def test_a_last_eight_may_bring_play_to_the_place_of_another_who_has_won() -> None:
    table = set_up(KINGS, ["9H", "8H", "7S TC"], pile="TH")
    table.act("9H")
    assert table.act("8H") == won((1, 2, 2), (0, 0, 17), hand_1="", pile="TH 9H 8H", turn=0)


@rule("X-RETURN", "X-BACK-ASK")
def test_between_two_a_last_seven_that_is_taken_wins() -> None:
    table = set_up(KINGS, ["7H", "7C JD"], pile="8H", draws="8C 9C")
    assert table.act("7H") == change(hand_0="", pile="8H 7H", turn=1, ask="debt", debt=2)
    assert table.choices == "7C, take"
    assert table.act("take") == won((1, 2), (0, 44), hand_1="7C 8C 9C JD", turn=0, debt=0)


@rule("X-RETURN", "X-BACK-ASK")
@pytest.mark.parametrize(("last", "drawn"), [("7H", "8C 9C TC JC"), ("KH", "8C 9C TC JC QC KC")])
def test_between_two_an_answer_with_a_seven_brings_back_who_laid_the_last_card(last: str, drawn: str) -> None:
    table = set_up(KINGS, [last, "7C JD"], pile="8H", draws=drawn)
    table.act(last)
    assert table.act("7C") == change(hand_0=drawn, hand_1="JD", pile=f"8H {last} 7C", ask="turn", debt=0)
    table.expect(turn=1)


@rule("X-RETURN")
@pytest.mark.parametrize("last", ["7H", "KH"])
def test_between_two_an_answer_with_a_king_does_not(last: str) -> None:
    table = set_up(KINGS, [last, "KC JD"], pile="8H")
    table.act(last)
    assert table.act("KC") == won((1, 2), (0, 20), hand_1="JD", pile=f"8H {last} KC", turn=0, debt=0)


@rule("X-RETURN", "X-ANSWER-LAST")
def test_between_two_an_answer_with_a_last_seven_wins_once_the_other_has_drawn() -> None:
    table = set_up(KINGS, ["7H", "7C"], pile="8H", draws="8C 8D 8S 9C")
    table.act("7H")
    table.act("7C")
    table.expect(hand_0="8C 9C 8D 8S", hand_1="", places=(2, 1), points=(33, 0), termination="won", debt=0)


@rule("X-RETURN", "X-ANSWER-LAST")
def test_a_last_card_that_answers_passes_the_debt_on_and_begins_the_round() -> None:
    table = set_up(KINGS, ["KH TS", "KC", "9S JD"], pile="8H", draws="7C 8C 9C TC JC QC 7D 8D")
    table.act("KH")
    assert table.act("KC") == change(hand_1="", pile="8H KH KC", turn=2, debt=8)
    assert table.act("take")["turn"] == 0


@rule("X-LAST-NAMES", "X-FINAL")
def test_a_last_ober_names_a_suit_because_play_goes_on() -> None:
    table = set_up(KINGS, ["QS", "9D 9S"], pile="8H")
    assert table.choices == "QS:CDHS"
    assert table.act("QS:D") == change(hand_0="", pile="8H QS", suit="D", turn=1)
    assert table.choices == "9D"
    assert table.act("9D")["places"] == (1, 2)


@rule("X-LAST-NAMES")
@pytest.mark.parametrize("hand", ["QS", "TD QS", "KC TD QD QS"])
def test_an_ober_names_no_suit_if_the_next_is_without_cards_and_so_wins_whatever_is_done(hand: str) -> None:
    table = set_up(KINGS, [hand, "", "9D 9S"], pile="8H")
    assert "QS" in table.choices.split(", ")
    assert ":" not in table.choices
    table.act("QS")
    table.expect(ask="over", places=(2, 1, 2), termination="won")


@rule("X-LAST-NAMES")
def test_an_ober_names_a_suit_if_the_one_without_cards_comes_later() -> None:
    assert set_up(KINGS, ["QS TD", "9D 9S", ""], pile="8H").choices == "QS:CDHS"


@rule("X-BLOCKED", "X-PLACES", "X-IDLE")
@pytest.mark.parametrize(
    ("hands", "points", "places"),
    [
        (["9C KD", "9D KS", "AS JC"], (19, 19, 31), (1, 1, 3)),
        (["9C KD", "9D AD", "9S 8C"], (19, 20, 17), (2, 3, 1)),
        (["9C", "9D", "9S"], (9, 9, 9), (1, 1, 1)),
    ],
)
def test_blocked_when_nobody_can_move_all_rank_by_card_points(
    hands: list[str], points: tuple[int, ...], places: tuple[int, ...]
) -> None:
    table = set_up(KINGS, hands, pile="TH", stock="")
    assert table.act("pass", "pass", "pass") == change(
        turn=2, idle=3, ask="over", termination="blocked", points=points, places=places
    )


@rule("X-COUNT", "X-BLOCKED", "X-PLACES")
def test_after_2000_decisions_who_has_no_card_is_first_and_the_others_rank_by_theirs() -> None:
    table = set_up(KINGS, ["9C KD", "TD JD", ""], pile="8H", decisions=1999, draws="7S")
    assert table.act("draw") == change(
        hand_0="9C KD 7S", ask="over", termination="decisions", points=(26, 30, 0), places=(2, 3, 1), turn=1
    )


@rule("X-COUNT", "X-RETURN")
def test_the_2000th_decision_that_brings_play_to_the_place_is_a_win() -> None:
    table = set_up(KINGS, ["", "9C KD"], pile="8H", turn=1, decisions=1999, draws="7S")
    assert table.act("draw") == won((1, 2), (0, 26), hand_1="9C KD 7S", turn=0)


@rule("PRSI-RETURN", "X-RETURN")
@pytest.mark.parametrize("last", ["AH", "8H"])
def test_a_last_ace_or_eight_skips_the_next_and_begins_the_round(last: str) -> None:
    table = set_up(KINGS, [last, "9S JD", "9D TC"], pile="TH")
    assert table.act(last) == change(hand_0="", pile=f"TH {last}", turn=2)


@rule("PRSI-RETURN", "X-RETURN")
@pytest.mark.parametrize(("seats", "nobody"), [(3, 1), (4, 2), (5, 4)])
def test_a_seven_brings_back_whoever_is_next_and_the_one_after_is_on(seats: int, nobody: int) -> None:
    hands = ["9S TC", "9D TD", "9C TS", "JC JD", "JS KD"][:seats]
    hands[nobody], hands[nobody - 1] = "", "7H KC"
    table = set_up(KINGS, hands, pile="8H", turn=nobody - 1, draws="8C QC")
    table.act("7H")
    table.expect(turn=(nobody + 1) % seats, ask="turn", debt=0)
    assert table.state()[f"hand_{nobody}"] == "8C QC"


@rule("PRSI-RETURN", "X-RETURN")
def test_a_debt_that_the_one_before_takes_brings_play_to_the_place() -> None:
    table = set_up(KINGS, ["9H", "7H JD", "TC TD"], pile="8H", draws="8C 8D")
    table.act("9H", "7H")
    assert table.act("take") == won((1, 2, 2), (0, 20, 36), hand_2="8C TC 8D TD", turn=0, debt=0)
