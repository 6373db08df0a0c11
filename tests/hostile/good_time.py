"""How much time a good bot may be charged next to an attack: as much as without it.

Two bounds for each game: beyond its own thinking its answers take at most `MAX_MS`; and it is charged at
most `MAX_RATIO` times as much per decision as in the same match without the attack. Games below
`MIN_COMPARED_MS` are not compared, because there the machine's own delays are longer than the game.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass

MAX_MS = 500.0
MAX_RATIO = 3.0
MIN_COMPARED_MS = 100.0
SEATS = 2
HAS_CORES = len(os.sched_getaffinity(0)) >= SEATS + 1


@dataclass(frozen=True, slots=True)
class Charge:
    """The charge for a bot in one game; `thinking_ms`: its own time for each decision."""

    decisions: int
    ms: float
    thinking_ms: float = 0.0

    @property
    def extra_ms(self) -> float:
        """The charge beyond its own thinking."""
        return self.ms - self.decisions * self.thinking_ms


def ms_per_decision(charges: Iterable[Charge]) -> float:
    """Return the mean over the games of a match without an attack."""
    games = [*charges]
    return sum(one.ms for one in games) / max(1, sum(one.decisions for one in games))


def is_charged_fairly(charge: Charge, reference_ms: float, late_ms: float = 0.0) -> bool:
    """True if a game is within both bounds.

    `reference_ms`: for each decision, without the attack. `late_ms`: by which the machine itself was late.
    """
    most = max(MIN_COMPARED_MS, MAX_RATIO * reference_ms * charge.decisions)
    return charge.extra_ms <= MAX_MS + late_ms and charge.ms <= most + late_ms
