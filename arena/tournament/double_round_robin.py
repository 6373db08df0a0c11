"""Double round robin for two: the Berger tables twice, the second time with the other one named first."""

from arena.tournament.pairing import Pairing
from arena.tournament.round_robin import round_robin


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
