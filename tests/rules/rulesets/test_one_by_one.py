"""Crazy Eights: up to five draws one by one, the suit named after the play, no reshuffle."""

import pytest

from arena.rules import IllegalAction
from tests.rules.table import Table, change, rule, set_up, started

PLAIN, SPECIAL = "crazy-eights", "crazy-eights-special"
BOTH = pytest.mark.parametrize("ruleset", [PLAIN, SPECIAL])


def dealt(seats: int, turned: str) -> Table:
    """Return the numbers of cards in the pack, in each hand and in the stock at the first question."""
    low = [f"{rank}{suit}" for suit in "CD" for rank in "345679TJK"] + [f"{rank}H" for rank in "345679TJK"]
    cards = low[: seats * (7 if seats == 2 else 5)]
    return started(PLAIN, seats, " ".join([*cards, turned]))


@rule("X-C8")
@pytest.mark.parametrize(("seats", "cards"), [(2, 7), (3, 5), (4, 5), (5, 5)])
def test_seven_of_52_cards_each_between_two_else_five(seats: int, cards: int) -> None:
    table = dealt(seats, "9S")
    assert table.pack.size == 52
    assert [hand.bit_count() for hand in table.position.hands] == [cards] * seats
    table.expect(turn=0, ask="turn", dealer=seats - 1, pile="9S")


@rule("X-C8")
@pytest.mark.parametrize("turned", ["8C 9S", "8C 8D 9S", "8H 8S 8D 8C 9S"])
def test_an_eight_turned_up_first_goes_back(turned: str) -> None:
    table = dealt(3, turned)
    assert table.pack.name(table.position.top) == "9S"
    assert (table.position.pile, table.position.stock.bit_count()) == (0, 52 - 15 - 1)


@BOTH
@rule("X-C8", "X-ASK")
def test_nobody_passes_before_the_fifth_card_or_draws_a_sixth(ruleset: str) -> None:
    table = set_up(ruleset, ["9C 4D", "TS KC"], pile="QH", draws="3S 4S 5S 6S 5H")
    for _ in range(5):
        assert table.choices == "draw"
        table.act("draw")
    assert table.choices == "5H, pass"
    assert table.act("pass") == change(turn=1)
    assert table.choices == "draw"


@BOTH
@rule("X-C8", "X-ASK")
def test_after_five_cards_that_do_not_fit_the_player_must_pass(ruleset: str) -> None:
    table = set_up(ruleset, ["9C 4D", "TS KC"], pile="QH", draws="3S 4S 5S 6S 7S")
    table.act(*["draw"] * 5)
    table.expect(turn=0, ask="turn")
    assert table.choices == "pass"


@BOTH
@rule("X-C8")
def test_each_turn_has_five_cards_of_its_own(ruleset: str) -> None:
    table = set_up(ruleset, ["9C 4D", "TS KC"], pile="QH", draws="3S 4S 5S 6S 7S 3C")
    table.act(*["draw"] * 5, "pass")
    assert table.act("draw") == change(hand_1="3C KC TS")
    assert table.choices == "draw"


# ---- Eights ----


@BOTH
@rule("X-C8")
@pytest.mark.parametrize("action", ["8S:D", "name:D", "pass"])
def test_an_eight_carries_no_suit_and_nothing_is_named_before(ruleset: str, action: str) -> None:
    with pytest.raises(IllegalAction):
        set_up(ruleset, ["8S 9C 4D", "TS KD"], pile="QH").act(action)


# ---- the end ----


@BOTH
@rule("X-C8", "X-IDLE")
def test_a_play_starts_the_count_again_and_a_pass_with_cards_left_to_draw_does_not_count(
    ruleset: str,
) -> None:
    table = set_up(ruleset, ["9C 4D", "TH KC"], pile="QH", stock="", idle=2, turn=1)
    table.act("TH")
    table.expect(ask="turn", idle=0)
    table = set_up(ruleset, ["9C 4D", "TS KC"], pile="QH", draws="3S 4S 5S 6S 7S")
    table.act(*["draw"] * 5, "pass")
    table.expect(ask="turn", idle=0)
