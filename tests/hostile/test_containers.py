"""Hostile bots in containers: all of them."""

import pytest

from tests.hostile.promises import Promises


@pytest.mark.dear
class TestContainers(Promises):
    runner = "docker"
