"""Hostile bots as processes: those that harm only themselves."""

import pytest

from tests.hostile.promises import Promises

pytestmark = [pytest.mark.alone, pytest.mark.dear]


class TestProcesses(Promises):
    runner = "process"
