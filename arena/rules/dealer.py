"""Where cards come from: a dealer that is passed in, so that chance is an action and a position holds no
future.
"""

from typing import Final, Protocol

from arena.rules.cards import Card, CardSet

TABLE: Final = -1


def cut(number: int) -> int:
    """Who takes the cards met in cutting: `cut0`, `cut1`, … as numbers below TABLE."""
    return -2 - number


class Dealer(Protocol):
    """One method: who takes, from which set, which card.

    `who` is a seat, TABLE or cut(n). `deal` and `epoch` count from 0: deals in the game and reshuffles in
    the deal. `stock` is never empty. `reshuffled` tells that a new epoch began and what is in the stock.
    """

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """The card of `stock` that `who` takes."""
        ...

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """A new epoch begins with this stock."""
        ...
