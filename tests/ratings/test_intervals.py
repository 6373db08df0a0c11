"""Coverage of 95 % intervals in simulated tournaments, and the estimate of further boards."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import inf
from statistics import fmean, median
from typing import Final, NamedTuple

import numpy as np
import pytest

from arena.ratings.fitted import fit, half_width
from arena.ratings.intervals import maximise
from arena.ratings.live import BoardScores, expected
from arena.ratings.margins import boards_to_settle
from arena.ratings.ranks import margins
from arena.ratings.rating import Fitted
from arena.ratings.result_matrix import result_matrix
from tests.conftest import Scale
from tests.ratings.simulated import tournament

EXTREME: Final = 0.02  # expected score below this, or above 1 minus this
DEEPEST: Final = (0, 200, 500, 900)  # Elo of `random` below the mean of the others


class Cell(NamedTuple):
    """A kind of tournament."""

    bots: int
    seats: int
    boards: int  # a pair
    below: int  # Elo of bot 0 below the mean of the others

    @property
    def skills(self) -> list[float]:
        others = [-60.0, 0.0, 80.0] if self.bots == 4 else [*np.linspace(-100, 100, self.bots - 1)]
        return [fmean(others) - self.below, *others]

    def extreme(self, bot: int) -> bool:
        """Whether a bot scores hardly anything, or nearly all."""
        others = [skill for place, skill in enumerate(self.skills) if place != bot]
        return not EXTREME <= fmean(expected(self.skills[bot] - other) for other in others) <= 1 - EXTREME


CELLS: Final = [
    Cell(bots, seats, boards, below)
    for bots in (4, 12)
    for seats in (2, 4)
    for boards in (10, 30, 100)
    for below in DEEPEST
    if bots > seats or boards >= 30
]


class Coverage:
    """Counts of intervals with and without the true value."""

    def __init__(self) -> None:
        self.usual: list[bool] = []
        self.extreme: list[bool] = []

    def add(self, inside: bool, extreme: bool) -> None:
        (self.extreme if extreme else self.usual).append(inside)


def of_bots(cell: Cell, found: Fitted) -> Iterator[tuple[bool, bool]]:
    """Yield for each bot if its interval covers the truth, and if its score is extreme."""
    skills = cell.skills
    mean = fmean(skills[bot] for bot, one in found.ratings.items() if one.elo is not None and one.scale == 0)
    for bot, one in found.ratings.items():
        if one.is_sure and one.scale == 0:
            low, high = one.low if one.low is not None else -1e9, one.high if one.high is not None else 1e9
            yield low <= skills[bot] - mean <= high, cell.extreme(bot)


def of_pairs(cell: Cell, found: Fitted, played: Mapping[BoardScores, int]) -> Iterator[tuple[bool, bool]]:
    """Yield the same for the difference of each pair with intervals."""
    for one, other, apart, reach, back in differences(found, played):
        true = cell.skills[one] - cell.skills[other]
        yield apart - reach <= true <= apart + back, cell.extreme(one) or cell.extreme(other)


def differences(
    found: Fitted, played: Mapping[BoardScores, int]
) -> Iterator[tuple[int, int, float, float, float]]:
    """Yield each pair, its Elo difference, and the reach of its interval below and above."""
    sure = {bot: one for bot, one in found.ratings.items() if one.is_sure and one.scale == 0}
    members = [bot for bot, one in sure.items() if one.elo is not None]
    if not members:
        return
    order = [*members, *(bot for bot, one in sure.items() if one.elo is None)]
    numbers = {bot: bot for bot in range(max(found.ratings) + 1)}
    inside = result_matrix(played, numbers).within(np.array(members))
    alike = np.eye(len(order))
    alike[: len(members), : len(members)] = maximise(inside).correlation()
    elo = [sure[bot].value or 0.0 for bot in order]
    reach = margins(
        [half_width(sure[bot], sure[bot].low) for bot in order],
        [half_width(sure[bot], sure[bot].high) for bot in order],
        alike,
    )
    for one, other in combinations(range(len(order)), 2):
        yield order[one], order[other], elo[one] - elo[other], reach[one, other], reach[other, one]


def simulate(cells: Sequence[Cell], times: int) -> tuple[dict[Cell, Coverage], dict[Cell, Coverage]]:
    """Play and fit each kind of tournament `times` times."""
    bots, pairs = {cell: Coverage() for cell in cells}, {cell: Coverage() for cell in cells}
    for cell in cells:
        draw = np.random.default_rng(cell)
        for _ in range(times):
            played = tournament(cell.skills, cell.boards, cell.seats, draw)
            found = fit(played, range(cell.bots))
            for held in of_bots(cell, found):
                bots[cell].add(*held)
            for held in of_pairs(cell, found, played):
                pairs[cell].add(*held)
    return bots, pairs


@pytest.mark.dear
def test_intervals_cover_95_percent_of_tournaments(scale: Scale) -> None:
    """Pooled 94 to 96 %, each kind of tournament 91 % or more; of extreme scores 93 % or more."""
    cells = scale.pick(quick=CELLS[3::16], ci=CELLS[::12], full=CELLS)
    times = scale.pick(quick=10, ci=25, full=200)
    slack = scale.pick(quick=0.05, ci=0.015, full=0.0)
    for held in simulate(cells, times):
        usual = [inside for one in held.values() for inside in one.usual]
        extreme = [inside for one in held.values() for inside in one.extreme]
        worst = sorted((round(fmean(one.usual), 3), cell) for cell, one in held.items())[:3]
        print(
            f"{fmean(usual):.4f} of {len(usual):,}, {fmean(extreme or [1]):.4f} of {len(extreme):,}, {worst}"
        )
        assert 0.94 - slack <= fmean(usual) <= 0.96 + slack
        assert min(fmean(one.usual) for one in held.values()) >= 0.91 - 4 * slack
        assert not extreme or fmean(extreme) >= 0.93 - 2 * slack


def test_estimated_boards_separate_two_bots(scale: Scale) -> None:
    """The median estimate is within a factor of 1.5 of the boards that a simulation needs."""
    ratios = []
    for cell in scale.pick(quick=CELLS[5:6], ci=CELLS[1:40:8], full=CELLS):
        draw = np.random.default_rng(cell)
        for _ in range(scale.pick(quick=5, ci=10, full=10)):
            played = tournament(cell.skills, cell.boards, cell.seats, draw)
            more = tournament(cell.skills, 4 * cell.boards, cell.seats, draw)
            longer = {
                (one, other): max(reach, back)
                for one, other, _, reach, back in differences(fit(more, range(cell.bots)), more)
            }
            for one, other, apart, reach, back in differences(fit(played, range(cell.bots)), played):
                true = abs(cell.skills[one] - cell.skills[other])
                margin = reach if apart > 0 else back
                if true > margin and (one, other) in longer:
                    needed = 4 * (longer[one, other] / true) ** 2
                    ratios.append((margin / apart) ** 2 / needed if apart else inf)
    print(f"median {median(ratios):.3f} of {len(ratios):,}")
    assert 1 / 1.5 <= median(ratios) <= 1.5


@pytest.mark.parametrize(("difference", "margin"), [(10, 20), (-10, 20), (33, 47)])
def test_estimated_boards_make_the_margin_the_difference(difference: float, margin: float) -> None:
    more = boards_to_settle(difference, margin, 100)
    assert more is not None
    assert margin * (100 / (100 + more)) ** 0.5 == pytest.approx(abs(difference), rel=0.01)
