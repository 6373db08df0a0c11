"""Scores of games, groups and matches."""

from fractions import Fraction

import pytest

from arena.tournament.results import HALF, game_scores, mean, point


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2), "1 0"),
        ((2, 1), "0 1"),
        ((1, 1), "1/2 1/2"),
        ((1, 2, 3), "1 1/2 0"),
        ((1, 1, 3), "3/4 3/4 0"),
        ((1, 2, 2), "1 1/4 1/4"),
        ((4, 1, 2, 2), "0 1 1/2 1/2"),
        ((1, 2, 2, 2, 2), "1 3/8 3/8 3/8 3/8"),
    ],
)
def test_a_game_is_scored_by_place(places: tuple[int, ...], expected: str) -> None:
    assert " ".join(str(score) for score in game_scores(places)) == expected


def test_scores_of_a_game_add_up_to_half_the_seats() -> None:
    assert sum(game_scores((1, 1, 1, 4, 5, 5))) == 3


def test_mean_of_nothing_is_a_draw() -> None:
    assert mean(()) == HALF


def test_mean_of_games() -> None:
    assert mean((Fraction(1), Fraction(0), HALF)) == HALF


@pytest.mark.parametrize(("score", "expected"), [("51/100", "1"), ("1/2", "1/2"), ("49/100", "0")])
def test_two_bots_play_for_a_point(score: str, expected: str) -> None:
    assert point(Fraction(score), 2) == Fraction(expected)


def test_larger_table_counts_its_score() -> None:
    assert point(Fraction(5, 8), 3) == Fraction(5, 8)
