"""Where cards come from: chance is a dealer that is passed in, so a position does not hold the future."""

from itertools import repeat, starmap
from random import Random
from typing import Final, NamedTuple, Protocol

from arena.rules.cards import BITS, CARDS, Card, CardSet, pick
from arena.rules.events import Termination

TABLE: Final = -1


def cut(number: int) -> int:
    """Return the taker of cards met in cutting, as a number below TABLE: `cut0`, `cut1`, …"""
    return -2 - number


class CardKept(NamedTuple):
    """The cutter keeps a card met in cutting: it moves from the stock to the hand of `seat`."""

    seat: int
    card: Card


class CardLeft(NamedTuple):
    """The cutter leaves a card met in cutting in the stock."""

    seat: int
    card: Card


class TakenBack(NamedTuple):
    """A false claim: the card laid face down returns from the pile to the hand of `seat`."""

    seat: int
    card: Card


class DealScored(NamedTuple):
    """A deal of a longer game has ended. By seat: the change of the total, and the new total."""

    termination: Termination
    points: tuple[int, ...]
    totals: tuple[int, ...]


Fact = CardKept | CardLeft | TakenBack | DealScored  # a log reader without the rules cannot derive these


class Dealer(Protocol):
    """Decides who takes which card, and learns of everything else that moves cards or scores.

    `who` is a seat, TABLE or cut(n). `deal` and `epoch` count from 0: deals in the game and reshuffles in
    the deal. `stock` is never empty.
    """

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Return the card of `stock` that `who` takes."""
        ...

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """A new epoch begins with this stock."""
        ...

    def record(self, fact: Fact) -> None:
        """Record a fact, in order with the takes."""
        ...


class SamplingDealer:
    """A dealer for search and tests: deals at random, without a secret. The caller seeds the generator.

    >>> SamplingDealer(Random(1)).take(0, 0b100, 0, 0)
    2
    """

    __slots__ = ("_cards", "_random", "_stock")

    def __init__(self, chance: Random) -> None:
        self._random = chance.random
        self._stock: CardSet = 0
        self._cards: list[Card] = []  # the stock in random order; drawn again when another stock comes

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Return a random card of the stock."""
        if stock != self._stock:
            keys = list(starmap(self._random, repeat((), stock.bit_length())))
            self._cards = sorted(pick(CARDS, stock), key=keys.__getitem__)
        card = self._cards.pop()
        self._stock = stock ^ BITS[card]
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Forget the order: the same stock may come again in another one."""
        self._stock = 0

    def record(self, fact: Fact) -> None:
        """Do nothing: no log is written."""
