"""Calibrate win chances: `uv run python -m tests.benchmarks.calibration [--games N] [RULESET...] [--write]`.

For every ruleset, strong bots play N games, a fifth of them with four seats. A ruleset's `Calibration` is
fitted on all games. It is tested on unseen games: each half of the games by numbers that are fitted on the
other half. Predicted chances are sorted into tenths, and the mean prediction of each tenth is compared with
the mean result. `--store FOLDER` stores playouts, to resume an interrupted run; `--write` writes
arena/analysis/calibration.json.
"""

import argparse
import json
import math
import runpy
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final

import maumau
from arena.analysis.calibration import Calibration, version
from arena.analysis.chances import Chances, chances_between_deals, chances_of_places
from arena.analysis.playouts import Playouts, mean
from arena.record.reader import read_log
from arena.record.replay import replay
from arena.rules import Position, Ruleset, ruleset, rulesets
from maumau.search import play_out
from tests.benchmarks.stored import stored

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "arena" / "analysis" / "calibration.json"
BOT: Final = ROOT / "example_bots" / "counting" / "bot.py"  # the strongest example bot that is fast
SHARPNESSES: Final = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0)
EXPONENTS: Final = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.7, 2.0)
BLENDS: Final = (0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22, 0.26, 0.3)
PLAYOUTS: Final = 64  # for each position
CHUNK: Final = 50  # games that are stored together
LARGE: Final = 4  # seats of one table in five
TENTHS: Final = 10
TOLERANCE: Final = 0.03  # beside two standard errors


@dataclass(frozen=True, slots=True)
class Sample:
    """A random position of a played game. By sharpness: the raw chances of its playouts, and the
    log-likelihood of the game's result at the starts of its deals.
    """

    raw: dict[float, Chances]
    likelihood: dict[float, float]
    result: Chances


@dataclass(frozen=True, slots=True)
class Tenth:
    """The games in which a seat's predicted chance was in one tenth of 0 to 1."""

    predicted: float
    real: float
    error: float  # standard error of the difference, clustered by game
    seats: int

    @property
    def is_right(self) -> bool:
        return abs(self.predicted - self.real) <= TOLERANCE + 2 * self.error


@dataclass(frozen=True, slots=True)
class Fitted:
    """The result of a ruleset."""

    key: str
    games: int
    calibration: Calibration
    tenths: tuple[Tenth, ...]


def samples(key: str, first: int, games: int) -> list[Sample]:
    """Play games between `BOT`s, each with other cards; return a sample of each. `first`: its number."""
    bot = runpy.run_path(str(BOT), run_name="bot")["Counting"]
    return [_sample(ruleset(key), bot, number) for number in range(first, first + games)]


def _sample(rules: Ruleset, bot: type[maumau.Bot], number: int) -> Sample:
    fewest, most = rules.players
    seats = min(LARGE, most) if number % 5 == 4 else max(2, fewest)
    seed = f"{rules.key} {number}"
    (game,) = maumau.simulate([bot] * seats, rules.id, games=1, seed=seed).games
    at, deals = Random(seed).randrange(game.plies), list[Position]()
    again = replay(read_log(game.log.encode()))
    for ply in again:
        if ply.number == at:
            position = again.position.copy()
        if again.position.deal and again.position.ply == again.position.dealt and not again.over:
            deals.append(again.position.copy())
    ends = list(_ends(Playouts([position] * PLAYOUTS, seed, Calibration())))
    result = chances_of_places(again.outcome.places)
    sharpnesses = SHARPNESSES if rules.deals else (Calibration().sharpness,)
    return Sample(
        raw={one: mean(list(map(Playouts([], seed, Calibration(one)).chances, ends))) for one in sharpnesses},
        likelihood={
            one: sum(_log_likelihood(chances_between_deals(deal, one), result) for deal in deals)
            for one in sharpnesses
        },
        result=result,
    )


def _ends(playouts: Playouts) -> Iterator[Position]:
    for number in range(playouts.number):
        position, dealer, chance = playouts.start(None, number)
        play_out(position, dealer, chance)
        yield position


