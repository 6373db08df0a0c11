"""Fitted strengths and components agree with other libraries."""

import numpy as np
import pytest

from arena.ratings.bradley_terry import components, fit_strength_against, fit_strengths


def scores(bots: int, seed: int, scale: float = 1.0) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return a random matrix of scores in which all strengths are finite."""
    found = np.random.default_rng(seed).gamma(0.7, 20 * scale, (bots, bots)) + 0.25
    np.fill_diagonal(found, 0)
    return found


def spectral(
    wins: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return the strengths by Luce's spectral ranking (Maystre and Grossglauser, 2015), with mean 0."""
    import choix

    found: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    found = choix.ilsr_pairwise_dense(wins, max_iter=10_000, tol=1e-12)
    found -= found.mean()
    return found


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("bots", [2, 3, 12, 60])
def test_strengths_are_those_of_choix(bots: int) -> None:
    for seed in range(20):
        wins = scores(bots, seed)
        assert fit_strengths(wins) == pytest.approx(spectral(wins), abs=1e-8)


def test_bot_held_only_by_the_prior_does_not_stop_the_fit() -> None:
    wins = scores(4, 2)
    wins[0], wins[:, 0] = 0, 0
    wins[0, 1] = 400.25
    wins[1, 0] = 0.25
    found = fit_strengths(wins)
    assert found[0] - found[1] == pytest.approx(np.log(400.25 / 0.25), abs=1e-6)


@pytest.mark.parametrize("far", [0.0, 5.0, -30.0])
def test_strength_against_known_bots_has_its_expected_score(far: float) -> None:
    known, met = np.array([far, far + 1, far - 2]), np.array([30.0, 20.0, 50.0])
    won = np.array([10.0, 15.0, 1.0])
    found = fit_strength_against(known, won, met)
    assert (met / (1 + np.exp(known - found))).sum() == pytest.approx(26)


@pytest.mark.parametrize("density", [0.0, 0.03, 0.08, 0.2, 1.0])
def test_components_are_those_of_scipy(density: float) -> None:
    from scipy.sparse.csgraph import connected_components

    rng = np.random.default_rng(3)
    for bots in (1, 2, 7, 40):
        beat = rng.random((bots, bots)) < density
        _, labels = connected_components(beat, directed=True, connection="strong")
        expected = [np.flatnonzero(labels == label) for label in {*labels.tolist()}]
        assert sorted(map(tuple, components(beat))) == sorted(tuple(one) for one in expected if len(one) > 1)
