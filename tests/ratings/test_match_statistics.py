"""Match statistics against the numbers of fastchess, at their limits, and by their meaning."""

import random
from dataclasses import dataclass
from math import isnan, nan

import pytest

from arena.ratings.margins import NORMAL, NoIntervalReason
from arena.ratings.match_statistics import MatchEstimate, MatchStatistics, match_statistics
from arena.ratings.pair_results import Duel, duel
from tests.conftest import Scale
from tests.ratings.simulated import simulate


def games(wins: int, losses: int, draws: int) -> Duel:
    """Boards of one game."""
    return {(1.0,): wins, (0.0,): losses, (0.5,): draws}


def pairs(*counts: int) -> Duel:
    """Boards of two games: LL, LD, WL, DD, WD, WW."""
    kinds = ((0.0, 0.0), (0.0, 0.5), (0.0, 1.0), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0))
    return dict(zip(kinds, counts, strict=True))


def numbers(estimate: MatchEstimate) -> tuple[float, float]:
    assert estimate.value is not None
    assert isinstance(estimate.margin, float)
    return estimate.value, estimate.margin


# Disservin/fastchess (MIT), app/tests/elo_test.cpp. LOS in percent; nan where it gives none.
@pytest.mark.parametrize(
    ("played", "elo", "nelo", "los"),
    [
        (games(76, 89, 123), (nan, nan), (-20.76, 40.13), 15.53),
        (games(136, 96, 111), (40.70, 30.43), (49.77, 36.77), 99.60),
        (games(34, 356, 0), (nan, nan), (-508.44, 34.48), nan),
        (pairs(34, 54, 31, 32, 64, 75), (55.58, 27.65), (57.94, 28.28), 100.00),
        (pairs(332, 433, 457, 41, 333, 334), (-8.64, 10.33), (-9.17, 10.96), 5.05),
        (pairs(7895, 8757, 5485, 200, 568, 9999), (-21.04, 2.95), (-19.01, 2.65), nan),
    ],
)
def test_numbers_are_those_of_fastchess(
    played: Duel, elo: tuple[float, float], nelo: tuple[float, float], los: float
) -> None:
    found = match_statistics(played)
    wanted = (*elo, *nelo, los)
    got = (*numbers(found.elo), *numbers(found.nelo), 100 * (found.los or 0))
    for one, other in zip(got, wanted, strict=True):
        assert isnan(other) or one == pytest.approx(other, abs=0.0051)


@dataclass(frozen=True)
class Report:
    """A final report of fastchess."""

    pairs: tuple[int, ...]  # LL, LD, WL, DD, WD, WW: WL by the wins
    elo: tuple[float, float]
    nelo: tuple[float, float]
    los: float
    draw_ratio: float
    pairs_ratio: float
    games: tuple[int, int, int, int]  # all, wins, losses, draws
    points: float  # percent


