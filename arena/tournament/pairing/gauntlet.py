"""Pair a gauntlet: each new bot meets each bot of a frozen pool; no other pairs meet."""

from collections.abc import Sequence

from arena.tournament.pairing.pairing import Pairing, PairingImpossible


def gauntlet(newcomers: Sequence[int], pool: Sequence[int]) -> tuple[Pairing, ...]:
    """Return all pairings of a gauntlet, the newcomer first in each. No bot plays twice in a round.

    There are as many rounds as the larger side has bots. Raise PairingImpossible if a side is empty or a bot
    is named twice.

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
