"""Gauntlet: new bots against a frozen pool. Each newcomer meets each of the pool; nobody else meets."""

from collections.abc import Sequence

from arena.tournament.pairing.pairing import Pairing, PairingImpossible


def gauntlet(newcomers: Sequence[int], pool: Sequence[int]) -> tuple[Pairing, ...]:
    """All tables of all rounds, the newcomer named first. Nobody sits at two tables of a round.

    There are as many rounds as the larger side has bots. Raises PairingImpossible where a side is empty or a
    bot is named twice.

    >>> [(pairing.round, pairing.bots) for pairing in gauntlet([4], [1, 2, 3])]
    [(1, (4, 1)), (2, (4, 2)), (3, (4, 3))]
    """
    if not newcomers or not pool:
        raise PairingImpossible("a gauntlet needs at least one new bot and one in the pool")
    if len({*newcomers, *pool}) < len(newcomers) + len(pool):
        raise PairingImpossible("a bot is either new or in the pool, and named once")
    rounds = max(len(newcomers), len(pool))
    return tuple(
        Pairing(shift + 1, number, pair)
        for shift in range(rounds)
        for number, pair in enumerate(_shifted(newcomers, pool, shift, rounds), 1)
    )


def _shifted(newcomers: Sequence[int], pool: Sequence[int], shift: int, rounds: int) -> list[tuple[int, int]]:
    places = ((bot, (index + shift) % rounds) for index, bot in enumerate(newcomers))
    return [(bot, pool[place]) for bot, place in places if place < len(pool)]
