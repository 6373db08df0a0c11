"""Calibrate win chances: `uv run python -m tests.benchmarks.calibration [--games N] [RULESET...] [--write]`.

For every ruleset, strong bots play N games on which the numbers of its `Calibration` are fitted, and N
other games on which the result is tested: predicted chances are sorted into tenths, and the mean prediction
of each tenth is compared with the mean result. `--write` writes arena/analysis/calibration.json.
"""

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
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
from arena.rules import Position, ruleset, rulesets

FILE: Final = Path(__file__).parents[2] / "arena" / "analysis" / "calibration.json"
BOT: Final = "counting"  # the strongest example bot that is fast
SHARPNESSES: Final = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0)
EXPONENTS: Final = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.7, 2.0)
BLENDS: Final = (0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22)
PLAYOUTS: Final = 64  # for each position
TENTHS: Final = 10
TOLERANCE: Final = 0.03  # beside two standard errors


@dataclass(frozen=True, slots=True)
class Game:
    """A position of a played game, the starts of its deals, and who won."""

    position: Position
    deals: tuple[Position, ...]
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
    seats: int
    calibration: Calibration
    tenths: tuple[Tenth, ...]


def played(key: str, games: int, seed: str) -> Iterator[Game]:
    """Play games between `BOT`s at the smallest table; yield one random position of each."""
    seats = max(2, ruleset(key).players[0])
    chance = Random(seed)
    for game in maumau.simulate([BOT] * seats, key.partition("@")[0], games=games, seed=seed).games:
        at, deals, position = chance.randrange(game.plies), list[Position](), None
        again = replay(read_log(game.log.encode()))
        for ply in again:
            if ply.number == at:
                position = again.position.copy()
            if again.position.deal and again.position.ply == again.position.dealt and not again.over:
                deals.append(again.position.copy())
        assert position is not None
        yield Game(position, tuple(deals), chances_of_places(again.outcome.places))


def fit(key: str, games: int) -> Fitted:
    """Fit a ruleset's numbers by maximum likelihood, and test them on unseen games."""
    seen = list(played(key, games, f"{key} fit"))
    deals = [(deal, game.result) for game in seen for deal in game.deals]
    sharpness = max(
        SHARPNESSES,
        key=lambda one: sum(_log_likelihood(chances_between_deals(deal, one), won) for deal, won in deals),
    )
    raw = [(raw_chances(one, sharpness), one) for one in seen]
    calibration = max(
        (Calibration(sharpness, exponent, blend) for exponent in EXPONENTS for blend in BLENDS),
        key=lambda one: sum(
            _log_likelihood(one.calibrate(chances, PLAYOUTS), game.result) for chances, game in raw
        ),
    )
    predictions = [
        (calibration.calibrate(raw_chances(one, sharpness), PLAYOUTS), one.result)
        for one in played(key, games, f"{key} test")
    ]
    tenths = tuple(in_tenths(predictions))
    error = math.sqrt(
        sum(one.seats * (one.predicted - one.real) ** 2 for one in tenths) / sum(one.seats for one in tenths)
    )
    return Fitted(key, len(raw[0][0]), replace(calibration, error=round(error, 4)), tenths)


def raw_chances(game: Game, sharpness: float) -> Chances:
    """Return the mean chances of playouts from a game's position, not calibrated."""
    return mean(Playouts([game.position] * PLAYOUTS, "calibration", Calibration(sharpness)).play())


def in_tenths(predictions: Sequence[tuple[Chances, Chances]]) -> Iterator[Tenth]:
    """Compare predicted with real chances. `predictions`: for each game, both chances of each seat."""
    found = defaultdict[int, list[tuple[int, float, float]]](list)
    for game, (predicted, real) in enumerate(predictions):
        for one, won in zip(predicted, real, strict=True):
            found[min(TENTHS - 1, int(one * TENTHS))].append((game, one, won))
    for _, some in sorted(found.items()):
        by_game = defaultdict[int, float](float)
        for game, one, won in some:
            by_game[game] += one - won
        yield Tenth(
            fmean(one for _, one, _ in some),
            fmean(won for _, _, won in some),
            math.sqrt(sum(value**2 for value in by_game.values())) / len(some),
            len(some),
        )


def _log_likelihood(predicted: Chances, won: Chances) -> float:
    return sum(share * math.log(max(one, 1e-9)) for one, share in zip(predicted, won, strict=True) if share)


def row(one: Fitted) -> str:
    """Return a line of the table: a ruleset's numbers, and predicted and real chances of each tenth."""
    tenths = "  ".join(
        f"{tenth.predicted:.2f}→{tenth.real:.2f}{'' if tenth.is_right else '!'}" for tenth in one.tenths
    )
    numbers = one.calibration
    return (
        f"{one.key:24} {one.seats}  sharpness {numbers.sharpness:4}  exponent {numbers.exponent:3}"
        f"  blend {numbers.blend:4}  error {numbers.error:.3f}  {tenths}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.calibration")
    parser.add_argument("rulesets", nargs="*", default=[one.key for one in rulesets()])
    parser.add_argument("--games", type=int, default=2_000, help="games to fit, and as many to test")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write arena/analysis/calibration.json")
    options = parser.parse_args()
    numbers = dict[str, dict[str, float | None]]()
    with ProcessPoolExecutor(options.jobs) as pool:
        for one in pool.map(fit, options.rulesets, [options.games] * len(options.rulesets)):
            print(row(one), flush=True)
            numbers[one.key] = asdict(one.calibration)
    if options.write:
        FILE.write_text(json.dumps({"version": version() + 1, "rulesets": numbers}, indent=1) + "\n")


if __name__ == "__main__":
    main()
