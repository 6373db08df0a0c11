"""Print one table of ratios: `uv run python -m tests.benchmarks [--json] [--passes N] [--only WORDS]`.

Referee and bots share one core, because unpinned figures vary by a third. Floor and subjects are measured
in turns. A row is the median of each pass's ratio to its own floor, in wall-clock time and in processor time,
which other processes disturb less.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable

from tests.benchmarks.floor import cost_of_a_round_trip
from tests.benchmarks.spent import Seconds
from tests.benchmarks.split import cost_per_decision
from tests.benchmarks.spread import spread
from tests.benchmarks.stack import cost_of_a_decision

FLOOR = "gRPC ping-pong, one message in flight"


def subjects(size: float) -> dict[str, Callable[[], Seconds]]:
    """Return what is compared with the floor (the cost of a decision). `size` scales the duration."""

    def stack(ruleset: str, in_flight: int, boards: int) -> Callable[[], Seconds]:
        count = max(2, int(boards * size))
        return lambda: cost_of_a_decision(ruleset, in_flight, count)

    return {
        "mau-mau, 1 game in flight": stack("mau-mau", 1, 40),
        "mau-mau, 16 games in flight": stack("mau-mau", 16, 300),
        "mau-mau, 64 games in flight": stack("mau-mau", 64, 1000),
        "detailed, 64 games in flight": stack("detailed", 64, 200),
        "mau-mau, 256 games in flight": stack("mau-mau", 256, 1500),
    }


def measure(passes: int, size: float, only: str) -> dict[str, list[Seconds]]:
    """Return the cost of a decision by row, one per pass, the floor first."""
    wanted = {name: work for name, work in subjects(size).items() if only in name}
    rows: dict[str, Callable[[], Seconds]] = {
        FLOOR: lambda: cost_of_a_round_trip(int(10_000 * size)),
        **wanted,
    }
    found: dict[str, list[Seconds]] = {name: [] for name in rows}
    for number in range(passes):
        print(f"pass {number + 1} of {passes}", file=sys.stderr)
        for name, work in rows.items():
            found[name].append(work())
    return found


def ratios(found: dict[str, list[Seconds]], by: str = "clock") -> dict[str, list[float]]:
    """Return the floor's seconds divided by each row's, pass by pass, by wall clock or processor."""
    return {
        name: [
            getattr(floor, by) / getattr(cost, by) for cost, floor in zip(costs, found[FLOOR], strict=True)
        ]
        for name, costs in found.items()
    }


def table(found: dict[str, list[Seconds]]) -> str:
    """Return the rows as text: median and range of decisions per second, median and range of ratios."""
    lines = [f"{'one core':37} {'decisions/s':>24} {'÷ floor':>20} {'by processor':>20}"]
    by_processor = ratios(found, "processor")
    for name, by_clock in ratios(found).items():
        speeds = [1 / cost.clock for cost in found[name]]
        shown = f"{spread(speeds, 0):>24} {spread(by_clock):>20} {spread(by_processor[name]):>20}"
        lines.append(f"{name:37} {shown}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="all figures as JSON on stdout")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--size", type=float, default=1.0, help="how long each row takes, 1 is about 10 s")
    parser.add_argument("--only", default="", help="rows with these words in their name, and the floor")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = measure(asked.passes, asked.size, asked.only)
    parts = cost_per_decision("mau-mau", max(20, int(300 * asked.size)))
    if asked.json:
        told = {
            "seconds": found,
            "ratio": ratios(found),
            "ratio_by_processor": ratios(found, "processor"),
            "microseconds": {cost.part: cost.microseconds for cost in parts},
        }
        print(json.dumps(told))
        return
    print(table(found))
    print("\nmicroseconds a decision, part by part (mau-mau):")
    for cost in parts:
        print(f"  {cost.part:10} {cost.microseconds:6.2f}")


if __name__ == "__main__":
    main()
