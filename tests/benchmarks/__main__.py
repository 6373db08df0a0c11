"""One table of ratios: `uv run python -m tests.benchmarks [--json] [--passes N] [--only WORDS]`.

Referee and bots share one core, because unpinned figures scatter by a third. Floor and subjects are measured
in
turns, pass by pass, and what counts is the median of each pass's ratio to its own floor.
"""

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable

from tests.benchmarks.floor import ping_pong
from tests.benchmarks.split import cost_per_decision
from tests.benchmarks.stack import decisions_per_second

FLOOR = "gRPC ping-pong, one message in flight"


def subjects(size: float) -> dict[str, Callable[[], float]]:
    """What is measured beside the floor, in decisions a second; `size` scales how long each takes."""

    def stack(ruleset: str, in_flight: int, boards: int) -> Callable[[], float]:
        count = max(2, int(boards * size))
        return lambda: decisions_per_second(ruleset, "first_legal", in_flight, count)

    return {
        "mau-mau, 1 game in flight": stack("mau-mau", 1, 40),
        "mau-mau, 64 games in flight": stack("mau-mau", 64, 1000),
        "detailed, 64 games in flight": stack("detailed", 64, 200),
        "mau-mau, 256 games in flight": stack("mau-mau", 256, 1500),
    }


def measure(passes: int, size: float, only: str) -> dict[str, list[float]]:
    """Decisions a second by row, one figure for each pass, the floor first."""
    wanted = {name: work for name, work in subjects(size).items() if only in name}
    rows: dict[str, Callable[[], float]] = {FLOOR: lambda: ping_pong(int(10_000 * size)), **wanted}
    found: dict[str, list[float]] = {name: [] for name in rows}
    for number in range(passes):
        print(f"pass {number + 1} of {passes}", file=sys.stderr)
        for name, work in rows.items():
            found[name].append(work())
    return found


def ratios(found: dict[str, list[float]]) -> dict[str, list[float]]:
    """Each row ÷ the floor of the same pass."""
    return {
        name: [figure / floor for figure, floor in zip(figures, found[FLOOR], strict=True)]
        for name, figures in found.items()
    }


def table(found: dict[str, list[float]]) -> str:
    """The rows as text: median and range of decisions a second, median and range of the ratio."""
    lines = [f"{'one core':32} {'decisions/s':>24} {'÷ floor':>20}"]
    for name, by_pass in ratios(found).items():
        lines.append(f"{name:32} {_spread(found[name], 0):>24} {_spread(by_pass, 2):>20}")
    return "\n".join(lines)


def _spread(figures: list[float], decimals: int) -> str:
    middle, low, high = statistics.median(figures), min(figures), max(figures)
    return f"{middle:,.{decimals}f} [{low:,.{decimals}f}–{high:,.{decimals}f}]"


def main() -> None:
    """Measure and print."""
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
        costs = {cost.part: cost.microseconds for cost in parts}
        print(json.dumps({"decisions_per_second": found, "ratio": ratios(found), "microseconds": costs}))
        return
    print(table(found))
    print("\nmicroseconds a decision, part by part (mau-mau):")
    for cost in parts:
        print(f"  {cost.part:10} {cost.microseconds:6.2f}")


if __name__ == "__main__":
    main()
