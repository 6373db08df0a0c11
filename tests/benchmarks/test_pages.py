"""The benchmark measures every page. Speed is not tested here."""

import json
import subprocess
import sys

import pytest

from tests.benchmarks.pages import PAGES


@pytest.mark.full
def test_every_page_is_measured() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.pages", "--json", "--size", "0.001"]
    told = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert (told["bots"], told["games"]) == (10, 1000)
    assert list(told["pages"]) == list(PAGES)
    assert all(cost["milliseconds"] > 0 and cost["bytes"] > 0 for cost in told["pages"].values())
    assert told["made_seconds"] > 0
