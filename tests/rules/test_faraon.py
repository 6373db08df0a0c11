"""Faraón: the Czech game with plain Unters, Obers on any card, and several cards of one rank at once."""

import pytest

from arena.rules import EventKind, IllegalAction
from arena.rules.dealer import TABLE
from tests.rules.table import change, rule, set_up, started

BOTH = pytest.mark.parametrize("ruleset", ["faraon", "faraon-bells"])


@BOTH
@rule("FARAON-BASE", "PRSI-PACK", "X-DEALING")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_five_of_32_cards_each_and_the_dealers_neighbour_leads(ruleset: str, seats: int) -> None:
    table = started(ruleset, seats, "...")
    assert table.position.game.pack.size == 32
    table.expect(turn=0, ask="turn", dealer=seats - 1)
    assert [who for who, *_ in table.dealer.takes] == [*range(seats)] * 5 + [TABLE]


@BOTH
@rule("FARAON-BASE", "X-MUST")
def test_who_can_play_has_to(ruleset: str) -> None:
    assert set_up(ruleset, ["9H KD TS", "9C TC"], pile="8H").choices == "9H"


@BOTH
@rule("FARAON-BASE", "PRSI-7", "X-DRAWN", "X-ASK-DRAWN")
def test_who_cannot_draws_one_and_the_turn_is_over(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KD TS", "9S TC"], pile="8H", draws="TH")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="9C KD TH TS", turn=1)


@BOTH
@rule("FARAON-BASE", "PRSI-NOCALL", "X-CALLS")
def test_no_word_is_due_at_any_time(ruleset: str) -> None:
    table = set_up(ruleset, ["9H KH", "9S TC", "TS KC"], pile="8H")
    assert table.choices == "9H, KH"
    table.act("9H", "9S", "TS")
    assert table.choices == "draw"
    assert set_up(ruleset, ["9H", "9S TC", "TS KC"], pile="8H").choices == "9H"


@BOTH
@rule("FARAON-BASE", "PRSI-J")
def test_an_unter_must_match_and_names_nothing(ruleset: str) -> None:
    assert set_up(ruleset, ["JC KD TS", "9S TC"], pile="8H").choices == "draw"
    table = set_up(ruleset, ["JH KD TS", "9S TC"], pile="8H")
    assert table.choices == "JH"
    assert table.act("JH") == change(hand_0="KD TS", pile="8H JH", turn=1)


@BOTH
@rule("FARAON-BASE")
@pytest.mark.parametrize("card", ["9H", "TH", "KH"])
def test_nines_tens_and_kings_do_nothing(ruleset: str, card: str) -> None:
    table = set_up(ruleset, [f"{card} AD TS", "9S TC", "QS KC"], pile="8H")
    assert table.act(card) == change(hand_0="AD TS", pile=f"8H {card}", turn=1)


@BOTH
@rule("FARAON-OBER")
@pytest.mark.parametrize("top", ["8H", "7H", "AH", "JS", "KD"])
def test_an_ober_goes_on_any_card_and_names_the_suit(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["QC 9D TD", "9S TC", "KC TS"], pile=top)
    assert "QC:CDHS" in table.choices
    assert table.act("QC:S") == change(hand_0="9D TD", pile=f"{top} QC", suit="S", turn=1)
    assert table.choices == "9S"


@BOTH
@rule("FARAON-OBER", "X-WILDTOP")
def test_the_named_suit_counts_whatever_the_suit_of_the_ober_and_an_ober_goes_on_an_ober(
    ruleset: str,
) -> None:
    table = set_up(ruleset, ["QD 9C 9S TH", "9D TC"], pile="8H QC", suit="H")
    assert table.choices == "QD:CDHS, TH"


@BOTH
@rule("FARAON-OBER", "X-STARTER")
def test_an_ober_turned_up_first_stands_for_its_own_suit(ruleset: str) -> None:
    table = set_up(ruleset, ["QD 9C 9S TH", "9D TC"], pile="QS")
    assert table.choices == "QD:CDHS, 9S+0-1(9C)"


@BOTH
@rule("FARAON-MULTI", "X-SEVERAL")
def test_several_cards_of_one_rank_go_at_once_if_the_first_fits(ruleset: str) -> None:
    table = set_up(ruleset, ["9C 9D 9H KD TS", "9S JC"], pile="8H")
    assert table.choices == "9H+0-2(9C 9D)"
    assert table.act("9H+9C+9D") == change(hand_0="KD TS", pile="8H 9H 9C 9D", turn=1)
    assert table.choices == "9S"


@BOTH
@rule("FARAON-MULTI", "X-SEVERAL")
@pytest.mark.parametrize("play", ["9C", "9C+9H", "9H+KH", "9H+9S", "9H+9H", "9H+9D+9C+9S"])
def test_the_others_must_be_of_its_rank_and_in_the_hand(ruleset: str, play: str) -> None:
    table = set_up(ruleset, ["9C 9D 9H KH TS", "9S JC"], pile="8H")
    with pytest.raises(IllegalAction):
        table.act(play)


@BOTH
@rule("X-FARAON-MIX", "FARAON-OBER")
def test_obers_laid_together_name_one_suit(ruleset: str) -> None:
    table = set_up(ruleset, ["QC QS 9D KH", "9S JD"], pile="8H")
    assert table.choices == "QC+0-1(QS):CDHS, KH, QS+0-1(QC):CDHS"
    assert table.act("QC+QS:D") == change(hand_0="9D KH", pile="8H QC QS", suit="D", turn=1)
    assert table.told(EventKind.NAMED) == ["0 named"]
    assert table.choices == "JD"


@BOTH
@rule("FARAON-MULTI", "X-FARAON-LOSER")
def test_several_may_be_the_last_cards(ruleset: str) -> None:
    table = set_up(ruleset, ["9C 9H", "9S JC", "TS KC"], pile="8H")
    assert table.act("9H+9C") == change(hand_0="", pile="8H 9H 9C", turn=1, inside=(1, 2))


@BOTH
@rule("X-LAST-NAMES", "X-FINAL")
def test_a_last_ober_names_a_suit_while_two_or_more_play_on(ruleset: str) -> None:
    table = set_up(ruleset, ["QC", "9S JC", "TS KC"], pile="8H")
    assert table.choices == "QC:CDHS"
    assert table.act("QC:S") == change(hand_0="", pile="8H QC", suit="S", turn=1, inside=(1, 2))
    assert table.choices == "9S"


@BOTH
@rule("X-LAST-NAMES")
@pytest.mark.parametrize(
    ("hand", "offered"), [("QC", "QC"), ("QC QD", "QC:CDHS, QC+QD, QD:CDHS, QD+QC"), ("QC KD", "QC:CDHS")]
)
def test_it_names_none_where_it_surely_ends_the_deal(ruleset: str, hand: str, offered: str) -> None:
    assert set_up(ruleset, [hand, "9S JC"], pile="8H").choices == offered
    left = set_up(ruleset, [hand, "", "9S JC"], pile="8H", inside=0b101, alive=0b111, finished=(1,))
    assert left.choices == offered


@BOTH
@rule("X-EMPTY", "W-RESHUFFLE")
def test_the_pile_below_the_top_becomes_the_stock_and_a_named_suit_holds(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KD", "9S JC"], pile="TD TH QC", suit="H", stock="", draws="TD")
    assert table.act("draw") == change(hand_0="9C TD KD", pile="QC", epoch=1, turn=1)
    assert table.choices == "draw"


@BOTH
@rule("X-NODRAW")
def test_with_nothing_to_draw_who_cannot_play_passes(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KD", "9S JC"], pile="TH", stock="")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, idle=1)
