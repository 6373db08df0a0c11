"""Swiss system for tables of three to five: by score order, with swaps against meeting again.

Bots are put in the order of their points, equal ones at random, and cut into tables of k and k - 1. Then bots
of tables near each other change places as long as that lowers

    100 × earlier meetings of those who sit together + squares of points' distances from the table's mean.

It is a heuristic: the round says how many meet again and how far apart in points a table is. Match scores,
(k - place) / (k - 1), make a table of three comparable with one of four.
"""

import hmac
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final

from arena.tournament.history import Bye, ByeKind, History, check
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.score import mean

MIN_SEATS: Final = 3
SWAPS: Final = 4000
SWAPS_A_TABLE: Final = 160
NEAR: Final = 3  # tables apart
AGAIN: Final = 100  # what one earlier meeting weighs against a point² of distance

Met = Mapping[tuple[int, int], int]  # how often two have sat at one table


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round as paired, and how good it is."""

    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]  # half a point, what a table gives on average; only where n cannot be cut
    meetings: int  # twos that sit together
    repeats: int  # of these, who have before
    mean_range: Fraction  # points between the first and the last of a table, the mean over tables


def table_sizes(bots: int, seats: int) -> tuple[int, ...]:
    """How a field is cut into tables of k and k - 1: few byes, then few small tables, these last.

    What is left over has a bye. Raises PairingImpossible under three seats and for fields that fill no table.

    >>> table_sizes(14, 4), table_sizes(5, 4)
    ((4, 4, 3, 3), (4,))
    """
    if seats < MIN_SEATS:
        raise PairingImpossible("tables have at least three seats; for two play a Swiss")
    for seated in range(bots, 0, -1):
        for small in range(seats):
            full, rest = divmod(seated - small * (seats - 1), seats)
            if full >= 0 and rest == 0:
                return (seats,) * full + (seats - 1,) * small
    raise PairingImpossible(f"{bots} bots fill no table of {seats} or {seats - 1}: enter more")


def swiss_table_round(history: History, seats: int, seed: bytes) -> TableRound:
    """Pair the coming round at tables of `seats` and one less.

    `seed`: the key that the order of equals and the swaps are drawn from, with the number of the round; the
    same history and seed give the same round. Byes go to the lowest of those who had the fewest.
    Raises BadHistory and PairingImpossible.
    """
    check(history)
    present = history.present()
    sizes = table_sizes(len(present), seats)
    rng = Random(hmac.digest(seed, str(history.coming).encode("ascii"), "sha256"))
    points = history.points()
    order = sorted(present, key=lambda bot: (-points[bot], rng.random()))
    byes = _byes(history, order, len(present) - sum(sizes))
    tables = _cut([bot for bot in order if bot not in byes], sizes)
    met = _met(history)
    _swap(tables, {bot: float(points[bot]) for bot in present}, met, rng)
    pairings = tuple(
        Pairing(history.coming, number, tuple(sorted(table, key=order.index)))
        for number, table in enumerate(tables, 1)
    )
    return TableRound(
        pairings=pairings,
        byes=tuple(Bye(history.coming, bot, ByeKind.HALF) for bot in sorted(byes)),
        meetings=sum(len(table) * (len(table) - 1) // 2 for table in tables),
        repeats=sum(pair in met for table in tables for pair in combinations(sorted(table), 2)),
        mean_range=mean(_range([points[bot] for bot in table]) for table in tables),
    )


def _byes(history: History, order: Sequence[int], number: int) -> frozenset[int]:
    had = Counter(bye.bot for bye in history.byes)
    place = {bot: index for index, bot in enumerate(order)}
    return frozenset(sorted(order, key=lambda bot: (had[bot], -place[bot]))[:number])


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    starts = [sum(sizes[:index]) for index in range(len(sizes))]
    return [list(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def _met(history: History) -> Met:
    return Counter(pair for pairing in history.pairings for pair in combinations(sorted(pairing.bots), 2))


def _range(points: Sequence[Fraction]) -> Fraction:
    return max(points) - min(points)


def _swap(tables: list[list[int]], points: Mapping[int, float], met: Met, rng: Random) -> None:
    """Change two bots of tables near each other where that is better, many times."""
    if len(tables) == 1:
        return
    costs = [_cost(table, points, met) for table in tables]
    for _ in range(max(SWAPS, SWAPS_A_TABLE * len(tables))):
        one = _draw(rng, len(tables))
        other = max(0, one - NEAR) + _draw(rng, min(len(tables), one + NEAR + 1) - max(0, one - NEAR))
        if one == other:
            continue
        here, there = tables[one], tables[other]
        i, j = _draw(rng, len(here)), _draw(rng, len(there))
        here[i], there[j] = there[j], here[i]
        changed = _cost(here, points, met), _cost(there, points, met)
        if sum(changed) < costs[one] + costs[other]:
            costs[one], costs[other] = changed
        else:
            here[i], there[j] = there[j], here[i]


def _draw(rng: Random, below: int) -> int:
    return int(rng.random() * below)  # the one method whose values stay the same in all versions of Python


def _cost(table: Sequence[int], points: Mapping[int, float], met: Met) -> float:
    middle = sum(points[bot] for bot in table) / len(table)
    apart = sum((points[bot] - middle) ** 2 for bot in table)
    return apart + AGAIN * sum(met.get((min(pair), max(pair)), 0) for pair in combinations(table, 2))
