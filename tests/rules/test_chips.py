"""The German rules for chips: all others pay the winner, who has none left is out, who has all has won."""

import pytest

from arena.rules import EventKind, Termination, outcome
from tests.rules.table import rule, set_up, started, won

CHIPS = "german-chips"


@rule("G-SC-CHIPS")
@pytest.mark.parametrize("seats", [2, 5])
def test_everybody_starts_with_five_chips(seats: int) -> None:
    started(CHIPS, seats, "...").expect(totals=(5,) * seats)


@rule("G-SC-CHIPS", "G-MAU", "X-CHIPS")
@pytest.mark.parametrize(
    ("last", "totals"), [("TH", (8, 4, 4, 4)), ("JH", (11, 3, 3, 3)), ("JC", (11, 3, 3, 3))]
)
def test_a_win_costs_every_other_player_a_chip_with_a_last_jack_two(
    last: str, totals: tuple[int, ...]
) -> None:
    table = set_up(CHIPS, [last, "KD 7S", "JD AC", "KC"], pile="8H", draws="...")
    table.act(last)
    table.expect(totals=totals, deal=1, ask="turn", dealer=0, turn=1)


@rule("G-SC-CHIPS")
def test_a_jack_before_the_last_card_costs_nothing_more() -> None:
    table = set_up(CHIPS, ["JH TS", "KS 8D"], pile="8H", draws="...")
    table.act("JH:S Mau", "KS Mau", "TS")
    table.expect(totals=(6, 4))


@rule("X-CHIPS", "X-ELIM")
def test_who_owes_more_than_there_is_pays_what_there_is_and_is_out() -> None:
    table = set_up(CHIPS, ["JH", "KD 7S", "KC"], pile="8H", totals=[5, 1, 9], deal=3, draws="...")
    table.act("JH")
    table.expect(
        totals=(8, 0, 7), alive=(0, 2), inside=(0, 2), outs=((0, 0), (3, 17), (0, 0)), hand_1="", deal=4
    )
    assert table.told(EventKind.ELIMINATED) == ["1 eliminated"]


@rule("X-CHIPS-0")
@pytest.mark.parametrize(
    ("last", "chips", "inside"), [("TH", 1, (0, 2)), ("TH", 2, (0, 1, 2)), ("JH", 2, (0, 2))]
)
def test_who_has_no_chip_left_after_paying_exactly_is_out_too(
    last: str, chips: int, inside: tuple[int, ...]
) -> None:
    table = set_up(CHIPS, [last, "KD", "KC"], pile="8H", totals=[5, chips, 9], draws="...")
    table.act(last)
    table.expect(inside=inside, alive=inside, deal=1)


@rule("X-CHIPS")
def test_the_winner_never_pays() -> None:
    table = set_up(CHIPS, ["JH", "KD", "KC"], pile="8H", totals=[1, 5, 9], draws="...")
    table.act("JH")
    table.expect(totals=(5, 3, 7), inside=(0, 1, 2))


@rule("X-ELIM", "X-CHIPS")
def test_who_is_out_pays_nothing_gets_no_cards_and_has_no_turn() -> None:
    table = set_up(
        CHIPS, ["TH", "", "KD", "KC"], pile="8H", inside=0b1101, totals=[3, 0, 9, 8], dealer=3, draws="..."
    )
    table.act("TH")
    table.expect(totals=(5, 0, 8, 7), hand_1="", dealer=0, turn=2, inside=(0, 2, 3))
    assert [hand.bit_count() for hand in table.position.hands] == [5, 0, 5, 5]


@rule("G-SC-CHIPS", "X-CHIPS-0")
def test_who_has_all_chips_has_won() -> None:
    table = set_up(CHIPS, ["TH", "KD"], pile="8H", totals=[9, 1], deal=20)
    assert table.act("TH") == won(
        (1, 2), (0, 10), hand_0="", pile="8H TH", alive=(0,), totals=(10, 0), outs=((0, 0), (20, 10))
    )
    assert outcome(table.position) == ((1, 2), (10, 0), Termination.WON)


