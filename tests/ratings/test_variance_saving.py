"""The variance saved by duplicate boards in known cases."""

import random

import pytest

from arena.ratings.live import RatedBoard, RatedGame
from arena.ratings.pair_results import duel
from arena.ratings.variance_saving import Saving, field_saving, saving
from tests.conftest import Scale
from tests.ratings.simulated import simulate


def test_independent_games_save_nothing() -> None:
    found = saving({(0.0, 0.0): 2500, (0.0, 1.0): 5000, (1.0, 1.0): 2500})
    assert found is not None
    assert found.ratio == pytest.approx(1, abs=0.001)
    assert found.correlation == pytest.approx(0, abs=0.001)


def test_boards_decided_by_the_seat_save_everything() -> None:
    assert saving({(0.0, 1.0): 100}) == Saving(0.0, 0.0, -1.0)


def test_equal_games_of_a_board_cost_twice_as_many() -> None:
    found = saving({(0.0, 0.0): 5000, (1.0, 1.0): 5000})
    assert found is not None
    assert found.ratio == pytest.approx(2, abs=0.001)
    assert found.correlation == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_lowest_correlation_at_a_table(seats: int) -> None:
    """One win in as many games as seats: correlation −1 / (k − 1), no variance of the mean."""
    found = saving({(0.0,) * (seats - 1) + (1.0,): 100})
    assert found is not None
    assert found.ratio == pytest.approx(0, abs=1e-9)
    assert found.correlation == pytest.approx(-1 / (seats - 1))


def test_saving_of_a_known_match() -> None:
    """One in ten of 6,000 boards lost twice, two in ten won twice: v = 0.2475, of the mean 0.0725."""
    found = saving({(0.0, 0.0): 600, (0.0, 1.0): 4200, (1.0, 1.0): 1200})
    assert found is not None
    assert found.ratio == pytest.approx(0.0725 / (0.2475 / 2), rel=0.001)
    assert found.correlation == pytest.approx(found.ratio - 1)


@pytest.mark.parametrize(
    "played", [{}, {(0.0, 1.0): 1}, {(1.0,): 20, (0.0,): 20}, {(0.5, 0.5): 40}, {(1.0, 1.0): 40}]
)
def test_undefined_saving_is_none(played: dict[tuple[float, ...], int]) -> None:
    assert saving(played) is None


def test_a_margin_needs_thirty_boards() -> None:
    found = saving({(0.0, 1.0): 20, (1.0, 1.0): 9})
    assert found is not None
    assert found.margin is None


@pytest.mark.dear
@pytest.mark.parametrize(("seats", "boards"), [(2, 300), (4, 300)])
def test_margins_cover_95_percent_of_matches(seats: int, boards: int, scale: Scale) -> None:
    """The true value comes from very many boards."""
    draw = random.Random(seats)
    skills = [0.0, 40.0, 80.0, 20.0][:seats]
    many = saving(
        duel(
            simulate(range(seats), skills, scale.pick(quick=6000, ci=15_000, full=200_000), draw),
            0,
            1,
        )
    )
    assert many is not None
    assert isinstance(many.margin, float)
    assert many.ratio + many.margin < 1  # half of the boards have the same luck in all seatings
    inside = []
    for _ in range(scale.pick(quick=30, ci=100, full=1000)):
        found = saving(duel(simulate(range(seats), skills, boards, draw), 0, 1))
        assert found is not None
        assert isinstance(found.margin, float)
        inside.append(abs(found.ratio - many.ratio) <= found.margin)
    low, high = scale.pick(quick=(0.75, 1.0), ci=(0.88, 0.995), full=(0.925, 0.975))
    assert low <= sum(inside) / len(inside) <= high


def board(bots: tuple[int, ...], *games: tuple[int | None, ...]) -> RatedBoard:
    return RatedBoard(bots, tuple(map(RatedGame, games)))


def test_field_of_one_match_has_its_saving() -> None:
    played = [*simulate((0, 1), (0.0, 50.0), 200, random.Random(1))]
    alone, together = saving(duel(played, 0, 1)), field_saving(played)
    assert alone is not None
    assert together is not None
    assert together.ratio == pytest.approx(alone.ratio)
    assert together.margin == pytest.approx(alone.margin)
    assert together.correlation == pytest.approx(alone.correlation)


def test_each_match_has_its_own_mean() -> None:
    """One match all won and one all lost vary in nothing; the third is as if games were independent."""
    sure = [board((1, 2), (1, 2), (1, 2))] * 50 + [board((1, 3), (2, 1), (2, 1))] * 50
    even = [board((2, 3), (1, 2), (1, 2)), board((2, 3), (2, 1), (2, 1))]
    even += [board((2, 3), (1, 2), (2, 1))] * 2
    found = field_saving(sure + even * 500)
    assert found is not None
    assert found.ratio == pytest.approx(1, abs=0.002)


def test_tables_decided_by_the_seat_save_everything() -> None:
    table = board((1, 2, 3), (1, 2, 3), (3, 1, 2), (2, 3, 1))
    found = field_saving([table] * 40)
    assert found is not None
    assert (found.ratio, found.margin, found.correlation) == pytest.approx((0, 0, -0.5))


def test_incomplete_boards_are_left_out() -> None:
    assert field_saving([board((1, 2), (1, None), (None, 1))] * 40) is None
    assert field_saving([]) is None


@pytest.mark.dear
def test_margin_of_a_field_covers_the_truth(scale: Scale) -> None:
    """Six tables of three; the truth is what very many boards give."""
    draw, skills = random.Random(6), [0.0, 30.0, 60.0, 90.0]
    tables = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (2, 1, 0), (3, 0, 1)]

    def played(boards: int) -> Saving:
        found = field_saving(one for bots in tables for one in simulate(bots, skills, boards, draw))
        assert found is not None
        return found

    truth = played(scale.pick(quick=1000, ci=6000, full=40_000)).ratio
    inside = []
    for _ in range(scale.pick(quick=20, ci=80, full=1000)):
        found = played(40)
        assert isinstance(found.margin, float)
        inside.append(abs(found.ratio - truth) <= found.margin)
    low, high = scale.pick(quick=(0.7, 1.0), ci=(0.87, 0.995), full=(0.925, 0.975))
    assert low <= sum(inside) / len(inside) <= high
