"""A dealer for search and for tests, where no secret decides."""

from itertools import repeat, starmap
from random import Random

from arena.rules.cards import BITS, CARDS, Card, CardSet, picked
from arena.rules.dealer import Fact


class SamplingDealer:
    """Takes any card of the stock with equal chance, by a generator that the caller has seeded.

    >>> SamplingDealer(Random(1)).take(0, 0b100, 0, 0)
    2
    """

    __slots__ = ("_cards", "_random", "_stock")

    def __init__(self, chance: Random) -> None:
        self._random = chance.random
        self._stock: CardSet = 0
        self._cards: list[Card] = []  # of that stock, in an order drawn anew when another stock is met

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Any card of the stock."""
        if stock != self._stock:
            self._cards = self._in_any_order(stock)
        card = self._cards.pop()
        self._stock = stock ^ BITS[card]
        return card

    def _in_any_order(self, stock: CardSet) -> list[Card]:
        keys = list(starmap(self._random, repeat((), stock.bit_length())))
        return sorted(picked(CARDS, stock), key=keys.__getitem__)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """The same stock may come again, in another order."""
        self._stock = 0

    def record(self, fact: Fact) -> None:
        """Do nothing: no log is written."""
