"""Two ways to the same maximum: Newton's steps, and Luce's spectral ranking as another library has it."""

import numpy as np
import pytest

from arena.ratings.bradley_terry import likeliest, likeliest_against


def scores(bots: int, seed: int, scale: float = 1.0) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Any matrix of scores: nobody's strength is at infinity."""
    found = np.random.default_rng(seed).gamma(0.7, 20 * scale, (bots, bots)) + 0.25
    np.fill_diagonal(found, 0)
    return found


def spectral(
    wins: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The maximum by Luce's spectral ranking (Maystre and Grossglauser, 2015), with mean 0."""
    import choix

    found: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    found = choix.ilsr_pairwise_dense(wins, max_iter=10_000, tol=1e-12)
    found -= found.mean()
    return found


@pytest.mark.dear
@pytest.mark.parametrize("bots", [2, 3, 12, 60])
def test_newton_finds_what_choix_finds(bots: int) -> None:
    for seed in range(20):
        wins = scores(bots, seed)
        assert likeliest(wins) == pytest.approx(spectral(wins), abs=1e-8)


def test_a_bot_that_only_the_prior_holds_does_not_stop_the_others() -> None:
    wins = scores(4, 2)
    wins[0], wins[:, 0] = 0, 0
    wins[0, 1] = 400.25
    wins[1, 0] = 0.25
    found = likeliest(wins)
    assert found[0] - found[1] == pytest.approx(np.log(400.25 / 0.25), abs=1e-6)


@pytest.mark.parametrize("far", [0.0, 5.0, -30.0])
def test_one_bot_against_known_strengths_scores_what_it_scored(far: float) -> None:
    known, met = np.array([far, far + 1, far - 2]), np.array([30.0, 20.0, 50.0])
    won = np.array([10.0, 15.0, 1.0])
    found = likeliest_against(known, won, met)
    assert (met / (1 + np.exp(known - found))).sum() == pytest.approx(26)
