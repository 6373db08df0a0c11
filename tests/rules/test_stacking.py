"""Stacking: a Seven or an Eight may be answered with its like."""

import pytest

from arena.rules import EventKind
from tests.rules.script import set_of
from tests.rules.table import change, rule, set_up, started, won

STACKING = "mau-mau-stacking"


@rule("W-7-STACK", "X-DEBT")
def test_who_faces_a_seven_may_lay_a_seven_of_any_suit_or_take() -> None:
    table = set_up(STACKING, ["7H KD QD", "7C TS KS", "TD KC 9S"], pile="8H")
    assert table.choices == "7H"
    assert table.act("7H") == change(hand_0="QD KD", pile="8H 7H", turn=1, ask="debt", debt=2)
    assert table.choices == "7C, take"
    assert table.act("7C") == change(hand_1="TS KS", pile="8H 7H 7C", turn=2, debt=4)
    assert table.choices == "take"


@rule("W-7-STACK")
@pytest.mark.parametrize(
    ("hands", "turns"),
    [
        (["7H 7S KD QD", "7C 7D TS KS"], [1, 0, 1, 0]),
        (["7H 7D KD QD", "7C TS KS", "7S TD KC"], [1, 2, 0, 1]),
        (["7H KD QD", "7C TS KS", "7S TD KC", "7D 9S 9C"], [1, 2, 3, 0]),
        (["7H KD QD", "7C TS KS", "7S TD KC", "7D 9S 9C", "9D TC"], [1, 2, 3, 4]),
    ],
)
def test_sevens_come_to_2_4_6_8_for_the_next(hands: list[str], turns: list[int]) -> None:
    table = set_up(STACKING, hands, pile="8H")
    for card, turn, debt in zip(["7H", "7C", "7S", "7D"], turns, [2, 4, 6, 8], strict=True):
        table.act(card)
        table.expect(turn=turn, ask="debt", debt=debt)


@rule("W-7-STACK", "X-W7S", "X-DEBT-AFTER")
@pytest.mark.parametrize("debt", [2, 4, 6, 8])
def test_who_takes_the_debt_draws_all_of_it_and_may_still_play_any_card(debt: int) -> None:
    draws = ["8C", "9C", "TC", "QC", "KC", "AC", "8D", "9D"][:debt]
    table = set_up(STACKING, ["KD TH", "AD AS"], pile="7C 7H", ask="debt", debt=debt, draws=" ".join(draws))
    drawn = change(hand_0=" ".join([*draws, "KD TH"]), ask="paid", debt=0)
    assert table.act("take") == drawn
    assert table.choices == "TH, pass"
    assert table.act("TH") == change(hand_0=" ".join([*draws, "KD"]), pile="7C 7H TH", turn=1, ask="turn")


@rule("X-W7S", "X-DEBT-AFTER", "X-ASK-DRAWN")
def test_who_took_the_debt_may_end_the_turn_and_draws_no_third_time() -> None:
    table = set_up(STACKING, ["KD TC", "AD AS"], pile="7C 7H", ask="debt", debt=4, draws="8C 9C QC KC")
    table.act("take")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("X-W7S", "X-DEBT-AFTER")
def test_a_seven_after_taking_starts_a_new_debt_of_two() -> None:
    table = set_up(STACKING, ["7D KD TS", "AD AS"], pile="7C 7H", ask="debt", debt=4, draws="8C 9C QC KC")
    table.act("take")
    assert table.act("7D") == change(hand_0="8C 9C QC KC KD TS", pile="7C 7H 7D", turn=1, ask="debt", debt=2)


@rule("X-W7S", "X-DEBT")
@pytest.mark.parametrize(("laid", "forced"), [("7H", "take"), ("8H", "miss")])
def test_neither_a_jack_nor_a_card_of_the_suit_answers_a_seven_or_an_eight(laid: str, forced: str) -> None:
    table = set_up(STACKING, [f"{laid} KD QD", "JC 9H JH AH", "TD KC"], pile="TH")
    table.act(laid)
    assert table.choices == forced


@rule("X-W7S")
@pytest.mark.parametrize(("laid", "held"), [("7H", "8H 8C KD"), ("8H", "7H 7C KD")])
def test_sevens_and_eights_do_not_answer_each_other(laid: str, held: str) -> None:
    table = set_up(STACKING, [f"{laid} QD KS", held], pile="9H")
    table.act(laid)
    assert table.choices == {"7H": "take", "8H": "miss"}[laid]


@rule("W-8-STACK", "X-SKIP-ANSWER")
def test_who_faces_an_eight_may_lay_an_eight_of_any_suit_or_miss() -> None:
    table = set_up(STACKING, ["8H KD QD", "8C TS KS", "TD KC 9S"], pile="9H")
    assert table.act("8H") == change(hand_0="QD KD", pile="9H 8H", turn=1, ask="miss", misses=1)
    assert table.choices == "8C, miss"
    assert table.act("8C") == change(hand_1="TS KS", pile="9H 8H 8C", turn=2)


