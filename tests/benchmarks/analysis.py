"""Measure the analysis of games: `uv run python -m tests.benchmarks.analysis [--seconds N] [RULESET...]`.

For every ruleset, a `sampler` that spoils one decision in twenty (it plays the choice with the lowest win
chance in samples of its own) plays games against itself for N seconds of processor time. Seats that spoiled
something are analysed as they knew it, every third game also with open hands:

- spoiled: the area under the curve when the cost of a decision is used to tell spoiled from other decisions.
  Often the worst choice is as good as the best. Further samples, which only judge, find the real mistakes:
  those that lose more than two standard errors, and more than 4 % of win chance. Their area comes second;
- luck: the sum of a seat's luck, in standard errors from 0 (the worst seat);
- seconds of processor time to analyse a game with open hands.

`--store FOLDER` stores the measured games, to resume an interrupted run.
"""

import argparse
import math
import runpy
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any, Final

import maumau
from arena.analysis.calibration import Calibration, calibration_of
from arena.analysis.game import SURE, analyse
from arena.analysis.playouts import Playouts
from arena.record.format import Play
from arena.record.reader import GameLog, read_log
from arena.record.replay import replay
from arena.rules import ruleset, rulesets
from maumau import Choice, View
from maumau.search import Knowledge
from tests.benchmarks.stored import stored

SAMPLER: Final = Path(__file__).parents[2] / "example_bots" / "sampler" / "bot.py"
SPOILED: Final = 1 / 20
SAMPLES: Final = 32  # before the worst choice is taken
FURTHER: Final = 96  # to judge its loss
NOTE: Final = "spoiled"  # followed by the lost win chance and its standard error
MIN_ERROR: Final = 0.02  # few equal samples prove little
OPEN_EVERY: Final = 3  # games from one analysis with open hands to the next


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """The analyses of a game. `costs`: note and cost of each decision of the seats that spoiled something.

    `luck`: the changes of the seats' win chances by each random event. `open_seconds`: None without an
    analysis with open hands.
    """

    costs: tuple[tuple[str, float], ...]
    luck: tuple[tuple[float, ...], ...]
    open_seconds: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of a ruleset. Areas are None without such decisions."""

    key: str
    games: int
    spoiled: int
    area: float | None
    mistakes: int
    area_of_mistakes: float | None
    luck: float
    seconds: float


def measure(key: str, seconds: float, folder: Path | None) -> Measured:
    """Play and analyse games of a ruleset at its smallest table."""
    games = list(_games(key, seconds, folder))
    costs = [cost for game in games for cost in game.costs]
    other = [cost for note, cost in costs if not note.startswith(NOTE)]
    spoiled = [cost for note, cost in costs if note.startswith(NOTE)]
    mistakes = [cost for note, cost in costs if note.startswith(NOTE) and _is_mistake(note)]
    luck = [
        abs(sum(changes)) / math.sqrt(sum(change**2 for change in changes))
        for changes in zip(*(event for game in games for event in game.luck), strict=True)
    ]
    return Measured(
        key,
        len(games),
        len(spoiled),
        area_under_curve(spoiled, other),
        len(mistakes),
        area_under_curve(mistakes, other),
        max(luck),
        fmean(game.open_seconds for game in games if game.open_seconds is not None),
    )


def _games(key: str, seconds: float, folder: Path | None) -> Iterator[MeasuredGame]:
    spent, number = 0.0, 0
    while spent < seconds:
        game = stored(folder, f"{key} {number}", partial(measure_game, key, number))
        yield game
        spent += game.seconds
        number += 1


def measure_game(key: str, number: int) -> MeasuredGame:
    """Play and analyse a game."""
    begun, rules = process_time(), ruleset(key)
    bots = [_spoiler(calibration_of(rules))] * max(2, rules.players[0])
    (game,) = maumau.simulate(bots, rules.id, games=1, seed=f"{key} {number}").games
    log, is_open = read_log(game.log.encode()), number % OPEN_EVERY == 0
    started = process_time()
    luck = analyse(log).luck if is_open else ()
    open_seconds = process_time() - started if is_open else None
    notes = dict(_notes(log))
    costs = [
        (notes[decision.ply][1], decision.cost)
        for seat in sorted({seat for seat, note in notes.values() if note.startswith(NOTE)})
        for decision in analyse(log, seat).decisions
    ]
    return MeasuredGame(tuple(costs), tuple(one.change for one in luck), open_seconds, process_time() - begun)


def area_under_curve(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """Return the probability that a random positive value is above a random negative one; ties count half.

    Without values, return None.

    >>> area_under_curve([2, 1], [0, 1])
    0.875
    """
    if not positive or not negative:
        return None
    ranked = sorted(negative)
    wins = sum(bisect_left(ranked, one) + bisect_right(ranked, one) for one in positive) / 2
    return wins / len(positive) / len(negative)


def _spoiler(calibration: Calibration) -> type[maumau.Bot]:
    """Return the class of a `sampler` that plays its worst choice now and then, and notes it."""
    sampler: dict[str, Any] = runpy.run_path(str(SAMPLER), run_name="bot")

    base: Any = sampler["Sampler"]

    class Spoiler(base):  # type: ignore[misc]
        def choose(self, view: View) -> Choice:
            ways: list[Choice] = list(islice(sampler["ways_to_decide"](view), sampler["MAX_WAYS"]))
            if len(ways) == 1 or self.rng.random() >= SPOILED:
                return super().choose(view)  # type: ignore[no-any-return]
            sums = [sum(one) for one in self.chances(view, ways, SAMPLES)]
            worst, best = (ways[sums.index(extreme)] for extreme in (min(sums), max(sums)))
            pairs = zip(*self.chances(view, [best, worst], FURTHER), strict=True)
            lost = [one - other for one, other in pairs]
            self.note(f"{NOTE} {fmean(lost):.4f} {stdev(lost) / math.sqrt(FURTHER):.4f}")
            return worst

        def chances(self, view: View, ways: Sequence[Choice], samples: int) -> list[list[float]]:
            """Return this seat's win chance after each way, in each sample of the unseen cards."""
            knowledge = Knowledge(view)
            positions = [knowledge.sample(self.rng) for _ in range(samples)]
            playouts = Playouts(positions, str(self.rng.random()), calibration)
            return [[one[view.seat] for one in playouts.play(knowledge.action(way))] for way in ways]

    return Spoiler


