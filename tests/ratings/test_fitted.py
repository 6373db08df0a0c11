"""Fitted Elo against published numbers, its equations, and simulated fields."""

import random
from collections import Counter
from collections.abc import Sequence
from math import log
from time import process_time

import pytest

from arena.ratings.fitted import fit
from arena.ratings.live import BoardScores, PairScore, RatedBoard, RatedGame, expected, pair_scores
from arena.ratings.margins import NoIntervalReason
from arena.ratings.rating import Fitted, Rating
from arena.ratings.result_matrix import PRIOR, result_matrix
from tests.conftest import Scale
from tests.ratings.simulated import kinds


def of(first: int, second: int, score: float, count: int = 1) -> dict[BoardScores, int]:
    """Return `count` boards of two bots with this score of the first."""
    return {(PairScore(first, second, score, 1.0),): count}


def together(*parts: dict[BoardScores, int]) -> Counter[BoardScores]:
    return sum(map(Counter, parts), Counter())


def table(bots: Sequence[int], *games: tuple[int | None, ...]) -> BoardScores:
    return pair_scores(RatedBoard(tuple(bots), tuple(map(RatedGame, games))))


def elo(fitted: Fitted) -> dict[int, float]:
    """Return the Elo of the rated bots."""
    return {bot: rating.elo for bot, rating in fitted.ratings.items() if rating.elo is not None}


def margin(rating: Rating) -> float:
    assert rating.margin is not None
    return rating.margin


def test_match_has_the_elo_and_error_of_fastchess() -> None:
    """Disservin/fastchess, app/tests/elo_test.cpp: 332 LL, 433 LD, 457 + 41 even, 333 WD, 334 WW."""
    scores = ((0, 334), (0.25, 333), (0.5, 457 + 41), (0.75, 433), (1, 332))
    found = fit(together(*(of(1, 2, score, count) for score, count in scores)), (1, 2), (2,))
    total = sum(count for _, count in scores)
    mean = sum(score * count for score, count in scores) / total
    assert found.ratings[1].elo == pytest.approx(400 * log(mean / (1 - mean), 10), abs=0.01)
    assert abs(elo(found)[1]) == pytest.approx(8.64, abs=0.01)
    assert 2 * margin(found.ratings[1]) == pytest.approx(10.33, rel=0.01)  # ± relates to the mean of both


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


def test_season_has_the_published_abilities() -> None:
    pairs = [(a, b) for a in range(7) for b in range(7) if a != b]
    found = fit(together(*(of(a, b, 1.0, 10_000 * WINS[a][b]) for a, b in pairs)), range(7), (6,))
    assert [one * log(10) / 400 for _, one in sorted(elo(found).items())] == [
        pytest.approx(ability, abs=0.001) for ability in ABILITIES
    ]


def test_expected_scores_are_the_actual_scores() -> None:
    """The likelihood equations, including the prior's half draws."""
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
        drawn = sum(PRIOR / 16 * (1 - 2 * expected(found[bot] - found[one])) for one in found if one != bot)
        assert surprise + drawn == pytest.approx(0, abs=1e-5)


def test_halved_boards_give_equal_bots_without_error() -> None:
    found = fit(of(1, 2, 0.5, 50), (1, 2), (1,))
    assert elo(found) == {1: 0.0, 2: 0.0}
    assert [found.ratings[bot].margin for bot in (1, 2)] == [pytest.approx(0, abs=1e-4)] * 2


def test_bot_that_lost_everything_does_not_affect_others() -> None:
    """The others are rated as without the bot that lost every game."""
    others = together(of(1, 2, 0.75, 20), of(1, 2, 0.25, 10), of(2, 3, 0.75, 20), of(2, 3, 0.5, 10))
    lost = together(*(of(bot, 0, 1.0, 10) for bot in (1, 2, 3)))
    found, without = fit(others + lost, range(4), (0,)), fit(others, range(4))
    assert found.anchors == (None,)
    assert [bot for bot, one in found.ratings.items() if one.elo is None] == [0]
    assert elo(found) == elo(without)
    last = found.ratings[0]
    assert (last.elo, last.low, last.scale, last.unsure) == (None, None, 0, None)
    assert last.high is not None
    assert last.high < min(elo(found).values()) - 300
    assert all(one.margin for bot, one in found.ratings.items() if bot)
    assert str(found.ranks[0]) == "4"
    assert {str(found.ranks[bot]) for bot in (1, 2, 3)} <= {"1", "1–2", "2", "2–3", "3"}


