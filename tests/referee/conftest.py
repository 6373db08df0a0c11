"""How much of a match is played in tests that need only one seating."""

import pytest

from tests.conftest import Scale


@pytest.fixture
def only(scale: Scale) -> int:
    """Return how many seatings to play, 0 for all. Each starts every bot again, which takes long."""
    return scale.pick(quick=1, ci=0, full=0)
