"""Strongly connected components against those of another library."""

import numpy as np
import pytest

from arena.ratings.components import components


@pytest.mark.parametrize("density", [0.0, 0.03, 0.08, 0.2, 1.0])
def test_they_are_what_scipy_finds(density: float) -> None:
    from scipy.sparse.csgraph import connected_components

    rng = np.random.default_rng(3)
    for bots in (1, 2, 7, 40):
        beat = rng.random((bots, bots)) < density
        _, labels = connected_components(beat, directed=True, connection="strong")
        expected = [np.flatnonzero(labels == label) for label in {*labels.tolist()}]
        found = components(beat)
        assert sorted(map(tuple, found)) == sorted(tuple(one) for one in expected if len(one) > 1)
