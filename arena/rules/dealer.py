"""Where cards come from: a dealer that is passed in, so that chance is an action and a position holds no
future.
"""

from typing import Final, NamedTuple, Protocol

from arena.rules.cards import Card, CardSet
from arena.rules.events import Termination

TABLE: Final = -1


def cut(number: int) -> int:
    """Who takes the cards met in cutting: `cut0`, `cut1`, … as numbers below TABLE."""
    return -2 - number


class CardKept(NamedTuple):
    """The cutter keeps a card met in cutting: it goes from the stock to the hand of `seat`."""

    seat: int
    card: Card


class CardLeft(NamedTuple):
    """The cutter leaves a card met in cutting in the stock."""

    seat: int
    card: Card


class TakenBack(NamedTuple):
    """A card laid face down was not the one claimed: it returns from the pile to the hand of `seat`."""

    seat: int
    card: Card


class DealScored(NamedTuple):
    """A deal of a game of several deals is over. By seat: the change of the total, and the total after it."""

    termination: Termination
    points: tuple[int, ...]
    totals: tuple[int, ...]


Fact = CardKept | CardLeft | TakenBack | DealScored  # what a log reader without the rules cannot work out


class Dealer(Protocol):
    """Decide who takes which card from which set; learn the rest that moves cards or scores.

    `who` is a seat, TABLE or cut(n). `deal` and `epoch` count from 0: deals in the game and reshuffles in
    the deal. `stock` is never empty.
    """

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """The card of `stock` that `who` takes."""
        ...

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """A new epoch begins with this stock."""
        ...

    def record(self, fact: Fact) -> None:
        """Note a fact, in its place among the takes."""
        ...