@rule("W-8-STACK", "X-SKIP-ANSWER", "X-ASK")
@pytest.mark.parametrize(("hand", "offered"), [("8C TS KS", "8C, miss"), ("9H TS KS", "miss")])
def test_one_is_asked_about_an_eight_with_or_without_an_answer_and_may_miss(hand: str, offered: str) -> None:
    table = set_up(STACKING, ["8H KD QD", hand, "TD KC 9S"], pile="TH")
    table.act("8H")
    assert table.choices == offered
    assert table.act("miss") == change(turn=2, ask="turn", misses=0)
    assert table.told(EventKind.SKIPPED) == ["1 skipped"]


@rule("X-SKIP-ANSWER")
def test_eights_do_not_add_up_only_the_one_who_does_not_answer_misses_a_turn() -> None:
    table = set_up(STACKING, ["8H KD QD", "8C TS KS", "8S TD KC", "9C 9S"], pile="9H")
    table.act("8H", "8C", "8S")
    table.expect(turn=3, ask="miss", misses=1)
    assert table.act("miss") == change(turn=0, ask="turn", misses=0)


@rule("W-8-STACK", "X-SKIP-ANSWER")
def test_an_eight_comes_round_the_table_to_who_laid_the_first() -> None:
    table = set_up(STACKING, ["8H 8D KD QD", "8C TS KS", "8S TD KC"], pile="9H")
    table.act("8H", "8C", "8S")
    table.expect(turn=0, ask="miss")
    assert table.choices == "8D, miss"
    table.act("8D")
    assert table.choices == "miss"
    assert table.act("miss") == change(turn=2, ask="turn", misses=0)


@rule("X-SKIP-ANSWER", "X-SKIP")
def test_between_two_who_misses_gives_the_other_a_full_turn_more() -> None:
    table = set_up(STACKING, ["8H KD QD", "TS KS"], pile="9H", draws="7C")
    table.act("8H")
    assert table.act("miss") == change(turn=0, ask="turn", misses=0)
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="7C QD KD", ask="drawn")


@rule("X-SKIP-ANSWER", "X-SKIP")
def test_between_two_an_answered_eight_is_put_to_who_laid_the_first() -> None:
    table = set_up(STACKING, ["8H KD QD", "8C TS KS"], pile="9H")
    assert table.act("8H", "8C") == change(
        hand_0="QD KD", hand_1="TS KS", pile="9H 8H 8C", ask="miss", misses=1
    )
    assert table.act("miss") == change(turn=1, ask="turn", misses=0)


@rule("X-ANSWER-OPEN")
def test_on_a_spent_eight_an_eight_matches_as_any_card_and_must_be_answered_anew() -> None:
    table = set_up(STACKING, ["8H KD QD", "9S TS KS", "8S TH KC"], pile="9H")
    table.act("8H", "miss")
    assert table.choices == "TH, 8S"
    assert table.act("8S") == change(hand_2="KC TH", pile="9H 8H 8S", turn=0, ask="miss", misses=1)


@rule("X-ANSWER-OPEN")
@pytest.mark.parametrize(("card", "ask"), [("7", "debt"), ("8", "miss")])
def test_on_a_named_suit_a_seven_or_an_eight_must_have_it(card: str, ask: str) -> None:
    table = set_up(STACKING, [f"{card}D {card}S QD", "TS KS"], pile=f"{card}H JH", suit="S")
    assert table.choices == f"{card}S"
    table.act(f"{card}S")
    table.expect(turn=1, ask=ask)


@rule("X-STARTER")
@pytest.mark.parametrize("starter", ["7S", "8S"])
def test_nobody_answers_a_seven_or_an_eight_turned_up_first(starter: str) -> None:
    dealt = "7C KC 8C AC 9S AD TD JD QD JC"
    table = started(STACKING, 2, f"9C TC QC KC {dealt} {starter}")
    table.expect(pile=starter, turn=0, ask="turn", debt=0, misses=0)
    assert table.choices == {"7S": "7C, 9S", "8S": "8C, 9S"}[starter]


@rule("X-ANSWER-LAST", "X-FINAL")
def test_the_last_card_may_answer_a_seven_and_nobody_draws() -> None:
    table = set_up(STACKING, ["7H KD QD", "7C", "KC"], pile="8H")
    table.act("7H")
    assert table.choices == "7C Mau/-, take"
    assert table.act("7C Mau") == won(
        (2, 1, 2), (20, 0, 10), hand_1="", said_1="Mau", pile="8H 7H 7C", debt=0
    )


