"""Measure the analysis of games: `uv run python -m tests.benchmarks.analysis [--games N] [RULESET...]`.

For every ruleset, a `sampler` that spoils one decision in twenty (it plays the choice that it rates worst)
plays N games against itself. Each game is analysed with open hands and as every seat knew it:

- spoiled: the area under the curve when the cost of a decision is used to tell spoiled from other decisions;
- luck: the mean sum of a seat's luck, in standard errors from 0 (the worst seat);
- seconds of processor time to analyse a game with open hands.
"""

import argparse
import math
import runpy
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any, Final

import maumau
from arena.analysis.game import analyse
from arena.record.format import Play
from arena.record.reader import GameLog, read_log
from arena.record.replay import replay
from arena.rules import ruleset, rulesets
from maumau import Choice, View

SAMPLER: Final = Path(__file__).parents[2] / "example_bots" / "sampler" / "bot.py"
SPOILED: Final = 1 / 20
SAMPLES: Final = 32  # before the worst choice is taken
NOTE: Final = "spoiled"


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of a ruleset."""

    key: str
    spoiled: int
    area: float
    luck: float
    seconds: float


def measure(key: str, games: int) -> Measured:
    """Play and analyse games of a ruleset at its smallest table."""
    seats = max(2, ruleset(key).players[0])
    costs: dict[bool, list[float]] = {True: [], False: []}
    luck, seconds = list[tuple[float, ...]](), list[float]()
    for game in maumau.simulate([_spoiler()] * seats, key.partition("@")[0], games, seed=1).games:
        log = read_log(game.log.encode())
        started = process_time()
        found = analyse(log)
        seconds.append(process_time() - started)
        luck.append(tuple(sum(one.change[seat] for one in found.luck) for seat in range(seats)))
        spoiled = _spoiled(log)
        for seat in range(seats):
            for decision in analyse(log, seat).decisions:
                costs[decision.ply in spoiled].append(decision.cost)
    worst = max(abs(fmean(one)) / (stdev(one) / math.sqrt(games)) for one in zip(*luck, strict=True))
    return Measured(key, len(costs[True]), area_under_curve(costs[True], costs[False]), worst, fmean(seconds))


def area_under_curve(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return the probability that a random positive value is above a random negative one; ties count half.

    >>> area_under_curve([2, 1], [0, 1])
    0.875
    """
    ranked = sorted(negative)
    wins = sum(bisect_left(ranked, one) + bisect_right(ranked, one) for one in positive) / 2
    return wins / len(positive) / len(negative)


def _spoiler() -> type[maumau.Bot]:
    """Return the class of a `sampler` that plays its worst choice now and then, and notes it."""
    sampler: dict[str, Any] = runpy.run_path(str(SAMPLER), run_name="bot")

    base: Any = sampler["Sampler"]

    class Spoiler(base):  # type: ignore[misc]
        def choose(self, view: View) -> Choice:
            ways = list(islice(sampler["ways_to_decide"](view), sampler["MAX_WAYS"]))
            if len(ways) == 1 or self.rng.random() >= SPOILED:
                return super().choose(view)  # type: ignore[no-any-return]
            race = sampler["Race"](view, ways, self.rng)
            for _ in range(SAMPLES):
                race.sample(math.inf)
            self.note(NOTE)
            choice: Choice = ways[min(range(len(ways)), key=lambda way: sum(race.scores[way]))]
            return choice

    return Spoiler


def _spoiled(log: GameLog) -> set[int]:
    """Return the plies of spoiled decisions."""
    return {ply.number for ply in replay(log) if isinstance(ply.decision, Play) and ply.decision.note == NOTE}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.analysis")
    parser.add_argument("rulesets", nargs="*", default=[one.key for one in rulesets()])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    print(f"{'ruleset':24} {'spoiled':>8} {'area':>6} {'luck':>6} {'s/game':>7}")
    with ProcessPoolExecutor(options.jobs) as pool:
        for one in pool.map(measure, options.rulesets, [options.games] * len(options.rulesets)):
            print(
                f"{one.key:24} {one.spoiled:8} {one.area:6.3f} {one.luck:6.2f} {one.seconds:7.2f}", flush=True
            )


if __name__ == "__main__":
    main()
