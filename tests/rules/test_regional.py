"""German regional rules: drawn cards are played, Jack on Jack, the top Seven counts, Eights answer Eights."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up, started, won

REGIONAL = "german-regional"


@rule("G-DEAL", "G-PACK", "X-PACKS")
@pytest.mark.parametrize(("seats", "pack"), [(2, 32), (3, 32), (4, 32), (5, 52)])
def test_six_cards_each_of_32_or_of_52_for_five(seats: int, pack: int) -> None:
    table = started(REGIONAL, seats, "...")
    assert table.pack.size == pack
    assert [hand.bit_count() for hand in table.position.hands] == [6] * seats


@rule("X-PACKS")
@pytest.mark.parametrize("rank", "23456")
def test_among_five_the_low_cards_have_no_effect(rank: str) -> None:
    table = set_up(REGIONAL, [f"{rank}H KD TC", "TS KC", "TD KS", "9C 9D", "QC QD"], pile="8H")
    assert table.act(f"{rank}H") == change(hand_0="TC KD", pile=f"8H {rank}H", turn=1)


@rule("G-DRAWSTOP", "X-DRAWN", "G-VOLUNTARY")
def test_the_card_just_drawn_may_be_played_or_not_and_no_other() -> None:
    table = set_up(REGIONAL, ["KH 9D TC", "TS KC QS"], pile="8H", draws="QH")
    assert table.choices == "KH, draw"
    assert table.act("draw") == change(hand_0="TC 9D QH KH", ask="drawn")
    assert table.choices == "QH, pass"
    assert table.act("QH") == change(hand_0="TC 9D KH", pile="8H QH", turn=1, ask="turn")


@rule("X-ASK-DRAWN", "X-ASK")
@pytest.mark.parametrize(("drawn", "offered"), [("QS", "pass"), ("8S", "8S, pass"), ("JS", "JS:CDHS, pass")])
def test_one_is_asked_whether_or_not_it_fits(drawn: str, offered: str) -> None:
    table = set_up(REGIONAL, ["KH 9D TC", "TS KC"], pile="8H", draws=drawn)
    table.act("draw")
    assert table.choices == offered
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("X-ANNOUNCE", "X-DRAWN")
def test_the_word_is_due_when_the_card_just_drawn_leaves_one() -> None:
    table = set_up(REGIONAL, ["KC", "TS KS"], pile="8H", draws="QH")
    table.act("draw")
    assert table.choices == "QH Mau/-, pass"


@rule("G-J", "X-WILDTOP")
def test_a_jack_goes_on_a_jack_whatever_suit_was_named() -> None:
    table = set_up(REGIONAL, ["JD KH 9D", "TS KC"], pile="8H JC", suit="H")
    assert table.choices == "JD:CDHS, KH, draw"
    assert table.act("JD:S") == change(hand_0="9D KH", pile="8H JC JD", suit="S", turn=1)


@rule("G-J", "X-STARTER")
def test_a_jack_goes_on_a_jack_turned_up_first_too() -> None:
    assert set_up(REGIONAL, ["JD KC 9S", "TS KH"], pile="JC").choices == "KC, JD:CDHS, draw"


# ---- Sevens ----


@rule("G-7", "X-G-FREE")
@pytest.mark.parametrize("sevens", [1, 2, 3, 4])
def test_however_many_sevens_lie_the_bearer_takes_two(sevens: int) -> None:
    hands = ["7H 7D KD QD", "7C TS TC", "7S KC QC"]
    table = set_up(REGIONAL, hands, pile="8H", draws="8C 9C")
    table.act(*["7H", "7C", "7S", "7D"][:sevens])
    table.expect(turn=sevens % 3, ask="debt", debt=2)
    table.act("take")
    assert len(table.told(EventKind.DREW)) == 2


@rule("G-7", "X-DEBT-AFTER")
def test_after_taking_one_of_the_two_just_drawn_may_be_played_and_no_other() -> None:
    table = set_up(REGIONAL, ["7H KD QD", "TS KH TC", "8D 8S"], pile="8H", draws="9H QS")
    table.act("7H")
    assert table.act("take") == change(hand_1="TC 9H KH TS QS", ask="paid", debt=0)
    assert table.choices == "9H, pass"
    assert table.act("pass") == change(turn=2, ask="turn")


@rule("X-DEBT-AFTER", "X-ASK-DRAWN", "X-ASK")
@pytest.mark.parametrize(
    ("drawn", "offered"),
    [("9H QH", "9H, QH, pass"), ("9C QS", "pass"), ("7S QS", "7S, pass"), ("JS AH", "AH, JS:CDHS, pass")],
)
def test_one_is_asked_after_taking_whether_or_not_either_fits(drawn: str, offered: str) -> None:
    table = set_up(REGIONAL, ["7H KD QD", "TS KH TC", "8D 8S"], pile="8H", draws=drawn)
    table.act("7H", "take")
    table.expect(turn=1, ask="paid")
    assert table.choices == offered


@rule("X-DEBT-AFTER")
def test_just_one_of_the_two_is_played_and_it_has_its_effect() -> None:
    table = set_up(REGIONAL, ["7H KD QD", "TS KH TC", "8D 8S"], pile="8H", draws="TH QH")
    table.act("7H", "take")
    assert table.act("QH") == change(hand_1="TC TH KH TS", pile="8H 7H QH", turn=2, ask="turn")
    table = set_up(REGIONAL, ["7H KD QD", "TS KH TC", "8D 8S"], pile="8H", draws="7S QH")
    table.act("7H", "take")
    assert table.act("7S") == change(hand_1="TC QH KH TS", pile="8H 7H 7S", turn=2, ask="debt", debt=2)


@rule("X-DEBT-AFTER", "G-9")
def test_after_a_nine_just_drawn_any_card_may_follow() -> None:
    table = set_up(REGIONAL, ["7H KD QD", "TS KH TC", "8D 8S"], pile="8H", draws="9H QS")
    table.act("7H", "take", "9H")
    table.expect(turn=1, ask="turn", direction=-1)
    assert table.choices == "KH, draw"


@rule("X-NODRAW-2", "X-EMPTY")
def test_if_nothing_could_be_drawn_for_the_debt_only_the_end_of_the_turn_is_left() -> None:
    table = set_up(REGIONAL, ["KH TC", "8D 8S"], pile="7H", stock="", ask="debt", debt=2)
    assert table.act("take") == change(ask="paid", debt=0)
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("G-7", "G-J", "X-DEBT")
def test_neither_a_jack_nor_an_eight_nor_a_card_of_the_suit_answers_a_seven() -> None:
    table = set_up(REGIONAL, ["7H KD QD", "JC 8C KH", "8D 8S"], pile="TH")
    table.act("7H")
    assert table.choices == "take"


@rule("G-ANSWER-LAST", "X-ANSWER-LAST", "X-FINAL")
def test_the_last_card_may_be_a_seven_in_answer_and_nobody_draws() -> None:
    table = set_up(REGIONAL, ["7H KD QD", "7C"], pile="8H", draws="...")
    table.act("7H", "7C")
    assert table.told(EventKind.DREW) == []
    table.expect(deal=1, totals=(20, 0))


# ---- Eights ----


@rule("G-8", "X-SKIP-ANSWER")
def test_who_faces_an_eight_lays_an_eight_of_any_suit_or_misses() -> None:
    table = set_up(REGIONAL, ["8H KD QD", "8C 8S TS KH", "TD KC"], pile="9H")
    assert table.act("8H") == change(hand_0="QD KD", pile="9H 8H", turn=1, ask="miss", misses=1)
    assert table.choices == "8C, 8S, miss"
    assert table.act("8C") == change(hand_1="KH 8S TS", pile="9H 8H 8C", turn=2)
    assert table.choices == "miss"
    assert table.act("miss") == change(turn=0, ask="turn", misses=0)


@rule("X-SKIP-ANSWER", "X-ASK")
@pytest.mark.parametrize("hand", ["8C TS KS", "9H TS KS", "JC TS KS"])
def test_one_is_asked_with_or_without_an_eight_and_may_miss(hand: str) -> None:
    table = set_up(REGIONAL, ["8H KD QD", hand, "TD KC"], pile="TH")
    table.act("8H")
    table.expect(turn=1, ask="miss")
    assert table.act("miss") == change(turn=2, ask="turn", misses=0)


@rule("X-SKIP-ANSWER")
def test_eights_do_not_add_up() -> None:
    table = set_up(REGIONAL, ["8H KD QD", "8C TS KS", "8S TD KC", "9C TC"], pile="9H")
    table.act("8H", "8C", "8S", "miss")
    table.expect(turn=0, ask="turn", misses=0)
    assert table.told(EventKind.SKIPPED) == ["3 skipped"]


@rule("X-SKIP-ANSWER")
def test_between_two_who_misses_gives_the_other_a_full_turn_more() -> None:
    table = set_up(REGIONAL, ["8H KD QH", "TS KS"], pile="9H")
    table.act("8H")
    assert table.act("miss") == change(turn=0, ask="turn", misses=0)
    assert table.choices == "QH Mau/-, draw"


@rule("X-ANSWER-OPEN")
def test_on_a_spent_eight_the_usual_match_counts() -> None:
    assert set_up(REGIONAL, ["8C 9D KH", "TS KS"], pile="9H 8H").choices == "8C, KH, draw"
    assert set_up(REGIONAL, ["8C 9D KH", "TS KS"], pile="8H JS", suit="D").choices == "9D, draw"


@rule("X-SKIP-ANSWER", "X-FINAL")
def test_the_last_card_may_be_an_eight_in_answer_and_nobody_misses() -> None:
    table = set_up(REGIONAL, ["8H KD QD", "8C", "TD KC"], pile="9H", draws="...")
    table.act("8H")
    assert table.choices == "8C, miss"
    table.act("8C")
    assert table.told(EventKind.SKIPPED) == []
    table.expect(deal=1, totals=(20, 0, 15))


# ---- points ----


@rule("G-SC-FLAT")
@pytest.mark.parametrize(
    ("card", "points"),
    [("7C", 5), ("8C", 5), ("9C", 5), ("TC", 5), ("JC", 20), ("QC", 10), ("KC", 10), ("AC", 11)],
)
def test_what_a_card_counts(card: str, points: int) -> None:
    table = set_up(REGIONAL, ["TH", card], pile="8H", draws="...")
    table.act("TH")
    table.expect(points=(0, points), totals=(0, points))


@rule("G-SC-FLAT", "X-PACKS")
def test_among_five_the_low_cards_count_five_each() -> None:
    table = set_up(REGIONAL, ["TH", "2C", "3C 4C", "5C 6C 2D", "AC"], pile="8H", draws="...")
    table.act("TH")
    table.expect(totals=(0, 5, 10, 15, 11))


@rule("G-SC-FLAT", "G-MAU")
@pytest.mark.parametrize(("last", "totals"), [("TH", (3, 35, 26)), ("JH", (3, 50, 52))])
def test_a_last_jack_doubles_what_the_losers_score(last: str, totals: tuple[int, ...]) -> None:
    table = set_up(REGIONAL, [last, "KD 7S", "9C AC QD"], pile="8H", totals=[3, 20, 0], draws="...")
    table.act(last)
    table.expect(totals=totals, deal=1)


@rule("G-SC-FLAT", "X-PLACES")
def test_the_game_ends_when_somebody_has_300_and_the_fewest_points_win() -> None:
    table = set_up(REGIONAL, ["TH", "KD", "QS"], pile="8H", deal=9, totals=[280, 290, 30])
    assert table.act("TH") == won((2, 3, 1), (0, 10, 10), hand_0="", pile="8H TH", totals=(280, 300, 40))


@rule("G-SC-FLAT")
def test_at_299_it_goes_on_however_many_deals_there_were() -> None:
    table = set_up(REGIONAL, ["TH", "KD", "QS"], pile="8H", deal=50, totals=[280, 289, 30], draws="...")
    table.act("TH")
    table.expect(deal=51, inside=(0, 1, 2), totals=(280, 299, 40), ask="turn")


@rule("X-TIES")
def test_equal_totals_share_the_place() -> None:
    table = set_up(REGIONAL, ["TH", "KD", "QS"], pile="8H", totals=[40, 295, 30])
    table.act("TH")
    table.expect(ask="over", places=(1, 3, 1), totals=(40, 305, 40))


@rule("X-BLOCKED", "X-IDLE")
def test_blocked_all_score_their_hands_without_doubling() -> None:
    table = set_up(REGIONAL, ["9C KD", "TD 7S"], pile="8H", stock="", draws="...")
    table.act("pass", "pass")
    table.expect(totals=(15, 10), deal=1)


@rule("X-LIMIT")
def test_the_200th_deal_ends_the_game_with_places_by_totals() -> None:
    table = set_up(REGIONAL, ["TH", "KD", "QS"], pile="8H", deal=199, totals=[40, 20, 30])
    table.act("TH")
    table.expect(ask="over", termination="deals", places=(2, 1, 2), totals=(40, 30, 40))
