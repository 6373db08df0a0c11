"""Containers beside plain processes: `uv run python -m tests.benchmarks.runners [--passes N]`.

Both on all cores, in turns: decisions a second once a match is going, with 64 games in flight, and the time
of a match of one board, which is nearly all start-up: two bots, twice.
"""

import argparse
import statistics
import sys

from tests.benchmarks.stack import decisions_per_second, match, own_bot, timed

RUNNERS = ("process", "docker")


def measure(passes: int, boards: int) -> dict[str, dict[str, list[float]]]:
    """Return both figures by runner, one per pass."""
    speed: dict[str, list[float]] = {runner: [] for runner in RUNNERS}
    start: dict[str, list[float]] = {runner: [] for runner in RUNNERS}
    for number in range(passes):
        print(f"pass {number + 1} of {passes}", file=sys.stderr)
        for runner in RUNNERS:
            start[runner].append(_one_board(runner))
            speed[runner].append(decisions_per_second("mau-mau", 64, boards, runner))
    return {"decisions a second": speed, "seconds of one board": start}


def _one_board(runner: str) -> float:
    return timed(match("mau-mau", own_bot("first_legal"), 64, 1, runner))[0].clock


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--boards", type=int, default=2000)
    asked = parser.parse_args()
    print(f"{'all cores':22} {'process':>10} {'docker':>10} {'docker ÷ process':>18}")
    for name, found in measure(asked.passes, asked.boards).items():
        pairs = zip(found["docker"], found["process"], strict=True)
        ratio = statistics.median(docker / process for docker, process in pairs)
        medians = [f"{statistics.median(found[runner]):10,.2f}" for runner in RUNNERS]
        print(f"{name:22} {' '.join(medians)} {ratio:18.2f}")


if __name__ == "__main__":
    main()
