"""Faraón: three cards for every Seven, passed on with Sevens, cancelled with the Unter of leaves (JS)."""

import pytest

from arena.rules import EventKind, IllegalAction, redact
from arena.rules.choices import NO_CARD
from tests.rules.script import set_of
from tests.rules.table import change, rule, set_up

FARAON, BELLS = "faraon", "faraon-bells"
BOTH = pytest.mark.parametrize("ruleset", [FARAON, BELLS])


@BOTH
@rule("FARAON-7", "X-DEBT")
def test_who_faces_a_seven_may_lay_a_seven_of_any_suit_or_take(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD KS", "7C TS 9D", "9C TD"], pile="8H")
    assert table.choices == "7H"
    assert table.act("7H") == change(hand_0="KD KS", pile="8H 7H", turn=1, ask="debt", debt=3)
    assert table.choices == "7C, take"
    assert table.act("7C") == change(hand_1="9D TS", pile="8H 7H 7C", turn=2, debt=6)
    assert table.choices == "take"


@BOTH
@rule("FARAON-7", "FARAON-MULTI", "X-SEVERAL")
@pytest.mark.parametrize(("cards", "debt"), [("7H", 3), ("7H+7C", 6), ("7H+7C+7D", 9), ("7H+7C+7S+7D", 12)])
def test_each_of_several_sevens_is_three_cards(ruleset: str, cards: str, debt: int) -> None:
    sevens = cards.replace("+", " ")
    table = set_up(ruleset, [f"{sevens} KD KS", "TS 9D", "9C TD"], pile="8H")
    assert table.act(cards) == change(hand_0="KD KS", pile=f"8H {sevens}", turn=1, ask="debt", debt=debt)


@BOTH
@rule("FARAON-7", "X-FARAON-MIX")
@pytest.mark.parametrize(("cards", "debt"), [("7C", 9), ("7C+7D", 12), ("7D+7C", 12)])
def test_several_sevens_may_answer_several(ruleset: str, cards: str, debt: int) -> None:
    table = set_up(ruleset, ["7H 7S KD KS", "7C 7D TS 9D", "9C TD"], pile="8H")
    table.act("7H+7S")
    assert table.choices == "7C+0-1(7D), 7D+0-1(7C), take"
    table.act(cards)
    table.expect(turn=2, ask="debt", debt=debt)


@rule("FARAON-7", "PRSI-7", "X-DEBT-AFTER")
@pytest.mark.parametrize("debt", [3, 6, 9, 12])
def test_who_takes_draws_all_of_it_and_does_not_play_in_that_turn(debt: int) -> None:
    drawn = ["8C", "9C", "TC", "JC", "QC", "KC", "AC", "8D", "9D", "TD", "JD", "QD"][:debt]
    table = set_up(
        FARAON, ["KD TH", "AD AS", "9S TS"], pile="8H 7H", ask="debt", debt=debt, draws=" ".join(drawn)
    )
    assert table.act("take") == change(hand_0=" ".join([*drawn, "KD TH"]), turn=1, ask="turn", debt=0)
    assert table.told() == [f"0 drew {card} for debt" for card in drawn]


@BOTH
@rule("X-DEBT", "FARAON-OBER")
@pytest.mark.parametrize("hand", ["QC QH KC", "JC JH JD", "KH AH 8C", "8H AC 9H"])
def test_no_ober_other_unter_or_card_of_the_suit_answers_a_seven(ruleset: str, hand: str) -> None:
    table = set_up(ruleset, ["7H KD KS", hand], pile="TH")
    table.act("7H")
    assert table.choices == "take"


@BOTH
@rule("X-DEBT", "X-ASK")
@pytest.mark.parametrize("hand", ["7C KC", "JS KC", "9C KC"])
def test_one_is_asked_about_a_seven_with_or_without_an_answer(ruleset: str, hand: str) -> None:
    table = set_up(ruleset, ["7H KD KS", hand, "9S TS"], pile="TH", draws="8C 8D 8S")
    table.act("7H")
    table.expect(turn=1, ask="debt")
    table.act("take")
    assert set_of(table.pack, hand) & ~table.position.hands[1] == 0


@BOTH
@rule("FARAON-UNTER")
@pytest.mark.parametrize("seven", ["7C", "7D", "7H", "7S"])
def test_the_unter_of_leaves_goes_on_a_seven_of_any_suit_and_cancels_the_debt(
    ruleset: str, seven: str
) -> None:
    table = set_up(ruleset, [f"{seven} KD KS", "JS TD 9D", "9S TC"], pile=f"8{seven[1]}")
    table.act(seven)
    assert table.choices == "JS, take"
    assert table.act("JS") == change(
        hand_1="9D TD", pile=f"8{seven[1]} {seven} JS", turn=2, ask="turn", debt=0
    )
    assert table.choices == "9S"
    assert table.told(EventKind.DREW) == []


@BOTH
@rule("FARAON-UNTER")
@pytest.mark.parametrize("debt", [3, 6, 9, 12])
def test_it_cancels_all_that_is_owed(ruleset: str, debt: int) -> None:
    table = set_up(ruleset, ["JS KD", "9S TS"], pile="8H 7H", ask="debt", debt=debt)
    assert table.act("JS") == change(hand_0="KD", pile="8H 7H JS", turn=1, ask="turn", debt=0)


@BOTH
@rule("FARAON-UNTER", "X-FARAON-MIX")
def test_any_other_unters_may_go_on_it_in_the_same_play(ruleset: str) -> None:
    table = set_up(ruleset, ["JC JD JS KD KC", "9S TS"], pile="8H 7H", ask="debt", debt=6)
    assert table.choices == "JS+0-2(JC JD), take"
    assert table.act("JS+JC+JD") == change(hand_0="KC KD", pile="8H 7H JS JC JD", turn=1, ask="turn", debt=0)


@BOTH
@rule("X-FARAON-MIX")
@pytest.mark.parametrize("play", ["JC+JS", "JC", "7C+JS", "JS+7C", "7C+7D+JS", "8H", "7C+8C"])
def test_on_a_debt_only_sevens_together_or_the_unter_of_leaves_at_the_bottom(ruleset: str, play: str) -> None:
    table = set_up(ruleset, ["7C 7D JC JS 8H 8C KD", "9S TS"], pile="9H 7H", ask="debt", debt=3)
    assert table.choices == "7C+0-1(7D), 7D+0-1(7C), JS+0-1(JC), take"
    with pytest.raises(IllegalAction):
        table.act(play)


@BOTH
@rule("FARAON-UNTER", "PRSI-J")
def test_with_no_debt_open_it_is_a_plain_card(ruleset: str) -> None:
    assert set_up(ruleset, ["JS KD", "9S TC"], pile="8H").choices == "draw"
    assert set_up(ruleset, ["JS KD", "9S TC"], pile="8S").choices == "JS"
    assert set_up(ruleset, ["JS KD", "9S TC"], pile="JH").choices == "JS"
    table = set_up(ruleset, ["JS KD", "9S TC"], pile="8S")
    assert table.act("JS") == change(hand_0="KD", pile="8S JS", turn=1)


@BOTH
@rule("FARAON-UNTER", "X-ANSWER-OPEN")
def test_on_a_spent_seven_it_must_match(ruleset: str) -> None:
    assert set_up(ruleset, ["JS KD", "9S TC"], pile="8H 7H").choices == "draw"
    assert set_up(ruleset, ["JS KD", "9S TC"], pile="8S 7S").choices == "JS"


@BOTH
@rule("X-ANSWER-OPEN")
def test_on_a_spent_seven_a_seven_matches_its_rank_but_not_a_named_suit(ruleset: str) -> None:
    table = set_up(ruleset, ["7C KD TS", "9S TC"], pile="8H 7H")
    assert table.choices == "7C"
    assert table.act("7C") == change(hand_0="KD TS", pile="8H 7H 7C", turn=1, ask="debt", debt=3)
    assert set_up(ruleset, ["7C KD TD", "9S TC"], pile="7H QH", suit="S").choices == "draw"


@BOTH
@rule("FARAON-MULTI", "FARAON-UNTER")
def test_with_no_debt_open_unters_go_together_in_any_order(ruleset: str) -> None:
    table = set_up(ruleset, ["JC JS KD TH", "9S TC"], pile="8S")
    assert table.choices == "JS+0-1(JC)"
    table = set_up(ruleset, ["JC JS KD TH", "9S TC"], pile="8C")
    assert table.choices == "JC+0-1(JS)"
    assert table.act("JC+JS") == change(hand_0="KD TH", pile="8C JC JS", turn=1)


@BOTH
@rule("FARAON-UNTER", "FARAON-7")
def test_a_seven_on_what_cancelled_a_debt_begins_anew(ruleset: str) -> None:
    table = set_up(ruleset, ["JS KD", "7S TC KS"], pile="8H 7H", ask="debt", debt=9)
    table.act("JS")
    assert table.choices == "7S, KS"
    assert table.act("7S") == change(hand_1="TC KS", pile="8H 7H JS 7S", turn=0, ask="debt", debt=3)


@BOTH
@rule("X-ANSWER-LAST", "X-FARAON-OUT")
def test_a_last_seven_may_answer_and_the_next_with_cards_faces_the_sum(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD KS", "7C", "9S TS"], pile="8H")
    table.act("7H")
    assert table.choices == "7C, take"
    assert table.act("7C") == change(hand_1="", pile="8H 7H 7C", turn=2, debt=6, inside=(0, 2))


@BOTH
@rule("FARAON-UNTER", "X-ANSWER-LAST")
def test_the_unter_of_leaves_may_be_the_last_card(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD KS", "JS", "9S TS"], pile="8H")
    table.act("7H")
    assert table.act("JS") == change(hand_1="", pile="8H 7H JS", turn=2, ask="turn", debt=0, inside=(0, 2))


@BOTH
@rule("X-FARAON-OUT", "X-FINAL")
@pytest.mark.parametrize(("last", "debt"), [("7H", 3), ("7H+7C", 6)])
def test_last_sevens_fall_on_the_next_with_cards(ruleset: str, last: str, debt: int) -> None:
    sevens = last.replace("+", " ")
    table = set_up(ruleset, [sevens, "9C KD", "9S TS"], pile="8H")
    assert table.act(last) == change(
        hand_0="", pile=f"8H {sevens}", turn=1, ask="debt", debt=debt, inside=(1, 2)
    )


@rule("X-FARAON-OUT", "FARAON-7")
def test_a_debt_passes_over_those_who_are_out() -> None:
    hands = ["7H KD", "", "9C KC", "9S"]
    table = set_up(FARAON, hands, pile="8H", inside=0b1101, alive=0b1111, finished=(1,), draws="8C 8D 8S")
    assert table.act("7H") == change(hand_0="KD", pile="8H 7H", turn=2, ask="debt", debt=3)
    assert table.act("take") == change(hand_2="8C 9C KC 8D 8S", turn=3, ask="turn", debt=0)


@BOTH
@rule("X-FARAON-2", "X-ANSWER-LAST", "X-FINAL")
@pytest.mark.parametrize("last", ["7C", "JS"])
def test_between_two_an_answer_with_the_last_card_ends_the_deal_and_nobody_draws(
    ruleset: str, last: str
) -> None:
    table = set_up(ruleset, ["KD TH", last], pile="8H 7H", turn=1, ask="debt", debt=3, totals=[1, 5])
    table.act(last)
    table.expect(ask="over", debt=0, hand_0="KD TH", places=(2, 1), totals=(0, 5))
    assert table.told(EventKind.DREW) == []


@rule("X-EMPTY")
def test_a_debt_goes_on_from_the_pile_and_what_there_is_meets_it() -> None:
    table = set_up(
        FARAON, ["KD TS", "AD AS"], pile="TD 7C 7S 7H", stock="9C", ask="debt", debt=9, draws="9C TD 7C 7S"
    )
    assert table.act("take") == change(
        hand_0="7C 9C TD KD 7S TS", pile="7H", epoch=1, turn=1, ask="turn", debt=0
    )
    assert table.dealer.stocks == [set_of(table.pack, "TD 7C 7S")]


@rule("X-HIDDEN")
def test_what_is_drawn_for_a_debt_its_drawer_alone_sees() -> None:
    table = set_up(FARAON, ["KD TS", "AD AS"], pile="7H", ask="debt", debt=3, draws="9C 9D 9S")
    table.act("take")
    assert [redact(event, 0) for event in table.events] == table.events
    assert [redact(event, 1).card for event in table.events] == [NO_CARD] * 3
