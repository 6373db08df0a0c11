"""Ranks that are ranges, and how many boards would make them one number."""

import random

import pytest

from arena.ratings.fitted import Fitted, Rating, fit
from arena.ratings.margins import Unsure, groups_to_settle
from arena.ratings.ranks import Rank, ranks
from tests.ratings.simulated import kinds


def field(*ratings: tuple[float, float | Unsure | None], groups: int = 100) -> Fitted:
    rows = {bot: Rating(elo, margin, 0, groups) for bot, (elo, margin) in enumerate(ratings)}
    return Fitted(rows, (None,))


def names(fitted: Fitted) -> list[str]:
    return [str(rank) for _, rank in sorted(ranks(fitted).items())]


@pytest.mark.parametrize(
    ("ratings", "ranges"),
    [
        (((90, 10.0), (50, 10.0), (0, 10.0)), ["1", "2", "3"]),
        (((90, 30.0), (50, 30.0), (0, 10.0)), ["1–2", "1–2", "3"]),
        (((90, 10.0), (50, 20.0), (30, 20.0), (10, 20.0), (-90, 10.0)), ["1", "2–4", "2–4", "2–4", "5"]),
        (((60, 20.0), (30, 20.0), (0, 20.0)), ["1–2", "1–3", "2–3"]),
        (((10, 5.0), (0, 5.0)), ["1–2", "1–2"]),  # they touch
        (((0, 5.0), (10, 4.9)), ["2", "1"]),
        (((8, 10.0), (0, None)), ["1–2", "1–2"]),  # the anchor is where it is
        (((8, 7.0), (0, None)), ["1", "2"]),
    ],
)
def test_where_intervals_overlap_a_rank_is_a_range(
    ratings: list[tuple[float, float | None]], ranges: list[str]
) -> None:
    assert names(field(*ratings)) == ranges


def test_bots_without_a_margin_have_no_rank_and_take_none() -> None:
    found = ranks(field((500, Unsure.ONE_SIDED), (90, 10.0), (70, Unsure.FEW), (50, 10.0)))
    assert found == {1: Rank(1, 1, 0), 3: Rank(2, 2, 0)}


def test_each_scale_has_ranks_of_its_own() -> None:
    rows = {
        1: Rating(50, 5.0, 0, 80),
        2: Rating(0, None, 0, 80),
        3: Rating(9, 5.0, 1, 80),
        4: Rating(-9, 5.0, 1, 80),
    }
    assert {bot: str(rank) for bot, rank in ranks(Fitted(rows, (2, None))).items()} == {
        1: "1", 2: "2", 3: "1", 4: "2"
    }  # fmt: skip


def test_twice_the_margin_takes_four_times_the_boards() -> None:
    found = ranks(field((20, 20.0), (0, 20.0), groups=50))
    assert found == {0: Rank(1, 2, 150), 1: Rank(1, 2, 150)}


def test_the_nearest_bot_says_how_many_boards_it_takes() -> None:
    found = ranks(field((60, 20.0), (40, 20.0), (30, 20.0), groups=50))
    assert [found[bot].more_groups for bot in range(3)] == [150, 750, 750]


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
    assert groups_to_settle(difference, margin, 50) == more


def test_nobody_rated_nobody_ranked() -> None:
    assert ranks(Fitted({}, ())) == {}


def test_so_many_more_boards_do_settle_it() -> None:
    """The estimate is of the right size: with twice as many more the ranks are single numbers."""
    skills, draw = (0, 40, 80), random.Random(2)
    few = ranks(fit(kinds(skills, 60, 2, draw), range(3)))
    more = max(rank.more_groups or 0 for rank in few.values())
    assert more > 0
    many = ranks(fit(kinds(skills, 60 + more, 2, draw), range(3)))
    assert [str(many[bot]) for bot in range(3)] == ["3", "2", "1"]
