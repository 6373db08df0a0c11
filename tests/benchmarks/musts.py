"""What is promised of the speed: `uv run python -m tests.benchmarks.musts [--json] [--passes N] [--size S]`.
With `--compiled` the same of the arena compiled, in an environment made for it.

Each measure is taken so many times, its floor and itself in turns, and what counts is the median; the table
says what must be reached and what is wanted. Measures with `docker` in their name need an engine, those with
OpenSpiel the group `oracles`: without them they are left out, and named.
"""

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from arena.rules import rulesets
from arena.sandbox.protocol import Unavailable
from arena.service.errors import RunError
from tests.benchmarks import engine, logs
from tests.benchmarks.cores import only_cores
from tests.benchmarks.floor import cost_of_a_round_trip
from tests.benchmarks.overnight import night
from tests.benchmarks.registering import seconds_until_registered
from tests.benchmarks.scaling import two_beside_one
from tests.benchmarks.split import cost_per_decision
from tests.benchmarks.spread import spread
from tests.benchmarks.stack import cost_of_a_decision, decisions_per_second
from tests.benchmarks.starting import seconds_to_the_first_decision
from tests.project.installed import Compiled

if TYPE_CHECKING:
    from arena.record.match import MatchRecord

MOST: Final = "at most"
LEAST: Final = "at least"


# What must be reached, and what is wanted.
PROMISED: Final = {
    "engine, crazy_eights ÷ OpenSpiel's Python interface": ("×", LEAST, 1.0, 2.0),
    "slowest ruleset ÷ mau-mau, per decision": ("×", LEAST, 0.5, 0.7),
    "full stack, 1 in flight ÷ ping-pong": ("×", LEAST, 0.65, 0.80),
    "full stack, 64 in flight ÷ ping-pong": ("×", LEAST, 7, 10),
    "full stack, 256 in flight ÷ ping-pong": ("×", LEAST, 12, 18),
    "two match processes on two cores ÷ one on one": ("×", LEAST, 1.6, 1.8),
    "docker ÷ process, 64 in flight": ("×", LEAST, 0.9, 0.95),
    "to the first decision, process": ("s", MOST, 0.6, 0.4),
    "to the first decision, docker": ("s", MOST, 1.0, 0.7),
    "to the registration of a bot, process": ("s", MOST, 20, 15),
    "to the registration of a bot, docker": ("s", MOST, 40, 25),
    "log kept per decision": ("bytes", MOST, 12, 10),
    "logs on ÷ logs off, 64 in flight": ("×", LEAST, 0.8, 0.9),
    "verify ÷ play, engine only": ("×", LEAST, 0.5, 0.8),
    "coordinator over 100,000 games": ("MB", MOST, 250, 250),
}


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure to reach. `take` gives one pass of it; what it needs and has not is an error of `MISSING`."""

    name: str
    unit: str
    bound: str
    must: float
    goal: float
    take: Callable[[], float]

    def reached(self, figure: float, wanted: float) -> bool:
        return figure <= wanted if self.bound is MOST else figure >= wanted


_PASSES: Final = 3  # of all rulesets in one of ours
MISSING: Final = (ImportError, RunError, Unavailable)


def measures(size: float) -> tuple[Measure, ...]:
    """All of them; `size` scales how long each takes."""

    def many(count: int) -> int:
        return max(2, int(count * size))

    @cache
    def greedy() -> "MatchRecord":
        return logs.greedy_match(many(100))

    def stack(in_flight: int, boards: int) -> Callable[[], float]:
        return lambda: _beside_ping_pong(in_flight, many(boards), many(15_000))

    takes: dict[str, Callable[[], float]] = {
        "engine, crazy_eights ÷ OpenSpiel's Python interface": lambda: _spiel(many(50_000)),
        "slowest ruleset ÷ mau-mau, per decision": lambda: _slowest(many(20_000)),
        "full stack, 1 in flight ÷ ping-pong": stack(1, 400),
        "full stack, 64 in flight ÷ ping-pong": stack(64, 500),
        "full stack, 256 in flight ÷ ping-pong": stack(256, 800),
        "two match processes on two cores ÷ one on one": lambda: two_beside_one(many(500)),
        "docker ÷ process, 64 in flight": lambda: _contained(many(1000)),
        "to the first decision, process": seconds_to_the_first_decision,
        "to the first decision, docker": lambda: seconds_to_the_first_decision("docker"),
        "to the registration of a bot, process": seconds_until_registered,
        "to the registration of a bot, docker": lambda: seconds_until_registered("docker"),
        "log kept per decision": lambda: logs.bytes_a_decision(greedy()),
        "logs on ÷ logs off, 64 in flight": lambda: _unlogged(many(100), many(500)),
        "verify ÷ play, engine only": lambda: logs.verify_beside_play(greedy()),
        "coordinator over 100,000 games": lambda: max(night(many(100_000)).megabytes),
    }
    return tuple(Measure(name, *PROMISED[name], take) for name, take in takes.items())


def measure(passes: int, size: float, only: str) -> dict[Measure, list[float]]:
    """One figure for each pass of each measure; none of those that cannot be taken here."""
    wanted = [one for one in measures(size) if only in one.name]
    found: dict[Measure, list[float]] = {one: [] for one in wanted}
    for number in range(passes):
        print(f"pass {number + 1} of {passes}", file=sys.stderr)
        for one in wanted:
            try:
                found[one].append(one.take())
            except MISSING as reason:
                print(f"{one.name}: {reason}", file=sys.stderr)
    return found


def table(found: dict[Measure, list[float]]) -> str:
    """The measures in Markdown."""
    lines = ["| measure | must | goal | is | |", "|---|---|---|---|---|"]
    for one, figures in found.items():
        shown = spread(figures) if figures else "–"
        bounds = f"{one.bound} {one.must:g} {one.unit} | {one.goal:g}"
        lines.append(f"| {one.name} | {bounds} | {shown} | {_verdict(one, figures)} |")
    return "\n".join(lines)


def _verdict(one: Measure, figures: list[float]) -> str:
    if not figures:
        return "not taken"
    middle = statistics.median(figures)
    return "goal" if one.reached(middle, one.goal) else "met" if one.reached(middle, one.must) else "missed"


# ---- one pass of each ----


def _beside_ping_pong(in_flight: int, boards: int, round_trips: int) -> float:
    """On one core, by its processor's time."""
    with only_cores(1):
        floor = cost_of_a_round_trip(round_trips)
        return floor.processor / cost_of_a_decision("mau-mau", in_flight, boards).processor


