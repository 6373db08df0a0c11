"""H23, T8: beside spinning processes a bot is not much slower, where there are processors enough.

Measured in turns, alone and beside as many spinning processes as there are other processors.
"""

import math
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from arena.record.format import Play
from arena.record.match import BotSpec
from arena.record.reader import read_log
from arena.record.storage import logs_of
from arena.referee.run import run_match
from tests.conftest import Scale
from tests.figures import figures
from tests.hostile.expectations import ROOT, good
from tests.referee.matches import match

SEATS = 2
CORES = len(os.sched_getaffinity(0))
MAX_P50, MAX_P99 = 1.10, 1.50
QUIET = 0.5  # processes that run already; with more the figures are those of the others

SPIN = "import os\nwhile os.getppid() == {}: pass"  # not longer than who started it


@contextmanager
def spinning(count: int) -> Iterator[None]:
    """Run this many busy processes."""
    command = (sys.executable, "-c", SPIN.format(os.getpid()))
    spinners = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for one in spinners:
            one.kill()
            one.wait()


def moves_ms(boards: int) -> list[float]:
    """Return the decision times of a bot that computes for 20 ms."""
    works = BotSpec("works", "0" * 64, (sys.executable, "-m", *good("works")), str(ROOT))
    spec = match("first", "first", boards=boards, in_flight=1)
    record = run_match(replace(spec, bots=(works, spec.bots[1])))
    found, logs = [], logs_of(record.games)
    for game in record.games:
        seat = next(number for number, seat in enumerate(game.seats) if seat.bot == 0)
        plays = [one for one in read_log(logs[game.id]).records if isinstance(one, Play)]
        found += [one.ms for one in plays if one.seat == seat]
    return found


def quantile(values: Sequence[float], part: float) -> float:
    return sorted(values)[math.ceil(len(values) * part) - 1]


@pytest.mark.alone
@pytest.mark.dear
def test_busy_processes_do_not_slow_down_moves(scale: Scale) -> None:
    quiet = os.getloadavg()[0] < QUIET and CORES >= SEATS + 1
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(scale.pick(quick=1, ci=1, full=10)):
        alone += moves_ms(1)
        with spinning(CORES - 1):
            beside += moves_ms(1)
    p50, p99 = (quantile(beside, part) / quantile(alone, part) for part in (0.5, 0.99))
    figures(
        "fairness beside spinners",
        cores=CORES,
        seats=SEATS,
        moves=len(beside),
        p50=p50,
        p99=p99,
        asserted=quiet,
    )
    assert min(alone) >= 19 and min(beside) >= 19
    assert not quiet or (p50 < MAX_P50 and p99 < MAX_P99)
