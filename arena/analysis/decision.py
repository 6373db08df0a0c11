"""Compare the possible actions at a decision by playouts on the same cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import stdev
from typing import Final

from arena.analysis.chances import Chances
from arena.analysis.playouts import Playouts, mean
from arena.rules import Action

_FIRST: Final = 4  # after 1/4 of the playouts, only the best ways are played on
_KEPT: Final = 3


@dataclass(frozen=True, slots=True)
class ComparedWays:
    """The comparison of possible actions, from the view of the seat that decides.

    `chances`: the seat's win chance after each of the best actions and the played one. `raw`: all seats' mean
    results after the played action, not calibrated. `best`: the action with the highest win chance. `cost`:
    the win chance that the played action loses compared with it. `error`: the cost's standard error.
    """

    chances: dict[Action, float]
    raw: Chances
    best: Action
    cost: float
    error: float


def compare(ways: Sequence[Action], played: Action, seat: int, playouts: Playouts) -> ComparedWays:
    """Compare the possible actions `ways` of a seat by playouts on the same cards.

    One half of the playouts chooses the best action. The other half measures how much win chance the action
    `played` loses against it (the cost). Then the halves swap, and the two costs are averaged. If the same
    playouts did both, noise would make the cost too high.
    """
    number = playouts.number
    results = {way: playouts.play(way, range(number // _FIRST)) for way in ways}
    if len(ways) > _KEPT:
        ranked = sorted(ways, key=lambda way: -mean(results[way])[seat])
        results = {way: results[way] for way in dict.fromkeys([*ranked[:_KEPT], played])}
    for way in results:
        results[way] += playouts.play(way, range(number // _FIRST, number))

    def chance(way: Action, part: slice) -> float:
        some = results[way][part]
        return playouts.calibrate(mean(some), len(some))[seat]

    everything, halves = slice(None), (slice(0, None, 2), slice(1, None, 2))
    costs = []
    for choosing, measuring in (halves, halves[::-1]):
        best = max(results, key=lambda way: chance(way, choosing))
        costs.append(chance(best, measuring) - chance(played, measuring))
    best = max(results, key=lambda way: chance(way, everything))
    differences = [a[seat] - b[seat] for a, b in zip(results[best], results[played], strict=True)]
    return ComparedWays(
        chances={way: chance(way, everything) for way in results},
        raw=mean(results[played]),
        best=best,
        cost=max(0.0, sum(costs) / 2) if best != played else 0.0,
        error=stdev(differences) / sqrt(number),
    )
