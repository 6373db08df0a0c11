"""The benchmarks run and tell what they should. How fast things are is no test: run them to see."""

import json
import subprocess
import sys

import pytest


@pytest.mark.dear
def test_the_table_has_its_rows_and_parts() -> None:
    command = [sys.executable, "-m", "tests.benchmarks", "--json", "--passes", "1", "--size", "0.01"]
    command += ["--only", "mau-mau, 64"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    told = json.loads(done.stdout)
    assert list(told["ratio"]) == ["gRPC ping-pong, one message in flight", "mau-mau, 64 games in flight"]
    assert [len(figures) for figures in told["seconds"].values()] == [1, 1]
    assert set(told["microseconds"]) == {"rules", "view", "log", "wire out", "wire in", "bot"}
