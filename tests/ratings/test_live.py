"""Live Elo against the published formula."""

import math

import pytest

from arena.ratings.live import (
    LiveRatings,
    RatedBoard,
    RatedGame,
    difference,
    expected,
    pair_scores,
)
from tests.factories.ratings import live_ratings


def board(*places: tuple[int | None, ...], bots: tuple[int, ...] = (1, 2)) -> RatedBoard:
    return RatedBoard(bots, tuple(RatedGame(game) for game in places))


# FIDE Handbook B.02, table 8.1.2: scoring probability by rating difference.
@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (50, 57), (100, 64), (150, 70), (200, 76), (300, 85), (400, 92)],
)
def test_expected_score_is_near_the_fide_table(difference: float, percent: int) -> None:
    assert abs(expected(difference) * 100 - percent) < 1.2  # FIDE uses the normal curve


def test_win_between_equals_moves_both_by_half_of_k() -> None:
    ratings = live_ratings([board((1, 2), (1, 2))])
    assert ratings.raw == {1: 16.0, 2: -16.0}


def test_draw_between_equals_moves_nothing() -> None:
    assert live_ratings([board((1, 2), (2, 1))]).raw == {1: 0.0, 2: 0.0}


def test_second_win_counts_less() -> None:
    ratings = live_ratings([board((1, 2)), board((1, 2))])
    assert ratings.raw[1] == pytest.approx(16 + 32 * (1 - 1 / (1 + 10 ** (-32 / 400))))


def test_k_falls_after_thirty_boards() -> None:
    ratings = live_ratings(board((1, 2), (2, 1)) for _ in range(30))
    assert ratings.step(1) == 8
    ratings.add(board((1, 2), bots=(1, 3)))
    assert (ratings.raw[1], ratings.raw[3]) == (4.0, -16.0)


def test_table_of_three_compares_pairs_with_half_weight() -> None:
    ratings = live_ratings([board((1, 2, 3), bots=(7, 8, 9))])
    assert ratings.raw == {7: 16.0, 8: 0.0, 9: -16.0}
    assert {pair.weight for pair in pair_scores(board((1, 2, 3), bots=(7, 8, 9)))} == {0.5}


def test_weights_of_a_bot_add_up_to_one() -> None:
    for seats in range(2, 6):
        found = pair_scores(board(tuple(range(1, seats + 1)), bots=tuple(range(seats))))
        assert math.isclose(sum(pair.weight for pair in found if 0 in (pair.first, pair.second)), 1)


def test_shared_places_are_half_a_win() -> None:
    (pair,) = pair_scores(board((1, 1), (1, 2)))
    assert pair.score == 0.75


def test_bot_is_left_out_of_unstarted_games() -> None:
    assert pair_scores(board((1, None), (1, None))) == ()
    assert [pair.score for pair in pair_scores(board((1, None), (2, 1)))] == [0.0]
    others = pair_scores(board((1, 2, None), bots=(1, 2, 3)))
    assert [(pair.first, pair.second) for pair in others] == [(1, 2)]


def test_anchor_or_else_the_mean_is_zero() -> None:
    ratings = LiveRatings(raw={1: 30.0, 2: -10.0, 3: 1.0})
    assert ratings.anchored(2) == {1: 40.0, 2: 0.0, 3: 11.0}
    assert ratings.anchored(None) == {1: 23.0, 2: -17.0, 3: -6.0}
    assert ratings.anchored(99) == ratings.anchored(None)
    assert LiveRatings().anchored(1) == {}


def test_ratings_of_equal_steps_keep_their_sum() -> None:
    ratings = live_ratings(board((1, 2), bots=(first, second)) for first in (1, 2, 3) for second in (4, 5))
    assert sum(ratings.raw.values()) == pytest.approx(0)


@pytest.mark.parametrize("elo", [-800, -35, 0, 120])
def test_difference_is_the_inverse_of_expected(elo: float) -> None:
    assert difference(expected(elo)) == pytest.approx(elo)
