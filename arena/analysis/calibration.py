"""Calibrate playouts: convert their mean results to win chances that match the results of strong bots.

The numbers are data, `calibration.json`; `python -m tests.benchmarks.calibration` computes them again.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from arena.analysis.chances import Chances, normalize
from arena.rules import Ruleset

FILE: Final = "calibration.json"
_SEATS_POWER: Final = -0.2  # fitted on all rulesets with 2 and 4 seats
_PRIOR: Final = 0.5  # weight of equal chances, in playouts: no estimate is exactly 0 or 1


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted numbers that calibrate the win chances of a ruleset."""

    sharpness: float = 4.0  # see `chances_between_deals`
    exponent: float = 1.0  # raw chances are raised to this power
    # Then they are blended with equal chances, which have this weight: bots also lose games that the
    # policy of the playouts always wins. Both numbers are for two seats: see `calibrate`.
    blend: float = 0.1
    # Root mean square difference between predicted and real chances, over tenths; None if the ruleset was not
    # calibrated (house rules).
    error: float | None = None

    def calibrate(self, raw: Chances, playouts: int) -> Chances:
        """Return the calibrated win chances. `raw`: each seat's mean result in `playouts` playouts.

        Playouts are less reliable with more seats, so the calibrated chances are then closer to equal.
        """
        seats = len(raw)
        floor, exponent = _PRIOR / seats, self.exponent * (seats / 2) ** _SEATS_POWER
        powers = normalize([((one * playouts + floor) / (playouts + _PRIOR)) ** exponent for one in raw])
        weight = self.blend * (2 - 2 / seats)
        return tuple((1 - weight) * one + weight / seats for one in powers)


def calibration_of(ruleset: Ruleset) -> Calibration:
    """Return the calibration of a ruleset; for house rules, the default."""
    return _calibrations().get(ruleset.key, Calibration())


def version() -> int:
    """Return the version of the calibration. Stored analyses of another version are out of date."""
    number: int = _data()["version"]
    return number


@cache
def _calibrations() -> dict[str, Calibration]:
    return {key: Calibration(**numbers) for key, numbers in _data()["rulesets"].items()}


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((files(__package__) / FILE).read_text())
    return data
