"""Dealers: sources of cards. Chance is a dealer that is passed in, so a position
does not know future cards.
"""

from itertools import repeat, starmap
from random import Random
from typing import Final, NamedTuple, Protocol

from arena.rules.cards import BITS, CARDS, Card, CardSet, pick
from arena.rules.events import Termination

TABLE: Final = -1  # takes the first card turned up


def cut(number: int) -> int:
    """Return the number below TABLE that stands for cards seen in cutting, in place
    `number` (`cut0`, `cut1`, …).
    """
    return -2 - number


class CardKept(NamedTuple):
    """The cutter keeps a card seen in cutting: it moves from the stock to the hand of `seat`."""

    seat: int
    card: Card


class CardLeft(NamedTuple):
    """The cutter leaves a card seen in cutting in the stock."""

    seat: int
    card: Card


class TakenBack(NamedTuple):
    """A claim was false: the card laid face down returns from the pile to the hand of `seat`."""

    seat: int
    card: Card


class DealScored(NamedTuple):
    """A deal has ended in a game of several deals.

    `points`: each seat's change of its total; `totals`: each seat's new total.
    """

    termination: Termination
    points: tuple[int, ...]
    totals: tuple[int, ...]


Fact = CardKept | CardLeft | TakenBack | DealScored  # what a log reader without the rules cannot derive


class Dealer(Protocol):
    """A source of cards: decides which card is taken, and records other changes of cards and scores.

    `who` is a seat, TABLE (the first card turned up) or cut(n). `deal` counts the deals of the game and
    `epoch` the reshuffles of the deal, both from 0. `stock` is never empty.
    """

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Return the card of `stock` that `who` takes."""
        ...

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Note that a new epoch of the deal begins with this stock."""
        ...

    def record(self, fact: Fact) -> None:
        """Record a fact that a log needs. Facts and takes come in the order in which they happen."""
        ...


class SamplingDealer:
    """A dealer for search and tests: it deals at random, without a secret. The caller
    seeds the generator `chance`.

    >>> SamplingDealer(Random(1)).take(0, 0b100, 0, 0)
    2
    """

    __slots__ = ("_cards", "_random", "_stock")

    def __init__(self, chance: Random) -> None:
        self._random = chance.random
        self._stock: CardSet = 0
        self._cards: list[Card] = []  # the stock in random order; made again for another stock

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Return a random card of the stock."""
        if stock != self._stock:
            keys = list(starmap(self._random, repeat((), stock.bit_length())))
            self._cards = sorted(pick(CARDS, stock), key=keys.__getitem__)
        card = self._cards.pop()
        self._stock = stock ^ BITS[card]
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Forget the order of the stock, so that the next card taken comes from a new order."""
        self._stock = 0

    def record(self, fact: Fact) -> None:
        """Ignore the fact: no log is written."""
