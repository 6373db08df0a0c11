"""Dealers: sources of cards.

A position does not contain future cards, so functions that take cards need a dealer.
"""

from copy import copy
from itertools import repeat, starmap
from random import Random
from typing import Final, NamedTuple, Protocol

from arena.rules.cards import BITS, CARDS, Card, CardSet, pick
from arena.rules.events import Termination

TABLE: Final = -1  # takes the first card turned up


def cut(number: int) -> int:
    """Return the number that stands for a cut when `Dealer.take` shows a card there: -2, -3, and so on.

    `number`: the number of the cut, from 0. It is always 0, unless the rules cut at several places.
    """
    return -2 - number


class CardKept(NamedTuple):
    """The fact that the cutter keeps a card seen at the cut."""

    seat: int  # the cutter
    card: Card  # moves from the stock to the cutter's hand


class CardLeft(NamedTuple):
    """The fact that the cutter does not keep a card seen at the cut."""

    seat: int  # the cutter
    card: Card  # stays in the stock


class TakenBack(NamedTuple):
    """The fact that, after a false claim, the face-down card returns from the pile to the liar's hand."""

    seat: int  # the liar
    card: Card


class DealScored(NamedTuple):
    """The fact that a deal has ended, in a game of several deals."""

    termination: Termination
    points: tuple[int, ...]  # how much each seat's total changed
    totals: tuple[int, ...]  # each seat's new total


Fact = CardKept | CardLeft | TakenBack | DealScored  # what a log reader without the rules cannot derive


class Dealer(Protocol):
    """A source of cards, which also records the facts that a log needs.

    Parameters of its methods: `stock` is the set of cards to take from. `deal` is the deal's number, from 0.
    `epoch` is the number of reshuffles in this deal so far.
    """

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Return the card that a taker gets from the stock. The stock must not be empty.

        `who`: the taker. A seat takes a card into its hand, and TABLE is for the first card turned up.
        `cut(n)` is for a card shown at cut number n; this card stays in the stock.
        """
        ...

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Prepare for the draws after a reshuffle.

        `stock`: the shuffled cards. `epoch`: the number of reshuffles in this deal, with this one.
        """
        ...

    def record(self, fact: Fact) -> None:
        """Record a fact that a log needs. Calls of `record` and `take` come in the order of the game."""
        ...


class SamplingDealer:
    """A dealer that deals at random, for search and tests. `chance`: a seeded random generator.

    In the example, seat 0 takes a card. The stock contains only card 2. `deal` and `epoch` are 0.

    >>> SamplingDealer(Random(1)).take(0, 0b100, 0, 0)
    2
    """

    __slots__ = ("_cards", "_chance", "_random", "_stock")

    def __init__(self, chance: Random) -> None:
        self._chance = chance
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

    def __copy__(self) -> "SamplingDealer":
        """Return an independent dealer that will deal the same cards."""
        other = SamplingDealer(copy(self._chance))
        other._stock, other._cards = self._stock, self._cards.copy()
        return other

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Forget the order of the stock, so that the next cards come in a new order."""
        self._stock = 0

    def record(self, fact: Fact) -> None:
        """Ignore the fact: no log is written."""
