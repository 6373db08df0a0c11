"""A dealer for search and for tests, where no secret decides."""

from random import Random

from arena.rules.cards import Card, CardSet


class SamplingDealer:
    """Takes any card of the stock with equal chance, by a generator that the caller has seeded.

    >>> SamplingDealer(Random(1)).take(0, 0b100, 0, 0)
    2
    """

    def __init__(self, chance: Random) -> None:
        self._random = chance.random

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Tries places until one is in the stock: quicker than to list the stock."""
        places = stock.bit_length()
        card = int(self._random() * places)
        while not stock >> card & 1:
            card = int(self._random() * places)
        return Card(card)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Nothing to do: every take is drawn afresh."""
