"""Crazy Eights: up to five cards drawn one by one, the suit named after the play, no second stock."""

import pytest

from arena.rules import IllegalAction, Termination, outcome
from tests.rules.table import Table, change, rule, set_up, started, won

PLAIN, SPECIAL = "crazy-eights", "crazy-eights-special"
BOTH = pytest.mark.parametrize("ruleset", [PLAIN, SPECIAL])


def dealt(seats: int, turned: str) -> Table:
    """A game's first question, the hands from the lowest cards on and these cards turned up."""
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
@rule("X-C8")
def test_what_fits_by_suit_or_rank_and_every_eight_may_be_played_or_one_drawn(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KH 8S 4D 8D", "TS KC"], pile="9H")
    assert table.choices == "9C, 8D, KH, 8S, draw"
    assert table.act("KH") == change(hand_0="9C 4D 8D 8S", pile="9H KH", turn=1)


@BOTH
@rule("X-C8")
def test_one_may_draw_with_a_card_that_fits_and_then_play_any(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KH 4D", "TS KC"], pile="9H", draws="3S 5H")
    assert table.act("draw") == change(hand_0="9C 4D KH 3S")
    assert table.choices == "9C, KH, draw"
    assert table.act("draw") == change(hand_0="9C 4D 5H KH 3S")
    assert table.choices == "9C, 5H, KH, draw"
    assert table.act("9C") == change(hand_0="4D 5H KH 3S", pile="9H 9C", turn=1)


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
def test_after_five_cards_of_which_none_fits_one_is_asked_to_pass(ruleset: str) -> None:
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


# ---- the stock ----


@BOTH
@rule("X-C8")
def test_with_the_stock_used_up_one_plays_or_passes_also_with_a_card_that_fits(ruleset: str) -> None:
    table = set_up(ruleset, ["9C 4D", "TS KC"], pile="3C 9H", stock="")
    assert table.choices == "9C, pass"
    assert table.act("pass") == change(turn=1, idle=1)


@BOTH
@rule("X-C8")
def test_after_the_last_card_of_the_stock_one_may_pass_and_the_pile_is_no_new_one(ruleset: str) -> None:
    table = set_up(ruleset, ["9C 4D", "TS KC"], pile="3C 9H", stock="KH", draws="KH")
    table.act("draw")
    assert table.choices == "9C, KH, pass"
    table.act("pass")
    assert table.choices == "pass"
    table.expect(pile="3C 9H", epoch=0)


# ---- Eights ----


@BOTH
@rule("X-C8")
def test_the_suit_is_named_by_an_action_of_its_own_after_the_eight(ruleset: str) -> None:
    table = set_up(ruleset, ["8S 9C 4D", "TS KD 8C"], pile="QH")
    assert table.act("8S") == change(hand_0="9C 4D", pile="QH 8S", ask="name")
    assert table.choices == "name"
    assert table.act("name:D") == change(suit="D", turn=1, ask="turn")
    assert table.told() == ["0 played 8S", "0 named"]


@BOTH
@rule("X-C8")
@pytest.mark.parametrize(
    ("suit", "offered"),
    [("C", "8C, draw"), ("D", "8C, KD, draw"), ("H", "8C, 4H, draw"), ("S", "8C, TS, draw")],
)
def test_any_suit_may_be_named_and_then_it_or_another_eight_counts(
    ruleset: str, suit: str, offered: str
) -> None:
    table = set_up(ruleset, ["8S 9C 4D", "TS KD 8C 4H"], pile="QH")
    table.act("8S", f"name:{suit}")
    assert table.choices == offered


@BOTH
@rule("X-C8")
@pytest.mark.parametrize("action", ["8S:D", "name:D", "pass"])
def test_an_eight_carries_no_suit_and_nothing_is_named_before(ruleset: str, action: str) -> None:
    with pytest.raises(IllegalAction):
        set_up(ruleset, ["8S 9C 4D", "TS KD"], pile="QH").act(action)


@BOTH
@rule("X-C8")
@pytest.mark.parametrize("rank", "379TJ")
def test_other_cards_are_plain(ruleset: str, rank: str) -> None:
    table = set_up(ruleset, [f"{rank}H 9C 4D", "TS KD"], pile="QH")
    assert table.act(f"{rank}H") == change(hand_0="9C 4D", pile=f"QH {rank}H", turn=1)


@rule("X-C8")
@pytest.mark.parametrize("rank", "2QA")
def test_without_special_cards_twos_queens_and_aces_are_plain_too(rank: str) -> None:
    table = set_up(PLAIN, [f"{rank}H 9C 4D", "TS KD", "TC TD"], pile="KH")
    assert table.act(f"{rank}H") == change(hand_0="9C 4D", pile=f"KH {rank}H", turn=1)


@BOTH
@rule("X-C8")
def test_no_word_is_due(ruleset: str) -> None:
    assert set_up(ruleset, ["9H JH", "TS KD"], pile="QH").choices == "9H, JH, draw"
    assert set_up(ruleset, ["JH", "TS KD"], pile="QH").choices == "JH, draw"


# ---- the end ----


@BOTH
@rule("X-C8", "X-RANK")
@pytest.mark.parametrize("last", ["9H", "8S", "2H", "AH", "QH"])
def test_whoever_has_no_card_left_wins_at_once_whatever_the_last_card(ruleset: str, last: str) -> None:
    table = set_up(ruleset, [last, "TH KD", "JC"], pile="KH")
    assert table.act(last) == won((1, 2, 2), (0, 46, 10), hand_0="", pile=f"KH {last}")


@BOTH
@rule("X-C8", "X-PLACES")
@pytest.mark.parametrize(
    ("hands", "places", "points"),
    [
        (["2C 3C", "4C"], (1, 2), (8, 10)),
        (["JC 2C", "QC 2D", "KC", "AC"], (3, 3, 1, 1), (12, 13, 10, 10)),
        (["4C", "5C", "2S 3D", "7C", "9C"], (1, 2, 2, 2, 2), (10, 14, 12, 22, 30)),
    ],
)
def test_one_pass_more_than_players_with_the_stock_used_up_ends_it_and_the_fewest_points_win(
    ruleset: str, hands: list[str], places: tuple[int, ...], points: tuple[int, ...]
) -> None:
    table = set_up(ruleset, hands, pile="TH", stock="")
    table.act(*["pass"] * len(hands))
    table.expect(ask="turn", idle=len(hands), turn=0)
    table.act("pass")
    table.expect(ask="over", termination="blocked", places=places, points=points)


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


@BOTH
@rule("X-C8")
@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("2C", 2), ("2D", 3), ("2H", 4), ("2S", 5), ("3C", 6), ("3S", 9), ("4D", 11), ("5C", 14), ("6H", 20),
        ("7C", 22), ("9S", 33), ("TC", 34), ("TS", 37), ("8C", 50), ("8S", 50), ("JC", 10), ("QH", 10),
        ("KS", 10), ("AC", 10), ("AS", 10),
    ],
)  # fmt: skip
def test_what_a_card_counts(ruleset: str, card: str, points: int) -> None:
    table = set_up(ruleset, ["9H", card], pile="3H")
    table.act("9H")
    assert outcome(table.position) == ((1, 2), (0, points), Termination.WON)