def _spiel(decisions: int) -> float:
    found = engine.measure(1, decisions, 2, "crazy")
    by_row = engine.ratios(found)
    if engine.SPIEL not in by_row:
        raise ImportError("OpenSpiel is not installed: uv sync --group oracles")
    return by_row[engine.SPIEL][0] / by_row["crazy-eights"][0]


def _slowest(decisions: int) -> float:
    """By each ruleset's median: of so many single figures the worst is that of a hitch, not of a ruleset."""
    by_row = engine.ratios(engine.measure(_PASSES, decisions, 2, ""))
    return 1 / max(statistics.median(by_row[one.id]) for one in rulesets())


def _contained(boards: int) -> float:
    return decisions_per_second("mau-mau", 64, boards, "docker") / decisions_per_second("mau-mau", 64, boards)


def _unlogged(games: int, boards: int) -> float:
    """What a decision costs without its log ÷ with it: with it as a whole, the log alone in one process."""
    with only_cores(1):
        costs = {cost.part: cost.microseconds for cost in cost_per_decision("mau-mau", games)}
        return 1 - costs["log"] / (cost_of_a_decision("mau-mau", 64, boards).processor * 1e6)


def _compiled(arguments: list[str]) -> int:
    """The same with the arena compiled."""
    with TemporaryDirectory() as folder:
        installed = Compiled(Path(folder))
        command = (str(installed.interpreter), "-m", __spec__.name, *arguments)
        return subprocess.run(command, cwd=folder, check=False).returncode


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="all figures as JSON on stdout")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--size", type=float, default=1.0, help="how long each takes")
    parser.add_argument("--only", default="", help="measures with these words in their name")
    parser.add_argument("--compiled", action="store_true", help="of what ARENA_COMPILE=1 builds")
    asked = parser.parse_args()
    if asked.compiled:
        sys.exit(_compiled([argument for argument in sys.argv[1:] if argument != "--compiled"]))
    found = measure(asked.passes, asked.size, asked.only)
    print(json.dumps({one.name: figures for one, figures in found.items()}) if asked.json else table(found))


if __name__ == "__main__":
    main()
