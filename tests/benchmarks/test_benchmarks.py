"""The benchmarks run and report all rows. Speed is not tested here."""

import json
import subprocess
import sys

import pytest

from tests.benchmarks.spread import spread


@pytest.mark.dear
def test_the_table_has_its_rows_and_parts() -> None:
    command = [sys.executable, "-m", "tests.benchmarks", "--json", "--passes", "1", "--size", "0.01"]
    command += ["--only", "mau-mau, 64"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    told = json.loads(done.stdout)
    assert list(told["ratio"]) == ["gRPC ping-pong, one message in flight", "mau-mau, 64 games in flight"]
    assert [len(figures) for figures in told["seconds"].values()] == [1, 1]
    assert set(told["microseconds"]) == {"rules", "view", "log", "wire out", "wire in", "bot"}


def test_figures_of_passes_are_told_by_their_median_and_range() -> None:
    assert spread([1.0, 3.0, 2.5]) == "2.50 [1.00–3.00]"
    assert spread([1999.6, 1.0], 0) == "1,000 [1–2,000]"
