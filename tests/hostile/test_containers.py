"""All hostile bots, in containers."""

import pytest

from tests.hostile.promises import Promises


@pytest.mark.alone
@pytest.mark.dear
class TestContainers(Promises):
    runner = "docker"
