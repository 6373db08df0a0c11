"""A dealer for search and for tests, where no secret decides."""

from random import Random

from arena.rules.cards import Card, CardSet, members


class SamplingDealer:
    """Takes any card of the stock with equal chance, by a generator that the caller has seeded.

    >>> SamplingDealer(Random(1)).take(0, 0b100, 0, 0)
    2
    """

    def __init__(self, chance: Random) -> None:
        self._random = chance.random
        self._stock: CardSet = 0
        self._cards: list[Card] = []  # of that stock, listed again only when another one is met

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Any card of the stock; the last one listed moves to its place."""
        cards = self._cards
        if stock != self._stock:
            cards[:] = members(stock)
        place = int(self._random() * len(cards))
        card = cards[place]
        cards[place] = cards[-1]
        cards.pop()
        self._stock = stock ^ 1 << card
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Nothing to do: every take is drawn afresh."""
