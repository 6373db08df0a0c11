"""Results of two bots from boards of any size."""

import pytest

from arena.ratings.live import RatedBoard, RatedGame
from arena.ratings.pair_results import duel, game_scores, sample, score_counts


def board(bots: tuple[int, ...], *games: tuple[int | None, ...]) -> RatedBoard:
    return RatedBoard(bots, tuple(map(RatedGame, games)))


@pytest.mark.parametrize(
    ("played", "scores"),
    [
        (board((7, 8), (1, 2), (2, 1)), (0.0, 1.0)),
        (board((8, 7), (1, 2), (1, 2)), (0.0, 0.0)),
        (board((7, 8), (1, 1), (1, 2)), (0.5, 1.0)),
        (board((7, 8, 9), (3, 2, 1), (1, 3, 2), (2, 2, 1)), (0.0, 0.5, 1.0)),
        (board((9, 8, 3, 7), (1, 2, 3, 4)), (0.0,)),
    ],
)  # fmt: skip
def test_better_place_wins(played: RatedBoard, scores: tuple[float, ...]) -> None:
    assert game_scores(played, 7, 8) == scores


def test_unstarted_game_is_left_out() -> None:
    played = board((7, 8, 9), (1, 2, 3), (None, 1, 2), (3, 1, 2))
    assert game_scores(played, 7, 8) == (0.0, 1.0)
    assert game_scores(board((7, 8), (None, 1)), 7, 8) == ()


def test_several_seats_of_a_bot_are_averaged() -> None:
    assert game_scores(board((7, 8, 8, 8), (2, 1, 3, 4)), 7, 8) == (2 / 3,)
    assert game_scores(board((7, 8, 7, 8), (1, 2, 3, 4)), 7, 8) == (0.75,)
    assert game_scores(board((7, 8, 7, 8), (1, 2, None, 4)), 7, 8) == (1.0,)


def test_bot_is_not_compared_with_itself_or_absent_bots() -> None:
    assert game_scores(board((7, 7), (1, 2)), 7, 7) == ()
    assert game_scores(board((7, 9), (1, 2)), 7, 8) == ()


def test_equal_boards_are_counted_together() -> None:
    played = [board((7, 8), (1, 2), (2, 1)), board((8, 7), (1, 2), (2, 1)), board((7, 9), (1, 2), (1, 2))]
    assert duel(played, 7, 8) == {(0.0, 1.0): 2}


def test_opponent_has_the_remaining_score() -> None:
    played = [
        board((7, 8, 9), (1, 2, 3), (2, 1, 3), (1, 1, 3)),
        board((7, 8, 9), (1, 2, 3), (1, 2, 3), (1, 2, 3)),
    ]
    ours, theirs = sample(duel(played, 7, 8)), sample(duel(played, 8, 7))
    assert ours.mean == 0.75
    assert theirs.mean == 0.25
    assert ours.variance == theirs.variance == 0.0625


def test_two_games_give_five_scores() -> None:
    assert score_counts({(0.0, 1.0): 3, (0.5, 0.5): 2, (1.0, 1.0): 1}) == {
        0: 0,
        0.25: 0,
        0.5: 5,
        0.75: 0,
        1: 1,
    }


def test_three_games_give_seven_scores() -> None:
    counts = score_counts({(0.0, 0.0, 1.0): 4, (0.0, 0.5, 0.5): 1, (1.0, 1.0, 1.0): 2})
    assert list(counts.values()) == [0, 0, 5, 0, 0, 0, 2]
    assert list(counts) == pytest.approx([0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1])


def test_incomplete_board_has_a_score_of_its_own() -> None:
    assert score_counts({(0.0, 1.0, 1.0): 1, (0.5, 1.0): 1})[0.75] == 1


def test_no_boards_give_a_half_without_variance() -> None:
    assert sample({}) == (0, 0.5, 0.0)
    assert score_counts({}) == {}