@rule("X-CHIPS", "X-ELIM", "X-PLACES")
@pytest.mark.parametrize(
    ("hands", "places"),
    [
        (["KD 7S", "AC", "KC"], (1, 4, 3, 2)),
        (["KD", "AC", "KC"], (1, 2, 4, 2)),
        (["KD", "QS", "KC"], (1, 2, 2, 2)),
    ],
)
def test_several_who_go_in_one_deal_rank_by_the_card_points_they_held(
    hands: list[str], places: tuple[int, ...]
) -> None:
    table = set_up(CHIPS, ["JH", *hands], pile="8H", totals=[14, 2, 1, 2])
    table.act("JH")
    table.expect(ask="over", places=places, totals=(19, 0, 0, 0))


@rule("X-ELIM", "X-PLACES")
def test_they_rank_before_those_who_went_in_an_earlier_deal() -> None:
    table = set_up(
        CHIPS, ["TH", "", "JD JC AC", ""], pile="8H", inside=0b0101, deal=9, totals=[19, 0, 1, 0],
        outs=[(0, 0), (3, 40), (0, 0), (7, 1)],
    )  # fmt: skip
    table.act("TH")
    table.expect(ask="over", places=(1, 4, 2, 3))


@rule("X-ELIM-RAW", "X-VALUES")
def test_the_card_points_held_are_not_doubled() -> None:
    table = set_up(CHIPS, ["JH", "KD JC AC", "KC"], pile="8H", totals=[5, 1, 9], draws="...")
    table.act("JH")
    table.expect(outs=((0, 0), (0, 41), (0, 0)))


@rule("X-BLOCKED", "X-IDLE")
@pytest.mark.parametrize(
    ("hands", "totals"),
    [
        (["9C KD", "TD", "AS"], (4, 7, 4)),
        (["KD", "TD", "AS"], (5, 5, 5)),
        (["JC", "QS KC", "AS"], (4, 4, 7)),
    ],
)
def test_blocked_a_single_lowest_hand_is_paid_as_for_a_plain_win_and_a_shared_one_is_not(
    hands: list[str], totals: tuple[int, ...]
) -> None:
    table = set_up(CHIPS, hands, pile="JH", stock="", draws="...")
    table.act("pass", "pass", "pass")
    table.expect(totals=totals, deal=1)


@rule("X-BLOCKED", "X-CHIPS-0")
def test_blocked_one_may_be_out_too() -> None:
    table = set_up(CHIPS, ["9C KD", "TD", "AS"], pile="JH", stock="", totals=[1, 5, 9], draws="...")
    table.act("pass", "pass", "pass")
    table.expect(totals=(0, 7, 8), alive=(1, 2), outs=((0, 19), (0, 0), (0, 0)))


@rule("X-BLOCKED", "X-ELIM")
def test_blocked_the_lowest_hand_is_one_of_those_still_in() -> None:
    hands, totals = ["9C KD", "", "TD", "AS"], [5, 0, 10, 5]
    table = set_up(CHIPS, hands, pile="JH", stock="", inside=0b1101, totals=totals, draws="...")
    table.act("pass", "pass", "pass")
    table.expect(totals=(4, 0, 12, 4), deal=1)


@rule("X-COUNT", "X-BLOCKED")
def test_the_2000th_decision_blocks_the_deal() -> None:
    table = set_up(CHIPS, ["9C KD", "TD"], pile="8H", decisions=1999, draws="7C ...")
    table.act("draw")
    table.expect(totals=(4, 6), deal=1)


@rule("X-LIMIT", "X-TIES")
@pytest.mark.parametrize(
    ("totals", "places"), [([5, 4, 6], (1, 3, 2)), ([3, 6, 6], (1, 1, 1)), ([1, 8, 6], (3, 1, 2))]
)
def test_the_200th_deal_ends_the_game_with_places_by_chips(
    totals: list[int], places: tuple[int, ...]
) -> None:
    table = set_up(CHIPS, ["TH", "KD", "QS"], pile="8H", deal=199, totals=totals)
    table.act("TH")
    table.expect(ask="over", termination="deals", places=places)


@rule("X-LIMIT", "X-ELIM")
def test_then_those_still_in_rank_before_those_who_are_out() -> None:
    table = set_up(
        CHIPS, ["TH", "", "KD", "QS JC"], pile="8H", deal=199, inside=0b1101, totals=[1, 0, 18, 1],
        outs=[(0, 0), (198, 1), (0, 0), (0, 0)],
    )  # fmt: skip
    table.act("TH")
    table.expect(termination="deals", places=(2, 4, 1, 3), totals=(3, 0, 17, 0))
