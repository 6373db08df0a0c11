"""The German rules as a game: what a deal scores, ten deals, the fewest points win."""

from itertools import pairwise

import pytest

from arena.rules import EventKind, Termination, apply, choices, outcome
from tests.rules.table import rule, set_up, started, won


@rule("G-SC-CARDS")
@pytest.mark.parametrize(
    ("card", "points"),
    [("7C", 7), ("8C", 8), ("9C", 9), ("TC", 10), ("JC", 20), ("QC", 10), ("KC", 10), ("AC", 11)],
)
def test_what_a_card_counts(card: str, points: int) -> None:
    table = set_up("german", ["TH", card], pile="8H", draws="...")
    table.act("TH")
    table.expect(points=(0, points), totals=(0, points))


@rule("G-SC-CARDS", "G-MAU")
def test_everybody_scores_what_is_in_hand_and_the_winner_nothing() -> None:
    table = set_up("german", ["TH", "KD 7S", "JD AC"], pile="8H", totals=[5, 40, 0], draws="...")
    table.act("TH")
    assert table.told(EventKind.SCORED) == ["0 scored 0", "1 scored 17", "2 scored 31"]
    table.expect(totals=(5, 57, 31), deal=1)


@rule("G-MAU", "G-SC-CARDS")
def test_a_last_jack_doubles_what_the_losers_score() -> None:
    table = set_up("german", ["JH", "KD 7S", "JD AC"], pile="8H", totals=[5, 40, 0], draws="...")
    table.act("JH")
    table.expect(totals=(5, 74, 62), deal=1)


@rule("G-MAU")
def test_a_jack_before_the_last_card_doubles_nothing() -> None:
    table = set_up("german", ["JH TS", "KS 8D"], pile="8H", draws="...")
    table.act("JH:S Mau", "KS Mau", "TS")
    table.expect(totals=(0, 8))


@rule("G-ROUNDS", "X-PLACES")
def test_the_tenth_deal_ends_the_game_and_the_fewest_points_win() -> None:
    table = set_up("german", ["TH", "KD", "QS"], pile="8H", deal=9, totals=[70, 50, 55])
    assert table.act("TH") == won((3, 1, 2), (0, 10, 10), hand_0="", pile="8H TH", totals=(70, 60, 65))
    assert outcome(table.position) == ((3, 1, 2), (70, 60, 65), Termination.WON)


@rule("G-ROUNDS")
def test_the_ninth_does_not_and_no_total_ends_it_before() -> None:
    table = set_up("german", ["TH", "KD"], pile="8H", deal=8, totals=[70, 500], draws="...")
    table.act("TH")
    table.expect(deal=9, ask="turn", inside=(0, 1), totals=(70, 510))


@rule("G-ROUNDS", "G-DEAL", "X-ORDER")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_dealers_place_goes_round_in_ten_deals(seats: int) -> None:
    table = started("german", seats, "...")
    events = list(table.events)
    while not table.position.over:
        events += apply(table.position, choices(table.position)[0].default(), table.dealer)
    begun = [
        (deal.value, deal.seat, first.seat) for deal, first in pairwise(events) if deal.kind is EventKind.DEAL
    ]
    assert begun == [(deal, (deal - 1) % seats, deal % seats) for deal in range(10)]


@rule("X-TIES", "X-PLACES")
@pytest.mark.parametrize(
    ("totals", "places"), [([60, 50, 50], (1, 1, 1)), ([61, 50, 50], (3, 1, 1)), ([59, 50, 50], (1, 2, 2))]
)
def test_equal_totals_share_the_place(totals: list[int], places: tuple[int, ...]) -> None:
    table = set_up("german", ["TH", "KD", "QS"], pile="8H", deal=9, totals=totals)
    table.act("TH")
    table.expect(ask="over", termination="won", places=places)


@rule("X-BLOCKED", "X-IDLE", "X-NODRAW")
def test_blocked_all_score_their_hands_without_doubling() -> None:
    table = set_up("german", ["9C KD", "TD 7S"], pile="8H", stock="", draws="...")
    table.act("pass", "pass")
    assert table.told(EventKind.SCORED) == ["0 scored 19", "1 scored 17"]
    table.expect(totals=(19, 17), points=(19, 17), deal=1, dealer=0, turn=1)


@rule("X-BLOCKED", "G-ROUNDS")
def test_a_blocked_tenth_deal_ends_the_game_too() -> None:
    table = set_up("german", ["9C KD", "TD 7S"], pile="8H", stock="", deal=9, totals=[0, 2])
    table.act("pass", "pass")
    table.expect(ask="over", termination="won", totals=(19, 19), places=(1, 1))
