"""Fitted Elo against published numbers, its defining equations, and simulated fields of known strength."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log
from time import process_time

import pytest

from arena.ratings.field import PRIOR, Kind
from arena.ratings.fitted import Fitted, fit
from arena.ratings.live import Comparison, Group, RatedGame, comparisons, expected
from arena.ratings.margins import Unsure
from tests.conftest import Scale
from tests.ratings.simulated import kinds


def of(first: int, second: int, score: float, count: int = 1) -> dict[Kind, int]:
    """So many groups of two bots with this score of the first."""
    return {(Comparison(first, second, score, 1.0),): count}


def together(*parts: dict[Kind, int]) -> Counter[Kind]:
    return sum(map(Counter, parts), Counter())


def table(bots: Sequence[int], *games: tuple[int | None, ...]) -> Kind:
    return comparisons(Group(tuple(bots), tuple(map(RatedGame, games))))


def elo(fitted: Fitted) -> dict[int, float]:
    return {bot: rating.elo for bot, rating in fitted.ratings.items()}


def test_a_match_has_the_elo_and_the_error_that_fastchess_gives() -> None:
    """Disservin/fastchess, app/tests/elo_test.cpp: 332 LL, 433 LD, 457 + 41 even, 333 WD, 334 WW."""
    scores = ((0, 334), (0.25, 333), (0.5, 457 + 41), (0.75, 433), (1, 332))
    found = fit(together(*(of(1, 2, score, count) for score, count in scores)), (1, 2), (2,))
    (margin,) = (rating.margin for bot, rating in found.ratings.items() if bot == 1)
    assert isinstance(margin, float)
    total = sum(count for _, count in scores)
    mean = sum(score * count for score, count in scores) / total
    assert found.ratings[1].elo == pytest.approx(400 * log(mean / (1 - mean), 10), abs=0.01)
    assert abs(found.ratings[1].elo) == pytest.approx(8.64, abs=0.01)
    assert margin == pytest.approx(10.33, rel=0.15)  # 200 resamples: 5 % in one standard deviation


# American League East, 1987 (Agresti, Categorical Data Analysis): wins of the row against the column, and the
# abilities that Turner and Firth print (Bradley-Terry Models in R, 2012), Baltimore = 0.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
ABILITIES = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)


def test_a_season_has_the_published_abilities() -> None:
    pairs = [(a, b) for a in range(7) for b in range(7) if a != b]
    found = fit(together(*(of(a, b, 1.0, 10_000 * WINS[a][b]) for a, b in pairs)), range(7), (6,))
    assert [round(rating.elo * log(10) / 400, 3) for _, rating in sorted(found.ratings.items())] == [
        pytest.approx(ability, abs=0.001) for ability in ABILITIES
    ]


def test_what_is_expected_of_each_bot_is_what_it_scored() -> None:
    """The equations that define the maximum, the prior's half draws counted in."""
    played = kinds([0, 30, 90, 200, 400], 40, 2, random.Random(5))
    found = elo(fit(played, range(5)))
    for bot in range(5):
        surprise = sum(
            count * pair.weight * (pair.score - expected(found[pair.first] - found[pair.second]))
            * (1 if pair.first == bot else -1)
            for kind, count in played.items()
            for pair in kind
            if bot in (pair.first, pair.second)
        )  # fmt: skip
        drawn = sum(PRIOR / 4 * (1 - 2 * expected(found[bot] - found[one])) for one in found if one != bot)
        assert surprise + drawn == pytest.approx(0, abs=1e-5)


def test_halved_groups_make_equals_without_error() -> None:
    found = fit(of(1, 2, 0.5, 50), (1, 2), (1,))
    assert elo(found) == {1: 0.0, 2: 0.0}
    assert [found.ratings[bot].margin for bot in (1, 2)] == [None, pytest.approx(0, abs=1e-6)]


def test_a_bot_that_won_everything_is_finite_and_unsure() -> None:
    found = fit(together(of(1, 2, 1.0, 50), of(3, 2, 0.5, 50), of(2, 3, 1.0, 2)), (1, 2, 3), (2,))
    prior = PRIOR * (50 / 50 + 50 / 102) / 2
    assert found.ratings[1].elo == pytest.approx(400 * log((50 + prior) / prior, 10), abs=0.01)
    assert found.ratings[1].margin is Unsure.ONE_SIDED
    assert isinstance(found.ratings[3].margin, float)


def test_where_the_mean_is_zero_one_unbounded_bot_makes_all_unsure() -> None:
    found = fit(together(of(1, 2, 1.0, 50), of(1, 3, 1.0, 50), of(3, 2, 0.75, 50)), (1, 2, 3))
    assert found.anchors == (None,)
    assert {rating.margin for rating in found.ratings.values()} == {Unsure.ONE_SIDED}
    assert sum(elo(found).values()) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize(("boards", "sure"), [(29, False), (30, True)])
def test_a_margin_needs_thirty_boards(boards: int, sure: bool) -> None:
    found = fit(together(of(1, 2, 1.0, boards - 10), of(1, 2, 0.0, 10)), (1, 2))
    for rating in found.ratings.values():
        assert isinstance(rating.margin, float) if sure else rating.margin is Unsure.FEW


def test_a_margin_needs_thirty_boards_of_the_anchor_too() -> None:
    rows = (of(1, 2, 0.75, 40), of(1, 2, 0.25, 40), of(2, 0, 0.75, 20), of(1, 0, 0.25, 9))
    found = fit(together(*rows), (0, 1, 2), (0,))
    assert [found.ratings[bot].margin for bot in (0, 1, 2)] == [None, Unsure.FEW, Unsure.FEW]
    assert all(
        isinstance(rating.margin, float) for rating in fit(together(*rows[:2]), (1, 2)).ratings.values()
    )


