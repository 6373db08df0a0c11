"""Running sequential tests: counted boards and expected length."""

import random
from statistics import fmean

import pytest

from arena.ratings.sprt import Decision, Model, SequentialTest, Sprt, boards_left
from tests.conftest import Scale

LOST, SHARED, WON = (0.0, 0.0), (0.0, 1.0), (1.0, 1.0)
KINDS = (LOST, SHARED, WON)
EVEN = [(20, 60, 20), (22, 60, 18)]  # long tests


def test_boards_after_the_decision_do_not_count() -> None:
    running = SequentialTest(Sprt(0, 40))
    counted = [running.add(WON) for _ in range(60)]
    assert counted == [True] * 50 + [False] * 10
    assert running.decided
    assert (running.state.decision, running.state.boards) == (Decision.H1, 50)
    assert running.played == {WON: 50}


def test_board_without_a_common_game_does_not_count() -> None:
    running = SequentialTest(Sprt())
    assert not running.add(())
    assert running.state.boards == 0


def test_boards_left_before_the_start_and_after_the_decision() -> None:
    running = SequentialTest(Sprt(0, 40))
    assert boards_left(running) == float("inf")
    for _ in range(50):
        running.add(WON)
    assert boards_left(running) == 0


def test_boards_left_include_the_minimum() -> None:
    running = SequentialTest(Sprt(0, 40))
    for _ in range(10):
        running.add(WON)
    assert boards_left(running) == 40


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize(
    "weights",
    [(15, 60, 25), (10, 60, 30), *(pytest.param(one, marks=pytest.mark.dear) for one in EVEN)],
)
def test_boards_left_match_simulations(weights: tuple[int, int, int], model: Model, scale: Scale) -> None:
    """The estimate at the 50th board agrees with the mean over simulated continuations."""
    begun = SequentialTest(Sprt(0, 20, model=model))
    for kind, weight in zip(KINDS, weights, strict=True):
        for _ in range(weight // 2):
            begun.add(kind)
    told = boards_left(begun)
    draw = random.Random(f"{weights}{model}")
    took = [count_boards(begun, weights, draw) for _ in range(scale.pick(quick=30, ci=100, full=300))]
    assert told == pytest.approx(fmean(took), rel=scale.pick(quick=0.6, ci=0.4, full=0.25))


def count_boards(begun: SequentialTest, weights: tuple[int, int, int], draw: random.Random) -> int:
    going = SequentialTest(begun.test, begun.played.copy())
    while not going.decided:
        going.add(draw.choices(KINDS, weights)[0])
    return going.state.boards - begun.state.boards
