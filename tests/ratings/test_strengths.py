"""Two ways to the same maximum: Newton's steps, and Luce's spectral ranking as another library has it."""

import numpy as np
import pytest

from arena.ratings.strengths import likeliest, likeliest_near


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
    wins = np.stack([scores(bots, seed) for seed in range(20)])
    found = likeliest_near(np.zeros(bots), wins, np.arange(1, bots))
    for one, strengths in zip(wins, found, strict=True):
        assert strengths - strengths.mean() == pytest.approx(spectral(one), abs=1e-4)
        assert likeliest(one) == pytest.approx(spectral(one), abs=1e-8)


def test_newton_comes_back_from_far_away() -> None:
    wins = scores(6, 1)
    start = np.array([0.0, 20, -20, 5, -5, 12])
    (found,) = likeliest_near(start, wins[None], np.arange(1, 6))
    assert found - found.mean() == pytest.approx(likeliest(wins), abs=1e-4)


def test_a_bot_that_only_the_prior_holds_does_not_stop_the_others() -> None:
    wins = scores(4, 2)
    wins[0], wins[:, 0] = 0, 0
    wins[0, 1] = 400.25
    wins[1, 0] = 0.25
    (found,) = likeliest_near(np.zeros(4), wins[None], np.arange(1, 4))
    assert found - found.mean() == pytest.approx(likeliest(wins), abs=1e-3)
    assert found[0] - found[1] == pytest.approx(np.log(400.25 / 0.25), abs=1e-3)


def test_who_is_not_free_stays() -> None:
    start = np.array([0.0, 1.0, -1.0])
    (found,) = likeliest_near(start, scores(3, 3)[None], np.array([1]))
    assert (found[0], found[2]) == (0, -1)
    assert found[1] != 1