def _notes(log: GameLog) -> Iterator[tuple[int, tuple[int, str]]]:
    """Yield each decision's ply, its seat and its note."""
    for ply in replay(log):
        if isinstance(ply.decision, Play):
            yield ply.number, (ply.decision.seat, ply.decision.note or "")


def _is_mistake(note: str) -> bool:
    """True if the note of a spoiled decision shows a significant loss."""
    _, lost, error = note.split()
    return float(lost) > SURE * max(float(error), MIN_ERROR)


def row(one: Measured) -> str:
    """Return a line of the table."""
    areas = ["–" if area is None else f"{area:.3f}" for area in (one.area, one.area_of_mistakes)]
    return (
        f"{one.key:24} {one.games:5} {one.spoiled:8} {areas[0]:>6} {one.mistakes:9} {areas[1]:>6}"
        f" {one.luck:5.2f} {one.seconds:7.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.analysis")
    parser.add_argument("rulesets", nargs="*", default=[one.key for one in rulesets()])
    parser.add_argument("--seconds", type=float, default=300, help="processor time for each ruleset")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--store", type=Path, help="folder for measured games")
    options = parser.parse_args()
    print(f"{'ruleset':24} games  spoiled   area  mistakes   area  luck  s/game")
    with ProcessPoolExecutor(options.jobs) as pool:
        work = partial(measure, seconds=options.seconds, folder=options.store)
        for one in pool.map(work, options.rulesets):
            print(row(one), flush=True)


if __name__ == "__main__":
    main()
