"""The capacity estimate of the guide "Performance" is what its script computes and a simulation confirms."""

from math import sqrt

import numpy as np
import pytest

from arena.ratings.bradley_terry import fit_strengths
from tests.benchmarks.ladder_on_paper import (
    SLOPE,
    SURE,
    Paper,
    commits,
    converge,
    figures,
    fitted,
    groups_for,
    line,
)
from tests.docs.documents import guide


def test_the_table_is_that_of_the_script() -> None:
    for name, value in figures():
        assert f"| {name} | {value} |\n" in guide("performance"), name


@pytest.mark.dear
def test_ratings_converge_as_on_paper() -> None:
    paper = Paper()
    *_, last = converge(120, 30, near=False, seed=3)
    on_paper = SURE / SLOPE * sqrt(paper.group_variance / last.boards)
    assert on_paper < last.error < 2 * on_paper  # opponents are not equals, and themselves not known
    *_, near = converge(120, 30, seed=3)
    assert on_paper < near.error < last.error
    assert groups_for(paper, on_paper) == pytest.approx(last.boards)


def test_the_sparse_fit_is_the_arenas() -> None:
    rng = np.random.default_rng(7)
    wins = np.triu(rng.integers(1, 60, (30, 30)).astype(float), 1)
    wins += np.triu(rng.integers(1, 60, (30, 30)), 1).T
    from scipy.sparse import csr_array

    assert fitted(csr_array(wins), np.zeros(30)) == pytest.approx(fit_strengths(wins), abs=1e-6)


def test_a_line_is_as_long_as_a_simulated_one() -> None:
    rng = np.random.default_rng(5)
    free = waited = 0.0
    arrivals = np.cumsum(rng.exponential(1 / 7, 200_000))
    for arrival in arrivals:
        waited += max(0.0, free - arrival)
        free = max(free, arrival) + 0.1
    assert line(7, 0.1).wait_s == pytest.approx(waited / len(arrivals), rel=0.1)
    assert commits(Paper(), 1).wait_s == float("inf")
