"""Throughput against processes: `uv run python -m tests.benchmarks.scaling [--passes N] [--most J]`.

So many matches at once on as many cores as there are, beside one match on one core: the bots' cores count.
Processes go where the system wants them; `two_beside_one` keeps each match, with its bots, on a core of its
own, as figures of processes that wander scatter by a third.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean

from tests.benchmarks.cores import only_cores
from tests.benchmarks.spread import spread
from tests.benchmarks.stack import decisions, match, own_bot, timed


def decisions_per_second(matches: int, cores: int, boards: int) -> float:
    """Return the decisions per second of all matches together, 64 games in flight each."""
    spec = match("mau-mau", own_bot("first_legal"), 64, boards)
    with only_cores(cores), ThreadPoolExecutor(matches) as pool:
        begun = time.perf_counter()
        played = sum(decisions(record) for _, record in pool.map(timed, [spec] * matches))
        return played / (time.perf_counter() - begun)


def two_beside_one(boards: int) -> float:
    """Return the speed of two match processes, each on its core, divided by that of one."""
    alone = [_pinned(range(core, core + 1), boards) for core in range(2)]
    return _pinned(range(2), boards) / fmean(alone)


def _pinned(cores: range, boards: int) -> float:
    """Return the decisions per second of matches pinned to these cores."""
    spec = match("mau-mau", own_bot("first_legal"), 64, boards)

    def play(core: int) -> int:
        with only_cores(1, core):
            return decisions(timed(spec)[1])

    with ThreadPoolExecutor(len(cores)) as pool:
        begun = time.perf_counter()
        played = sum(pool.map(play, cores))
        return played / (time.perf_counter() - begun)


def main() -> None:
    cores = len(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--boards", type=int, default=500)
    parser.add_argument("--most", type=int, default=2 * cores, help="matches at once")
    asked = parser.parse_args()
    found: dict[int, list[float]] = {jobs: [] for jobs in range(1, asked.most + 1)}
    for number in range(asked.passes):
        print(f"pass {number + 1} of {asked.passes}", file=sys.stderr)
        one = decisions_per_second(1, 1, asked.boards)
        for jobs, ratios in found.items():
            ratios.append(decisions_per_second(jobs, cores, asked.boards) / one)
    print(f"{cores} cores; ÷ one match on one core")
    for jobs, ratios in found.items():
        print(f"{jobs:3} at once {spread(ratios):>20}")


if __name__ == "__main__":
    main()