REPORTS = {
    "brunocodutra/cinder, pull request 727": Report(
        (50, 287, 283, 327, 387, 73), (18.04, 8.23), (28.19, 12.84), 100.0, 43.35, 1.36,
        (2814, 816, 670, 1328), 52.59,
    ),
    "lynx-chess/Lynx, pull request 1899": Report(
        (235, 1384, 1206, 1315, 1341, 239), (-1.06, 4.05), (-1.67, 6.37), 30.33, 44.07, 0.98,
        (11440, 3025, 3060, 5355), 49.85,
    ),
    "Disservin/fastchess, issue 807": Report(
        (30, 6, 18, 0, 0, 6), (-168.40, 73.37), (-170.08, 62.16), 0.0, 30.0, 0.17,
        (120, 30, 84, 6), 27.5,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REPORTS)
def test_report_has_the_numbers_of_fastchess(name: str) -> None:
    report, found = REPORTS[name], match_statistics(pairs(*REPORTS[name].pairs))
    assert numbers(found.elo) == pytest.approx(report.elo, abs=0.0051)
    assert numbers(found.nelo) == pytest.approx(report.nelo, abs=0.0051)
    assert 100 * (found.los or 0) == pytest.approx(report.los, abs=0.0051)
    assert 100 * found.draw_ratio == pytest.approx(report.draw_ratio, abs=0.0051)
    assert found.pairs_ratio == pytest.approx(report.pairs_ratio, abs=0.0051)
    assert (found.games, found.wins, found.losses, found.draws) == report.games
    assert 100 * found.score == pytest.approx(report.points, abs=0.0051)
    assert sum(count for _, count in found.group_scores) == found.groups == found.games // 2


def test_other_side_has_the_mirrored_numbers() -> None:
    one, other = match_statistics(pairs(9, 8, 7, 6, 5, 4)), match_statistics(pairs(4, 5, 7, 6, 8, 9))
    assert numbers(one.elo) == pytest.approx((-numbers(other.elo)[0], numbers(other.elo)[1]))
    assert one.los == pytest.approx(1 - (other.los or 0))
    assert one.score == pytest.approx(1 - other.score)
    assert one.saving is not None
    assert other.saving is not None
    assert one.saving.value == pytest.approx(other.saving.value)


def test_counts_are_ordered_by_score() -> None:
    assert match_statistics(pairs(1, 2, 3, 4, 5, 6)).group_scores == (
        (0.0, 1), (0.25, 2), (0.5, 7), (0.75, 5), (1.0, 6)
    )  # fmt: skip


def test_nelo_without_luck_exists_for_equal_bots() -> None:
    found = match_statistics(pairs(0, 0, 60, 0, 0, 0))
    assert found.elo == MatchEstimate(0.0, 0.0)
    assert found.nelo.value == 0
    assert found.los == 0.5
    assert (found.drawn_games, found.draw_ratio, found.pairs_ratio) == (0, 1, None)


@pytest.mark.parametrize(
    ("played", "los", "elo", "nelo"),
    [
        (pairs(0, 0, 0, 0, 0, 60), 1.0, NoIntervalReason.ONE_SIDED, NoIntervalReason.ALIKE),
        (pairs(60, 0, 0, 0, 0, 0), 0.0, NoIntervalReason.ONE_SIDED, NoIntervalReason.ALIKE),
        (pairs(0, 0, 0, 0, 60, 0), 1.0, 0.0, NoIntervalReason.ALIKE),
        (pairs(0, 60, 0, 0, 0, 0), 0.0, 0.0, NoIntervalReason.ALIKE),
    ],
)
def test_equal_boards_do_not_divide_by_zero(
    played: Duel, los: float, elo: float | NoIntervalReason, nelo: NoIntervalReason
) -> None:
    found = match_statistics(played)
    assert found.los == los
    assert elo in (found.elo.margin, found.elo.no_margin)
    assert (found.elo.value is None) == (elo is NoIntervalReason.ONE_SIDED)
    assert found.nelo == MatchEstimate(None, None, nelo)


def test_interval_beyond_a_perfect_score_is_infinite() -> None:
    found = match_statistics(pairs(0, 0, 1, 0, 0, 59))
    assert found.elo.no_margin is NoIntervalReason.NEARLY
    assert found.elo.value == pytest.approx(830.22, abs=0.01)  # 400 · log10(119)


@pytest.mark.parametrize(("boards", "sure"), [(29, False), (30, True)])
def test_a_margin_needs_thirty_boards(boards: int, sure: bool) -> None:
    found = match_statistics(pairs(5, 0, boards - 10, 0, 0, 5))
    for one in (found.elo, found.nelo):
        assert (one.margin is not None) is sure
        assert one.no_margin is (None if sure else NoIntervalReason.FEW)
    assert found.elo.value == 0


def test_match_without_a_board_is_refused() -> None:
    with pytest.raises(ValueError):
        match_statistics({})


def test_table_of_three_has_seven_counts() -> None:
    played: Duel = {(0.0, 0.0, 1.0): 40, (0.0, 1.0, 1.0): 60}
    found = match_statistics(played)
    assert [count for _, count in found.group_scores] == [0, 0, 40, 0, 60, 0, 0]
    assert found.elo.value == pytest.approx(23.19, abs=0.01)  # 400 · log10(8 / 7)
    # s = 8/15, v = (1/3)² · 0.24, three games a board
    assert found.nelo.value == pytest.approx(40.94, abs=0.01)
    assert found.nelo.margin == pytest.approx(NORMAL * 347.4356 / 300**0.5, abs=0.01)


def matches(skill: float, boards: int, seats: int, number: int) -> list[MatchStatistics]:
    """Return `number` matches of bots 0 and 1 at tables of `seats`."""
    draw = random.Random(f"{skill} {boards} {seats}")
    skills = [skill, 0.0, 30.0, -30.0, 60.0][:seats]
    table = range(seats)
    return [match_statistics(duel(simulate(table, skills, boards, draw), 0, 1)) for _ in range(number)]


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(("skill", "boards", "seats"), [(0, 50, 2), (60, 200, 2), (30, 100, 3), (40, 60, 5)])
def test_margins_cover_95_percent_of_matches(skill: float, boards: int, seats: int, scale: Scale) -> None:
    found = matches(skill, boards, seats, scale.pick(quick=40, ci=200, full=2000))
    inside = [abs(value - skill) <= margin for value, margin in (numbers(one.elo) for one in found)]
    low, high = scale.pick(quick=(0.8, 1.0), ci=(0.89, 0.995), full=(0.93, 0.97))
    assert low <= sum(inside) / len(inside) <= high


def test_los_of_equals_exceeds_95_in_one_of_20_matches(scale: Scale) -> None:
    found = [one.los for one in matches(0, 60, 2, scale.pick(quick=100, ci=500, full=2000))]
    low, high = scale.pick(quick=(0.0, 0.13), ci=(0.02, 0.09), full=(0.033, 0.067))
    assert low <= sum((los or 0) > 0.95 for los in found) / len(found) <= high
