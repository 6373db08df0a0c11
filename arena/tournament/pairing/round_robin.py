"""Round robin for two: everybody meets everybody once, by the Berger tables (FIDE Handbook C.05, Annex 1)."""

from arena.tournament.pairing.fide import berger
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.score import PAIR


def round_robin(bots: int) -> tuple[Pairing, ...]:
    """All tables of all rounds for bots 1 … n, in the order played. With an odd number one has a bye a round.

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
    """All tables of both cycles for bots 1 … n (FIDE C.05 Annex 1). Raises PairingImpossible under two bots.

    FIDE also swaps the last two rounds of the first cycle, which only spares people a third equal colour.

    >>> [pairing.bots for pairing in double_round_robin(2)]
    [(1, 2), (2, 1)]
    """
    first = round_robin(bots)
    each = max(pairing.round for pairing in first)
    again = (Pairing(each + pairing.round, pairing.number, pairing.bots[::-1]) for pairing in first)
    return (*first, *again)