def fit(samples: Sequence[Sample]) -> Calibration:
    """Fit the numbers of a ruleset by maximum likelihood."""
    sharpness = max(samples[0].raw, key=lambda one: sum(sample.likelihood[one] for sample in samples))
    return max(
        (Calibration(sharpness, exponent, blend) for exponent in EXPONENTS for blend in BLENDS),
        key=lambda one: sum(_log_likelihood(predict(one, sample), sample.result) for sample in samples),
    )


def predict(calibration: Calibration, sample: Sample) -> Chances:
    """Return the calibrated chances of a sample's position."""
    return calibration.calibrate(sample.raw[calibration.sharpness], PLAYOUTS)


def fit_and_test(key: str, games: int, folder: Path | None) -> Fitted:
    """Fit a ruleset's numbers, and test each half of its games by numbers fitted on the other half."""
    chunks = [
        stored(folder, f"{key} {first}", partial(samples, key, first, CHUNK))
        for first in range(0, games, CHUNK)
    ]
    everything = list(chain(*chunks))
    halves = everything[::2], everything[1::2]
    tenths = in_tenths(
        [
            (predict(numbers, sample), sample.result)
            for fitted, tested in (halves, halves[::-1])
            for numbers in [fit(fitted)]
            for sample in tested
        ]
    )
    return Fitted(key, len(everything), replace(fit(everything), error=round(_error(tenths), 4)), tenths)


def in_tenths(predictions: Sequence[tuple[Chances, Chances]]) -> tuple[Tenth, ...]:
    """Compare predicted with real chances. `predictions`: for each game, both chances of each seat."""
    found = defaultdict[int, list[tuple[int, float, float]]](list)
    for game, (predicted, real) in enumerate(predictions):
        for one, won in zip(predicted, real, strict=True):
            found[min(TENTHS - 1, int(one * TENTHS))].append((game, one, won))
    return tuple(_tenth(some) for _, some in sorted(found.items()))


def _tenth(some: Sequence[tuple[int, float, float]]) -> Tenth:
    by_game = defaultdict[int, float](float)
    for game, one, won in some:
        by_game[game] += one - won
    return Tenth(
        fmean(one for _, one, _ in some),
        fmean(won for _, _, won in some),
        math.sqrt(sum(value**2 for value in by_game.values())) / len(some),
        len(some),
    )


def _error(tenths: Sequence[Tenth]) -> float:
    """Return the root mean square difference between predicted and real chances."""
    squares = sum(one.seats * (one.predicted - one.real) ** 2 for one in tenths)
    return math.sqrt(squares / sum(one.seats for one in tenths))


def _log_likelihood(predicted: Chances, won: Chances) -> float:
    return sum(share * math.log(max(one, 1e-9)) for one, share in zip(predicted, won, strict=True) if share)


def row(one: Fitted) -> str:
    """Return a line of the table: a ruleset's numbers, and predicted and real chances of each tenth."""
    tenths = "  ".join(
        f"{tenth.predicted:.2f}→{tenth.real:.2f}{'' if tenth.is_right else '!'}" for tenth in one.tenths
    )
    numbers = one.calibration
    return (
        f"{one.key:24} {one.games:5}  sharpness {numbers.sharpness:4}  exponent {numbers.exponent:3}"
        f"  blend {numbers.blend:4}  error {numbers.error:.3f}  {tenths}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.calibration")
    parser.add_argument("rulesets", nargs="*", default=[one.key for one in rulesets()])
    parser.add_argument("--games", type=int, default=2_000, help="games for each ruleset")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write arena/analysis/calibration.json")
    parser.add_argument("--store", type=Path, help="folder for playouts")
    options = parser.parse_args()
    numbers = json.loads(FILE.read_text())["rulesets"]  # rulesets that are not measured keep theirs
    with ProcessPoolExecutor(options.jobs) as pool:
        test = partial(fit_and_test, games=options.games, folder=options.store)
        for one in pool.map(test, options.rulesets):
            print(row(one), flush=True)
            numbers[ruleset(one.key).key] = asdict(one.calibration)
    if options.write:
        FILE.write_text(json.dumps({"version": version() + 1, "rulesets": numbers}, indent=1) + "\n")


if __name__ == "__main__":
    main()
