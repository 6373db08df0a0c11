"""Rank ranges, and the boards that would settle them."""

import random

import numpy as np
import pytest

from arena.ratings.fitted import fit
from arena.ratings.margins import boards_to_settle
from arena.ratings.ranks import UNBOUNDED, ranks
from arena.ratings.rating import Rank
from tests.ratings.simulated import kinds


def rank_all(*rows: tuple[float, float], correlation: float = 0.0, boards: int = 100) -> list[Rank]:
    """Rank bots with this Elo and ±."""
    elo, margin = zip(*rows, strict=True)
    alike = np.full((len(rows), len(rows)), correlation)
    np.fill_diagonal(alike, 1)
    return ranks(elo, margin, margin, [boards] * len(rows), alike)


@pytest.mark.parametrize(
    ("rows", "ranges"),
    [
        (((90, 10.0), (50, 10.0), (0, 10.0)), ["1", "2", "3"]),
        (((90, 30.0), (50, 30.0), (0, 10.0)), ["1–2", "1–2", "3"]),
        (((90, 30.0), (47, 30.0), (0, 10.0)), ["1", "2", "3"]),  # 43 > 30 √2: intervals that overlap
        (((90, 10.0), (50, 20.0), (30, 20.0), (25, 20.0), (-90, 10.0)), ["1", "2–4", "2–4", "2–4", "5"]),
        (((50, 20.0), (25, 20.0), (0, 20.0)), ["1–2", "1–3", "2–3"]),
        (((8, 10.0), (0, 0.0)), ["1–2", "1–2"]),
        (((8, 7.0), (0, 0.0)), ["1", "2"]),
    ],
)
def test_unseparated_bots_share_a_range(rows: list[tuple[float, float]], ranges: list[str]) -> None:
    assert [*map(str, rank_all(*rows))] == ranges


def test_correlated_errors_separate_better() -> None:
    rows = ((20.0, 20.0), (0.0, 20.0))
    assert [*map(str, rank_all(*rows))] == ["1–2", "1–2"]
    assert [*map(str, rank_all(*rows, correlation=0.6))] == ["1", "2"]
    assert [*map(str, rank_all((35.0, 20.0), (0.0, 20.0), correlation=-1.0))] == ["1–2", "1–2"]


def test_bound_ranks_below_higher_intervals() -> None:
    found = ranks([50, 0, -600, -620], [40, 40, UNBOUNDED, UNBOUNDED], [40, 40, 0, 0], [99] * 4, np.eye(4))
    assert [*map(str, found)] == ["1–2", "1–2", "3–4", "3–4"]
    assert found[2].more_boards is None


def test_single_bot_has_no_rank() -> None:
    assert rank_all((5, 1.0)) == []
    assert ranks([], [], [], [], np.eye(0)) == []


def test_half_the_margin_takes_four_times_the_boards() -> None:
    half = 40 / 2**0.5
    assert rank_all((20, half), (0, half), boards=50) == [Rank(1, 2, 150)] * 2


@pytest.mark.parametrize(
    ("difference", "margin", "more"),
    [
        (10, 20, 150),
        (-10, 20, 150),
        (20, 20, 0),
        (30, 20, 0),
        (0, 20, None),
        (1, 20, None),
        (2, 20, 4950),
        (0, 0, 0),
    ],
)
def test_boards_to_settle_a_difference(difference: float, margin: float, more: int | None) -> None:
    assert boards_to_settle(difference, margin, 50) == more


def test_estimated_boards_settle_ranks() -> None:
    """With twice the estimated boards all ranks are single numbers."""
    skills, draw = (0, 40, 80), random.Random(2)
    few = fit(kinds(skills, 20, 2, draw), range(3)).ranks
    more = max(rank.more_boards or 0 for rank in few.values())
    assert 0 < more < 500
    many = fit(kinds(skills, 20 + more, 2, draw), range(3)).ranks
    assert [str(many[bot]) for bot in range(3)] == ["3", "2", "1"]
