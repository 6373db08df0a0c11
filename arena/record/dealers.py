"""Dealers that read a log: one deals what is written there, one compares it with the secret."""

from collections import Counter

from arena.record.chance_recorder import face_names
from arena.record.format import fact_record
from arena.record.log_cursor import LogCursor, taker
from arena.record.orders import OrderDealer
from arena.record.reader import BadLog
from arena.rules.cards import Card, CardSet, Pack, lowest
from arena.rules.dealer import Fact


class LogDealer:
    """Deals what the log says; of equal cards in the stock the one with the lowest number."""

    def __init__(self, cursor: LogCursor, pack: Pack) -> None:
        self._cursor = cursor
        self._pack = pack
        self._copies: Counter[str] = Counter()  # as sets of cards
        for card in pack.cards():
            self._copies[pack.name(Card(card))] |= 1 << card

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        name = self._cursor.card(who, deal)
        there = stock & self._copies[name]
        if not there:
            raise BadLog(self._cursor.line, f"{name} is not in the stock")
        return lowest(there)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self._cursor.reshuffle(deal, epoch, face_names(self._pack, stock))

    def record(self, fact: Fact) -> None:
        self._cursor.fact(fact_record(self._pack, fact))


class CheckingDealer:
    """Deals by the secret, and raises BadLog where the log says something else."""

    def __init__(self, cursor: LogCursor, pack: Pack, secret: bytes) -> None:
        self._cursor = cursor
        self._pack = pack
        self._orders = OrderDealer(secret, pack.size)

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        card = self._orders.take(who, stock, deal, epoch)
        due, name = self._pack.name(card), self._cursor.card(who, deal)
        if name != due:
            raise BadLog(self._cursor.line, f"by the secret {taker(who)} takes {due} here, not {name}")
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self._cursor.reshuffle(deal, epoch, face_names(self._pack, stock))

    def record(self, fact: Fact) -> None:
        self._cursor.fact(fact_record(self._pack, fact))
