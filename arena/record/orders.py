"""The scheme `maumau-order-1`: the order in which cards are drawn, derived from a board's secret.

Each taker of cards (a seat, the table for the first face-up card, or a cut) has a secret order of the whole
pack. A taker gets the first card of its order that is in the stock. All seatings of a board use these orders.
"""

from functools import lru_cache
from hashlib import sha256
from struct import unpack
from typing import Final

from arena.rules.cards import Card, CardSet
from arena.rules.dealer import TABLE, Fact

# The orders are made for each deal and each reshuffle. All are independent and uniform, so every draw is
# uniform over the stock.
#
# An order has a label "maumau-order-1/DEAL/EPOCH/WHO" (ASCII; WHO is a seat, "table", "cut0", "cut1", …).
# Block j is HMAC-SHA-256(secret, label "/" j). The key of card c is the 64 bits, big-endian, at byte 8 (c mod
# 4) of block c // 4. The cards are sorted by (key, card).

SCHEME: Final = "maumau-order-1"
SECRET_BYTES: Final = 32

_SHA256_BLOCK: Final = 64
_CARDS_A_BLOCK: Final = 4
_KEY_BYTES: Final = 8
_MAX_CACHED_BOARDS: Final = 2_048
_MAX_CACHED_ORDERS: Final = 32_768  # at most 40 MB, usually 2 MB
_CARDS: Final = tuple(map(Card, range(256)))
_NUMBERS: Final = tuple(b"%d" % number for number in range(len(_CARDS) // _CARDS_A_BLOCK))
_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))


class OrderDealer:
    """A Dealer that derives all draws from a board's secret (32 bytes). `cards`: the size of the pack.

    `orders`: the card orders of this secret, if games share them; None: derive them from the secret.
    """

    __slots__ = ("_deal", "_epoch", "_orders", "_used")

    def __init__(self, secret: bytes, cards: int, orders: "Orders | None" = None) -> None:
        self._orders = orders or Orders(secret, cards)
        self._deal = self._epoch = 0
        self._used: dict[int, UsedOrder] = {}

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Return the taker's next card: the first card of its secret order that is in the stock.

        Each taker has its own order of the whole pack. `who`: the taker. It is a seat, TABLE (the first card
        turned up) or `cut(n)` (a card seen at cut number n). `epoch`: the number of reshuffles in
        this deal.
        """
        if epoch != self._epoch or deal != self._deal:
            self._deal, self._epoch = deal, epoch
            self._used.clear()
        used = self._used.get(who)
        if used is None:
            used = self._used[who] = UsedOrder(self._orders.of(deal, epoch, who))
        return used.first(stock)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Do nothing: `take` uses new card orders when its `epoch` (the number of reshuffles) changes."""

    def record(self, fact: Fact) -> None:
        """Do nothing: facts do not affect which card is drawn."""


class Orders:
    """The secret orders in which cards are drawn, all derived from one secret.

    Each taker of cards (a seat, the table or a cut) has its own order. `cards`: the size of the pack.
    """

    def __init__(self, secret: bytes, cards: int) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a board's secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self._mac = _Mac(secret)
        self._cards = cards

    def of(self, deal: int, epoch: int, who: int) -> tuple[Card, ...]:
        """Return the order in which a taker draws cards in a deal until the next reshuffle.

        `who`: the taker, see `taker_name`. `epoch`: the number of reshuffles in this deal so far.

        >>> Orders(bytes(range(32)), 32).of(0, 0, 0)[:5]
        (15, 28, 14, 16, 0)
        """
        label = f"{SCHEME}/{deal}/{epoch}/{taker_name(who)}/"
        blocks = self._mac.blocks(label.encode(), -(-self._cards // _CARDS_A_BLOCK))
        keys = unpack(f">{len(blocks) // _KEY_BYTES}Q", blocks)
        return tuple(sorted(_CARDS[: self._cards], key=keys.__getitem__))


class CachedOrders(Orders):
    """The card orders derived from one secret, cached because several games share them."""

    def of(self, deal: int, epoch: int, who: int) -> tuple[Card, ...]:
        return _cached_order(self, deal, epoch, who)


@lru_cache(maxsize=_MAX_CACHED_ORDERS)
def _cached_order(orders: CachedOrders, deal: int, epoch: int, who: int) -> tuple[Card, ...]:
    return Orders.of(orders, deal, epoch, who)


@lru_cache(maxsize=_MAX_CACHED_BOARDS)
def orders_of(secret: bytes, cards: int) -> Orders:
    """Return the (cached) card orders derived from a board's secret. `cards`: the size of the pack."""
    return CachedOrders(secret, cards)


def taker_name(who: int) -> str:
    """Return the name of a taker of cards: a seat's number, "table", or "cut0", "cut1", …

    `who`: a seat, TABLE (the first card turned up) or `cut(n)` (a card seen when cutting). The name is part
    of the text from which the taker's card order is derived.

    >>> taker_name(1), taker_name(-1), taker_name(-2)
    ('1', 'table', 'cut0')
    """
    if who >= 0:
        return str(who)
    return "table" if who == TABLE else f"cut{-2 - who}"


class UsedOrder:
    """The order in which a seat, the table or a cut draws cards, and how far it has been used."""

    __slots__ = ("_all", "_passed", "_rest")

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._all = cards
        self._rest = iter(cards)
        self._passed: CardSet = 0  # the cards before `_rest`

    def first(self, stock: CardSet) -> Card:
        if stock & self._passed:  # a card returned: a turned-up Joker, or a card seen when cutting
            self._rest = iter(self._all)
            self._passed = 0
        for card in self._rest:
            bit = 1 << card
            self._passed |= bit
            if stock & bit:
                return card
        raise LookupError("the stock is empty")


class _Mac:
    """HMAC-SHA-256 (RFC 2104) with a key that is hashed only once: twice as fast as `hmac.digest`."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        padded = key.ljust(_SHA256_BLOCK, b"\0")
        self._inner = sha256(padded.translate(_INNER_PAD))
        self._outer = sha256(padded.translate(_OUTER_PAD))

    def blocks(self, label: bytes, count: int) -> bytes:
        """Return the joined MACs of `count` messages: `label` followed by "0", `label` followed by "1", …"""
        labelled = self._inner.copy()
        labelled.update(label)
        blocks = []
        for number in _NUMBERS[:count]:
            inner, outer = labelled.copy(), self._outer.copy()
            inner.update(number)
            outer.update(inner.digest())
            blocks.append(outer.digest())
        return b"".join(blocks)
