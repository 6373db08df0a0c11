"""A dealer that follows a script, and cards by name."""

from arena.rules.cards import Card, CardSet, Pack, lowest, members
from arena.rules.dealer import Fact


class Script:
    """A dealer that gives the named cards in order to any taker, and after "..." the lowest of the stock.

    `takes`: the taker, card, deal and epoch of each take; `stocks`: the stock at each reshuffle.
    """

    def __init__(self, pack: Pack, draws: str) -> None:
        named = draws.split()
        self.goes_on = named[-1:] == ["..."]
        self.cards = [card_named(pack, name) for name in (named[:-1] if self.goes_on else named)]
        self.takes: list[tuple[int, Card, int, int]] = []
        self.stocks: list[CardSet] = []

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        assert self.cards or self.goes_on, "more cards are drawn than the test names"
        card = self.cards.pop(0) if self.cards else lowest(stock)
        assert stock >> card & 1, f"card {card} is not in the stock"
        self.takes.append((who, card, deal, epoch))
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self.stocks.append(stock)

    def record(self, fact: Fact) -> None:
        """Do nothing."""


def card_named(pack: Pack, name: str) -> Card:
    """Return a card by its name; each apostrophe skips one equal card."""
    plain = name.rstrip("'")
    equal = tuple(members(pack.copies_of(pack.face_named(plain))))
    return equal[len(name) - len(plain)]


def set_of(pack: Pack, names: str) -> CardSet:
    """Return the cards with these names."""
    return sum(1 << card_named(pack, name) for name in names.split())
