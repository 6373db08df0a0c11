"""How much of a match is played where any of its seatings shows what is tested."""

import pytest

from tests.conftest import Scale


@pytest.fixture
def only(scale: Scale) -> int:
    """How many of the seatings are played, 0 for all. Each starts every bot anew: that takes the time."""
    return scale.pick(quick=1, ci=0, full=0)
