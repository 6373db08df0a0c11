"""Pair round robins of two-bot matches (by FIDE's Berger tables, C.05 Annex 1), and gauntlets."""

from collections.abc import Sequence

from arena.tournament.pairing.fide import berger
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.results import PAIR


def round_robin(bots: int) -> tuple[Pairing, ...]:
    """Return all pairings of a round robin for bots 1 … `bots`. If `bots` is odd, one bot is idle in each
    round.

    Raise PairingImpossible for fewer than two bots.

    >>> [pairing.bots for pairing in round_robin(4)]
    [(1, 4), (2, 3), (4, 3), (1, 2), (2, 4), (3, 1)]
    """
    if bots < PAIR:
        raise PairingImpossible("a round robin needs at least two bots")
    return tuple(
        Pairing(number, table, pair)
        for number, pairs in enumerate(berger(bots), 1)
        for table, pair in enumerate((pair for pair in pairs if max(pair) <= bots), 1)
    )


def double_round_robin(bots: int) -> tuple[Pairing, ...]:
    """Return the pairings of a round robin played twice. The second time, the bots of each pair are swapped.

    Raise PairingImpossible for fewer than two bots.

    >>> [pairing.bots for pairing in double_round_robin(2)]
    [(1, 2), (2, 1)]
    """
    first = round_robin(bots)
    each = max(pairing.round for pairing in first)
    again = (Pairing(each + pairing.round, pairing.number, pairing.bots[::-1]) for pairing in first)
    return (*first, *again)


def gauntlet(newcomers: Sequence[int], pool: Sequence[int]) -> tuple[Pairing, ...]:
    """Return all pairings of a gauntlet, in which every bot in `newcomers` meets every bot in `pool`.

    The newcomer is first in each pairing. No bot plays twice in a round.

    Raise PairingImpossible if one of the lists is empty, or if a bot is named twice.

    >>> [(pairing.round, pairing.bots) for pairing in gauntlet([4], [1, 2, 3])]
    [(1, (4, 1)), (2, (4, 2)), (3, (4, 3))]
    """
    if not newcomers or not pool:
        raise PairingImpossible("a gauntlet needs at least one new bot and one bot in the pool")
    if len({*newcomers, *pool}) < len(newcomers) + len(pool):
        raise PairingImpossible("name each bot once, either as new or in the pool")
    rounds = max(len(newcomers), len(pool))
    return tuple(
        Pairing(shift + 1, number, pair)
        for shift in range(rounds)
        for number, pair in enumerate(_shifted(newcomers, pool, shift, rounds), 1)
    )


def _shifted(newcomers: Sequence[int], pool: Sequence[int], shift: int, rounds: int) -> list[tuple[int, int]]:
    places = ((bot, (index + shift) % rounds) for index, bot in enumerate(newcomers))
    return [(bot, pool[place]) for bot, place in places if place < len(pool)]