def test_bot_that_won_everything_has_a_lower_bound() -> None:
    played = together(of(1, 2, 1.0, 50), of(1, 3, 1.0, 50), of(3, 2, 0.75, 50), of(2, 3, 0.75, 20))
    found = fit(played, (1, 2, 3))
    first = found.ratings[1]
    assert (first.elo, first.high) == (None, None)
    assert first.low is not None
    assert first.low > max(elo(found).values())
    assert str(found.ranks[1]) == "1"
    assert sum(elo(found).values()) == pytest.approx(0, abs=1e-5)


def test_bound_follows_its_equation() -> None:
    """2 · 60 / φ · ln(1 + 10^(x / 400)) = F for 60 boards lost to equals, φ = ½, F of 1 and 58 degrees."""
    played = together(of(1, 2, 1.0, 30), of(1, 2, 0.0, 30), of(1, 0, 1.0, 30), of(2, 0, 1.0, 30))
    high = fit(played, range(3)).ratings[0].high
    assert high is not None
    assert 2 * 60 * log(1 + 10 ** (high / 400)) == pytest.approx(4.007, rel=0.01)


def test_prior_is_one_game_per_bot() -> None:
    pair = elo(fit(of(1, 2, 0.75, 50), (1, 2)))
    drawn = PRIOR / 4  # half a win and half a loss of one of the two games of a board
    assert pair[1] - pair[2] == pytest.approx(400 * log((37.5 + drawn) / (12.5 + drawn), 10), abs=0.01)
    for bots in ((0, 1), (0, 1, 2, 3)):
        seats = len(bots)
        places = [tuple(range(1, seats + 1))] * seats
        draws = result_matrix({table(bots, *places): 50}, {bot: bot for bot in bots}).draws()
        games = draws.sum(axis=1) / (seats - 1) * seats  # a game is one k-th of a board with k - 1 others
        assert games == pytest.approx(PRIOR)


@pytest.mark.parametrize(("boards", "sure"), [(29, False), (30, True)])
def test_an_interval_needs_thirty_boards(boards: int, sure: bool) -> None:
    found = fit(together(of(1, 2, 1.0, boards - 10), of(1, 2, 0.0, 10)), (1, 2))
    for rating in found.ratings.values():
        assert rating.is_sure is sure
        assert rating.unsure is (None if sure else NoIntervalReason.FEW)


def test_a_bound_needs_thirty_boards_too() -> None:
    few = fit(together(of(1, 2, 0.75, 40), of(2, 1, 0.75, 20), of(1, 0, 1.0, 29)), range(3))
    assert few.ratings[0] == Rating(None, None, None, 0, 29, NoIntervalReason.FEW)


def test_one_sided_matches_give_no_scale() -> None:
    found = fit(of(1, 2, 1.0, 50), (1, 2))
    assert found.anchors == ()
    assert {one.unsure for one in found.ratings.values()} == {NoIntervalReason.ONE_SIDED}
    assert found.ranks == {}


def test_bot_without_a_rated_opponent_has_no_bound() -> None:
    played = together(of(1, 2, 0.75, 40), of(2, 1, 0.75, 20), of(1, 3, 1.0, 40), of(3, 4, 1.0, 40))
    found = fit(played, range(5))
    assert found.ratings[3].high is not None
    assert found.ratings[4] == Rating(None, None, None, 0, 40, NoIntervalReason.UNMET)


def test_anchor_shifts_ratings_but_not_margins() -> None:
    played = kinds([0, 30, 90, 200], 40, 2, random.Random(6))
    free, labelled = fit(played, range(4)), fit(played, range(4), (0,))
    assert labelled.anchors == (0,)
    assert elo(labelled)[0] == 0
    shift = elo(free)[0]
    for bot, one in free.ratings.items():
        other = labelled.ratings[bot]
        for end, moved in ((one.elo, other.elo), (one.low, other.low), (one.high, other.high)):
            assert moved == pytest.approx((end or 0) - shift, abs=1e-4)
        assert labelled.ranks[bot] == free.ranks[bot]
    assert labelled.ratings[0].margin


