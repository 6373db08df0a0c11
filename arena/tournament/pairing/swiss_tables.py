"""Pair a Swiss tournament at tables of three to five bots: sort the bots by points, then swap some of them.

Bots with equal points are in random order. The sorted list is cut into tables of k and k - 1 bots. Random
swaps between nearby tables then lower the total cost. Each earlier meeting of two bots at a table costs 100.
Each bot costs the squared difference between its points and the table's mean.
"""

import hmac
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final

from arena.tournament.history import Bye, ByeKind, History, check_history
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.results import mean

MIN_SEATS: Final = 3
MIN_SWAPS: Final = 4000
SWAPS_PER_TABLE: Final = 160
MAX_DISTANCE: Final = 3  # between two tables that swap bots
MEETING_COST: Final = 100  # cost of an earlier meeting; a squared point of distance costs 1

Meetings = Mapping[tuple[int, int], int]  # the number of times that a pair has met


@dataclass(frozen=True, slots=True)
class TableFit:
    """The quality of a Swiss round's tables: how many pairs met before, and how close their points are."""

    meetings: int  # pairs of bots at the same table
    repeats: int  # those of the pairs that met before under this ruleset
    mean_range: float  # points of a table's best bot minus those of its worst, mean over the tables


def table_sizes(bots: int, seats: int) -> tuple[int, ...]:
    """Return the sizes of the tables for this number of bots, the larger first: `seats` or one less.

    The sizes give as few byes as possible and, among those, as few small tables as possible.

    Raise PairingImpossible for fewer than three seats or too few bots.

    >>> table_sizes(14, 4), table_sizes(5, 4)
    ((4, 4, 3, 3), (4,))
    """
    if seats < MIN_SEATS:
        raise PairingImpossible("tables need at least three seats; for two seats play a Swiss")
    for seated in range(bots, 0, -1):
        for small in range(seats):
            full, rest = divmod(seated - small * (seats - 1), seats)
            if full >= 0 and rest == 0:
                return (seats,) * full + (seats - 1,) * small
    raise PairingImpossible(f"{bots} bots are too few for a table of {seats} or {seats - 1}: add bots")


def swiss_table_round(
    history: History, seats: int, seed: bytes
) -> tuple[tuple[Pairing, ...], tuple[Bye, ...]]:
    """Pair the coming round at tables with `seats` seats or one less. Return the pairings and the byes.

    Of the bots with the fewest byes so far, the lowest-ranked get the byes. A bye counts half a point.

    All random choices derive from `seed` and the round's number.

    Raise BadHistory if results are missing or contradictory, PairingImpossible for too few bots or seats.
    """
    check_history(history)
    present = history.present()
    sizes = table_sizes(len(present), seats)
    rng = Random(hmac.digest(seed, str(history.coming).encode("ascii"), "sha256"))
    points = history.points()
    order = sorted(present, key=lambda bot: (-points[bot], rng.random()))
    byes = _byes(history, order, len(present) - sum(sizes))
    tables = _cut([bot for bot in order if bot not in byes], sizes)
    met = Counter(pair for pairing in history.pairings for pair in combinations(sorted(pairing.bots), 2))
    _swap(tables, {bot: float(points[bot]) for bot in present}, met, rng)
    pairings = tuple(
        Pairing(history.coming, number, tuple(sorted(table, key=order.index)))
        for number, table in enumerate(tables, 1)
    )
    return pairings, tuple(Bye(history.coming, bot, ByeKind.HALF) for bot in sorted(byes))


def table_fit(
    tables: Sequence[Sequence[int]], points: Mapping[int, Fraction], met: Container[tuple[int, int]]
) -> TableFit:
    """Return the quality of a round's tables: how many pairs met before, and how close their points are.

    `tables`: the bots at each table. `points`: the bots' points. `met`: the pairs that met before, lower
    number first.
    """
    pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
    ranges = (max(points[bot] for bot in table) - min(points[bot] for bot in table) for table in tables)
    return TableFit(len(pairs), sum(pair in met for pair in pairs), float(mean(ranges)))


def _byes(history: History, order: Sequence[int], number: int) -> frozenset[int]:
    byes = Counter(bye.bot for bye in history.byes)
    place = {bot: index for index, bot in enumerate(order)}
    return frozenset(sorted(order, key=lambda bot: (byes[bot], -place[bot]))[:number])


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    starts = [sum(sizes[:index]) for index in range(len(sizes))]
    return [list(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def _swap(tables: list[list[int]], points: Mapping[int, float], met: Meetings, rng: Random) -> None:
    """Swap random bots of nearby tables in place, if the swap lowers the total cost of the tables.

    A table costs more if its bots have met before, or if their points differ. `met`: how often each pair of
    bots has met.
    """
    if len(tables) == 1:
        return
    costs = [_cost(table, points, met) for table in tables]
    for _ in range(max(MIN_SWAPS, SWAPS_PER_TABLE * len(tables))):
        one = _draw(rng, len(tables))
        near = range(max(0, one - MAX_DISTANCE), min(len(tables), one + MAX_DISTANCE + 1))
        other = near[_draw(rng, len(near))]
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
    return int(rng.random() * below)  # the only method with the same values in all versions of Python


def _cost(table: Sequence[int], points: Mapping[int, float], met: Meetings) -> float:
    middle = sum(points[bot] for bot in table) / len(table)
    apart = sum((points[bot] - middle) ** 2 for bot in table)
    return apart + MEETING_COST * sum(met.get((min(pair), max(pair)), 0) for pair in combinations(table, 2))
