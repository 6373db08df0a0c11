"""Hostile bots that are processes: only such as harm nobody but themselves."""

import pytest

from tests.hostile.promises import Promises

pytestmark = pytest.mark.dear


class TestProcesses(Promises):
    runner = "process"