def test_unconnected_bots_have_separate_scales() -> None:
    played = together(of(1, 2, 0.75, 40), of(7, 8, 0.75, 40), of(8, 9, 0.75, 40), of(5, 4, 0.25, 40))
    found = fit(played, (1, 2, 3, 4, 5, 7, 8, 9), (4,))
    assert {bot: rating.scale for bot, rating in found.ratings.items()} == {
        **dict.fromkeys((7, 8, 9), 0), **dict.fromkeys((4, 5), 1), **dict.fromkeys((1, 2), 2)
    }  # fmt: skip
    assert found.anchors == (None, 4, None)
    assert elo(found)[4] == 0
    assert elo(found)[5] < 0
    for scale in ((7, 8, 9), (1, 2)):
        assert sum(elo(found)[bot] for bot in scale) == pytest.approx(0, abs=1e-5)


def test_a_third_bot_connects() -> None:
    found = fit(together(of(1, 2, 0.5, 9), of(3, 2, 0.5, 9)), (1, 2, 3))
    assert {rating.scale for rating in found.ratings.values()} == {0}


def test_table_of_three_has_three_pairs_of_full_weight() -> None:
    found = elo(fit({table((1, 2, 3), (1, 2, 3)): 30, table((1, 2, 3), (3, 2, 1)): 10}, (1, 2, 3), (2,)))
    drawn = PRIOR / 6  # a third of a board, to two opponents, half of it each
    assert found[1] == pytest.approx(-found[3], abs=1e-5)
    scored = expected(found[1]) + expected(2 * found[1])
    assert (40 + 2 * drawn) * scored == pytest.approx(60 + 2 * drawn, rel=0.01)


def test_unstarted_seats_are_left_out() -> None:
    played = {table((1, 2, 3), (1, 2, None), (2, 1, None)): 40}
    assert elo(fit(played, (1, 2, 3))) == {1: 0.0, 2: 0.0}
    assert 3 not in fit(played, (1, 2, 3)).ratings
    assert fit({table((1, 2), (None, 1)): 5}, (1, 2)) == Fitted({}, ())
    assert fit({}, ()) == Fitted({}, ())


def test_bot_against_itself_is_ignored() -> None:
    assert fit(of(1, 1, 0.75, 40), (1,)) == Fitted({}, ())


def test_order_of_boards_and_bots_does_not_matter() -> None:
    played = list(kinds([0, 30, 90, 200], 20, 3, random.Random(3)).items())
    first = fit(dict(played), range(4), (0,))
    turned = {
        tuple(PairScore(one.second, one.first, 1 - one.score, one.weight) for one in reversed(kind)): count
        for kind, count in reversed(played)
    }
    assert fit(turned, range(4), (0,)) == first


@pytest.mark.dear
def test_a_million_games_of_200_bots_are_fitted_in_seconds(scale: Scale) -> None:
    """It takes at most five seconds of processor time."""
    draw, bots = random.Random(4), range(scale.pick(quick=50, ci=200, full=200))
    skills = [draw.gauss(0, 80) for _ in bots]
    played: Counter[BoardScores] = Counter()
    for _ in range(scale.pick(quick=4_000, ci=50_000, full=500_000)):
        first, second = draw.sample(bots, 2)
        even = expected(skills[first] - skills[second])
        score = ((draw.random() < even) + (draw.random() < even)) / 2
        played[(PairScore(first, second, score, 1.0),)] += 1
    start = process_time()
    found = fit(played, bots)
    assert process_time() - start < 5
    mean = sum(skills) / len(skills)
    inside = [abs(one - skills[bot] + mean) <= margin(found.ratings[bot]) for bot, one in elo(found).items()]
    assert len(inside) == len(bots)
    assert 0.85 <= sum(inside) / len(inside) <= 0.995