def test_bots_that_are_not_connected_have_scales_of_their_own() -> None:
    played = together(of(1, 2, 0.75, 40), of(7, 8, 0.75, 40), of(8, 9, 0.75, 40), of(5, 4, 0.25, 40))
    found = fit(played, (1, 2, 3, 4, 5, 7, 8, 9), (4,))
    assert {bot: rating.scale for bot, rating in found.ratings.items()} == {
        **dict.fromkeys((4, 5), 0), **dict.fromkeys((7, 8, 9), 1), **dict.fromkeys((1, 2), 2)
    }  # fmt: skip
    assert found.anchors == (4, None, None)
    assert elo(found)[4] == 0
    assert elo(found)[5] < 0
    for scale in ((7, 8, 9), (1, 2)):
        assert sum(elo(found)[bot] for bot in scale) == pytest.approx(0, abs=1e-5)


def test_a_third_bot_connects() -> None:
    found = fit(together(of(1, 2, 0.5, 9), of(3, 2, 0.5, 9)), (1, 2, 3))
    assert {rating.scale for rating in found.ratings.values()} == {0}


def test_a_table_of_three_is_three_comparisons_of_half_weight() -> None:
    found = fit({table((1, 2, 3), (1, 2, 3)): 30, table((1, 2, 3), (3, 2, 1)): 10}, (1, 2, 3), (2,))
    against = (30 / 2 + PRIOR) / (10 / 2 + PRIOR)
    assert elo(found)[1] == pytest.approx(-elo(found)[3], abs=1e-5)
    assert 0 < elo(found)[1] < 400 * log(against, 10)
    assert all(isinstance(found.ratings[bot].margin, float) for bot in (1, 3))


def test_a_seat_that_did_not_start_is_left_out_and_a_bot_that_never_did_is_not_rated() -> None:
    played = {table((1, 2, 3), (1, 2, None), (2, 1, None)): 40}
    assert elo(fit(played, (1, 2, 3))) == {1: 0.0, 2: 0.0}
    assert fit({table((1, 2), (None, 1)): 5}, (1, 2)) == Fitted({}, ())
    assert fit({}, ()) == Fitted({}, ())


def test_a_bot_against_itself_says_nothing() -> None:
    assert fit(of(1, 1, 0.75, 40), (1,)) == Fitted({}, ())


def test_the_order_of_groups_and_of_bots_in_them_changes_nothing() -> None:
    played = list(kinds([0, 30, 90, 200], 20, 3, random.Random(3)).items())
    first = fit(dict(played), range(4), (0,))
    turned = {
        tuple(Comparison(one.second, one.first, 1 - one.score, one.weight) for one in reversed(kind)): count
        for kind, count in reversed(played)
    }
    assert fit(turned, range(4), (0,)) == first


def covered(found: Fitted, skills: Sequence[float]) -> Iterable[bool]:
    for bot, rating in found.ratings.items():
        if rating.margin is not None:
            assert isinstance(rating.margin, float)
            yield abs(rating.elo - skills[bot]) <= rating.margin


# Four bots of a pool whose games give 36 groups a bot, little above the least; then six at about 50 and 200
# boards a pair, at tables of two to five: a pair meets at 1, 4, 6 and 4 tables of all that there are.
SKILLS = (0, 15, 40, 80, 130, 220)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("skills", "boards", "seats"),
    [
        ((0, 40, 80, 150), 12, 2),
        (SKILLS, 50, 2),
        (SKILLS, 200, 2),
        (SKILLS, 13, 3),
        (SKILLS, 50, 3),
        (SKILLS, 8, 4),
        (SKILLS, 33, 4),
        (SKILLS, 13, 5),
        (SKILLS, 50, 5),
    ],
)
def test_the_margin_holds_the_truth_in_95_of_100_fields(
    skills: Sequence[float], boards: int, seats: int, scale: Scale
) -> None:
    draw = random.Random(f"{skills} {boards} {seats}")
    fields = scale.pick(quick=3, ci=40, full=500)
    found = [
        inside
        for _ in range(fields)
        for inside in covered(fit(kinds(skills, boards, seats, draw), range(len(skills)), (0,)), skills)
    ]
    # Few fields tell only when ± is far off; the bounds are four standard errors of their number.
    low, high = scale.pick(quick=(0.6, 1.0), ci=(0.87, 0.995), full=(0.93, 0.97))
    assert low <= sum(found) / len(found) <= high


@pytest.mark.dear
def test_a_million_games_of_200_bots_are_fitted_in_seconds(scale: Scale) -> None:
    """Five seconds of the processor at most: the time that other programs take does not count."""
    draw, bots = random.Random(4), range(scale.pick(quick=50, ci=200, full=200))
    skills = [draw.gauss(0, 80) for _ in bots]
    played: Counter[Kind] = Counter()
    for _ in range(scale.pick(quick=4_000, ci=50_000, full=500_000)):
        first, second = draw.sample(bots, 2)
        even = expected(skills[first] - skills[second])
        score = ((draw.random() < even) + (draw.random() < even)) / 2
        played[(Comparison(first, second, score, 1.0),)] += 1
    start = process_time()
    found = fit(played, bots)
    assert process_time() - start < 5
    mean = sum(skills) / len(skills)  # an anchor's own error would be in all of them
    inside = [*covered(found, [skill - mean for skill in skills])]
    assert len(inside) == len(bots)
    assert 0.85 <= sum(inside) / len(inside) <= 0.995