@rule("X-ANSWER-LAST", "X-OUT-PENALTY")
def test_a_last_seven_laid_in_answer_without_the_word_costs_two_and_the_next_faces_the_sum() -> None:
    table = set_up(STACKING, ["7H KD QD", "7C", "KC TS"], pile="8H", draws="9C TC")
    table.act("7H")
    assert table.act("7C") == change(hand_1="9C TC", pile="8H 7H 7C", turn=2, debt=4)


@rule("W-8-STACK", "X-SKIP-ANSWER", "X-FINAL")
def test_the_last_card_may_answer_an_eight_and_nobody_misses() -> None:
    table = set_up(STACKING, ["8H KD QD", "8C", "KC"], pile="9H")
    table.act("8H")
    assert table.choices == "8C Mau/-, miss"
    assert table.act("8C Mau") == won(
        (2, 1, 2), (20, 0, 10), hand_1="", said_1="Mau", pile="9H 8H 8C", misses=0
    )


@rule("X-SKIP-ANSWER", "X-OUT-PENALTY")
def test_a_last_eight_laid_in_answer_without_the_word_costs_two_and_the_next_faces_it() -> None:
    table = set_up(STACKING, ["8H KD QD", "8C", "KC TS"], pile="9H", draws="9C TC")
    table.act("8H")
    assert table.act("8C") == change(hand_1="9C TC", pile="9H 8H 8C", turn=2)
    assert table.choices == "miss"


@rule("X-OVER-8", "X-OUT-PENALTY")
def test_between_two_a_last_eight_without_the_word_may_be_answered_and_else_brings_a_new_turn() -> None:
    table = set_up(STACKING, ["8H KD QD", "8C"], pile="9H", draws="9C TC")
    table.act("8H", "8C")
    table.expect(hand_1="9C TC", turn=0, ask="miss")
    assert table.act("miss") == change(turn=1, ask="turn", misses=0)


@rule("W-7-STACK", "X-PRICE")
def test_an_answer_that_leaves_one_card_needs_the_word_and_the_price_comes_before_the_debt() -> None:
    table = set_up(STACKING, ["7H KD QD", "7C KS", "KC TS"], pile="8H", draws="9C TC JC QC AC")
    table.act("7H")
    assert table.choices == "7C Mau/-, take"
    assert table.act("7C") == change(hand_1="9C KS", pile="8H 7H 7C", turn=2, debt=4)
    assert table.act("take") == change(hand_2="TC JC QC KC AC TS", ask="paid", debt=0)


@rule("X-EMPTY")
def test_the_stock_is_made_anew_within_a_debt_and_what_there_is_meets_it() -> None:
    table = set_up(
        STACKING,
        ["KD TS", "AD AS"],
        pile="TD 7C 7S 7H",
        stock="9C",
        ask="debt",
        debt=6,
        draws="9C TD 7C 7S",
    )
    assert table.act("take") == change(hand_0="7C 9C TD KD 7S TS", pile="7H", epoch=1, ask="paid", debt=0)
    assert table.dealer.stocks == [set_of(table.pack, "TD 7C 7S")]


@rule("X-NODRAW-2", "X-EMPTY")
def test_after_a_debt_of_which_nothing_could_be_drawn_one_may_still_end_the_turn() -> None:
    table = set_up(STACKING, ["KD TH QS", "AD AS"], pile="7H", stock="", ask="debt", debt=4)
    assert table.act("take") == change(ask="paid", debt=0)
    assert table.choices == "TH, pass"
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("X-COVER", "W-7-STACK", "W-8-STACK")
@pytest.mark.parametrize(("card", "ask"), [("7H", "debt"), ("8H", "miss")])
def test_a_seven_or_eight_that_covers_an_ace_may_be_answered_too(card: str, ask: str) -> None:
    table = set_up(STACKING, [f"{card} AH KD QD", "TS KS"], pile="9H")
    table.act("AH", card)
    table.expect(turn=1, ask=ask)


@rule("W-8-STACK", "X-PRICE")
def test_an_eight_in_answer_that_leaves_one_card_needs_the_word() -> None:
    table = set_up(STACKING, ["8H KD QD", "8C KS", "KC TS"], pile="9H", draws="9C")
    table.act("8H")
    assert table.choices == "8C Mau/-, miss"
    assert table.act("8C") == change(hand_1="9C KS", pile="9H 8H 8C", turn=2)


@rule("W-7-STACK", "W-8-STACK", "X-DRAWN")
@pytest.mark.parametrize(("card", "ask"), [("7H", "debt"), ("8H", "miss")])
def test_a_seven_or_eight_just_drawn_may_be_answered_too(card: str, ask: str) -> None:
    table = set_up(STACKING, ["TC KD QD", "TS KS"], pile="9H", draws=card)
    table.act("draw", card)
    table.expect(turn=1, ask=ask)
