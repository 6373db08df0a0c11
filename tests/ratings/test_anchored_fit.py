"""Ratings of a newcomer against a frozen pool."""

import random
from collections import Counter
from math import log10

import pytest

from arena.ratings.anchored_fit import fit_newcomer
from arena.ratings.fitted import fit
from arena.ratings.live import BoardScores, PairScore, expected, pair_scores
from arena.ratings.margins import NoIntervalReason
from arena.ratings.rating import Rating
from arena.ratings.result_matrix import PRIOR
from tests.conftest import Scale
from tests.ratings.simulated import simulate

DRAWN = PRIOR / 4  # half a win and half a loss of one of the two games of a board


def of(first: int, second: int, score: float, count: int) -> Counter[BoardScores]:
    return Counter({(PairScore(first, second, score, 1.0),): count})


def rating(found: Rating | None) -> Rating:
    assert found is not None
    return found


def elo(found: Rating | None) -> float:
    assert found is not None
    assert found.elo is not None
    return found.elo


def test_rating_against_one_bot_is_its_rating_plus_the_match() -> None:
    found = rating(fit_newcomer(of(9, 1, 1.0, 60) + of(9, 1, 0.0, 40), 9, {1: 150.0, 2: 80.0}))
    assert found.elo == pytest.approx(150 + 400 * log10((60 + DRAWN) / (40 + DRAWN)), abs=0.01)
    assert found.boards == 100
    assert found.margin


def test_expected_score_is_the_actual_score() -> None:
    pool = {1: 0.0, 2: 70.0, 3: 200.0}
    played = of(9, 1, 0.75, 50) + of(2, 9, 0.25, 40) + of(9, 3, 0.25, 30)
    found = elo(fit_newcomer(played, 9, pool))
    scored = 50 * 0.75 + 40 * 0.75 + 30 * 0.25 + DRAWN
    boards = {1: 50, 2: 40, 3: 30}
    due = sum(boards[bot] * (1 + 2 * DRAWN / 120) * expected(found - elo) for bot, elo in pool.items())
    assert due == pytest.approx(scored, abs=1e-5)


def test_games_without_newcomer_or_pool_are_ignored() -> None:
    pool = {1: 0.0, 2: 70.0}
    alone = of(9, 1, 0.75, 30) + of(9, 2, 0.25, 30)
    more = alone + of(1, 2, 1.0, 500) + of(9, 5, 1.0, 70) + of(5, 1, 1.0, 7) + of(9, 9, 1.0, 7)
    assert fit_newcomer(more, 9, pool) == fit_newcomer(alone, 9, pool)


def test_only_pairs_of_newcomer_and_pool_count_at_a_table() -> None:
    kind = (PairScore(1, 2, 1.0, 0.5), PairScore(1, 9, 0.75, 0.5), PairScore(2, 9, 0.25, 0.5))
    other = (PairScore(1, 9, 0.75, 0.5), PairScore(2, 9, 0.25, 0.5), PairScore(1, 2, 0.0, 0.5))
    pool = {1: 30.0, 2: -30.0}
    assert fit_newcomer({kind: 25, other: 25}, 9, pool) == fit_newcomer({kind: 50}, 9, pool)
    assert rating(fit_newcomer({kind: 50}, 9, pool)).elo == pytest.approx(0, abs=0.01)


def test_fit_converges_from_far_below() -> None:
    found = rating(fit_newcomer(of(9, 1, 0.75, 40) + of(9, 1, 0.25, 40), 9, {1: 3000.0}))
    assert found.elo == pytest.approx(3000, abs=0.01)


def test_newcomer_without_a_game_has_no_rating() -> None:
    assert fit_newcomer(of(9, 5, 1.0, 70), 9, {1: 0.0}) is None
    assert fit_newcomer({}, 9, {1: 0.0}) is None


def test_an_interval_needs_thirty_boards() -> None:
    pool = {1: 0.0}
    assert rating(fit_newcomer(of(9, 1, 0.5, 29), 9, pool)).unsure is NoIntervalReason.FEW
    assert rating(fit_newcomer(of(9, 1, 1.0, 29), 9, pool)) == Rating(
        None, None, None, 0, 29, NoIntervalReason.FEW
    )
    assert rating(fit_newcomer(of(9, 1, 0.5, 30), 9, pool)).is_sure


def test_one_sided_newcomer_has_a_bound() -> None:
    won = rating(fit_newcomer(of(9, 1, 1.0, 60), 9, {1: 100.0}))
    lost = rating(fit_newcomer(of(1, 9, 1.0, 60), 9, {1: 100.0}))
    assert (won.elo, won.high, lost.elo, lost.low) == (None, None, None, None)
    assert won.low is not None
    assert lost.high is not None
    assert won.low - 100 == pytest.approx(100 - lost.high)
    assert won.low > 500


def test_interval_near_a_perfect_score_is_asymmetric() -> None:
    found = rating(fit_newcomer(of(9, 1, 0.0, 98) + of(9, 1, 0.5, 2), 9, {1: 0.0}))
    assert found.low is not None
    assert found.high is not None
    assert elo(found) - found.low > 1.3 * (found.high - elo(found))


def test_pool_of_one_gives_the_fitted_rating() -> None:
    """With mean 0 each of two bots is half their distance from 0."""
    played = of(9, 1, 1.0, 60) + of(9, 1, 0.25, 40)
    anchored, fitted = rating(fit_newcomer(played, 9, {1: 0.0})), fit(played, (9, 1), (1,)).ratings[9]
    assert elo(anchored) == pytest.approx(elo(fitted), abs=0.001)
    assert fitted.margin is not None
    assert anchored.margin == pytest.approx(2 * fitted.margin, rel=0.02)


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize(("boards", "seats"), [(20, 2), (200, 2), (30, 3)])
def test_margins_cover_95_percent_of_gauntlets(boards: int, seats: int, scale: Scale) -> None:
    """The newcomer meets five bots whose ratings are the true ones."""
    draw = random.Random(f"{boards} {seats}")
    pool = {1: 0.0, 2: 40.0, 3: 80.0, 4: 120.0, 5: 300.0}
    skills = [70.0, *pool.values()]
    tables = [(0, bot, bot % 5 + 1)[:seats] for bot in pool]
    inside = []
    for _ in range(scale.pick(quick=20, ci=200, full=1000)):
        played = Counter(pair_scores(one) for bots in tables for one in simulate(bots, skills, boards, draw))
        found = rating(fit_newcomer(played, 0, pool))
        assert found.low is not None
        assert found.high is not None
        inside.append(found.low <= 70 <= found.high)
    low, high = scale.pick(quick=(0.7, 1.0), ci=(0.885, 0.995), full=(0.93, 0.97))
    assert low <= sum(inside) / len(inside) <= high
