"""A cursor over the records of a game log, and two Dealers (sources of cards) that use the cursor."""

from collections import Counter

from arena.record.format import (
    BotFault,
    Cut,
    Deal,
    Decision,
    Derived,
    FallbackPlay,
    Play,
    Reshuffle,
    Starter,
    Take,
    fact_record,
)
from arena.record.orders import OrderDealer, taker_name
from arena.record.reader import BadLog, GameLog
from arena.record.recorder import face_names
from arena.rules.cards import Card, CardSet, Pack, lowest
from arena.rules.dealer import TABLE, Fact, cut


class LogCursor:
    """A reading position in a game log.

    Each method reads the next record, and raises BadLog if it is not the record that the rules require here.
    """

    def __init__(self, log: GameLog) -> None:
        self.line = 1  # number of the last record read, from 1
        self._has_facts = log.header.has_facts
        self._records = log.records
        self._at = 0
        self._taken = 0  # number of cards already read from the current take record
        self._deal = -1

    def decision(self) -> Decision | None:
        """Read and return the next decision; None at the end of the log. Raise BadLog if the next record is
        not a decision.
        """
        record = self._peek()
        if record is None:
            return None
        if self._taken or not isinstance(record, (Play, BotFault, FallbackPlay)):
            raise BadLog(self.line, "by the rules nothing is drawn or dealt here")
        self._at += 1
        return record

    def card(self, who: int, deal: int) -> str:
        """Read the next card and return its name, such as "7H".

        `who`: the taker of the card: a seat, the table or a cut (see `Dealer`). Raise BadLog if the next
        record is not a card for this taker.
        """
        self._begin(deal)
        match self._peek():
            case Take(seat, cards) if seat == who:
                return self._next_of(cards)
            case Starter(card) if who == TABLE:
                self._at += 1
            case Cut(number, card) if who == cut(number):
                self._at += 1
            case _:
                raise BadLog(self.line, f"by the rules {_taker_words(who)} takes a card here")
        return card

    def reshuffle(self, deal: int, epoch: int, names: tuple[str, ...]) -> None:
        """Read the next record. Raise BadLog unless it is a reshuffle with this number and these cards.

        `epoch`: the number of this reshuffle in the deal. `names`: the names of the cards in the new stock.
        """
        self._begin(deal)
        if self._peek() != Reshuffle(epoch, names):
            raise BadLog(
                self.line, f"by the rules the stock is reshuffled here ({epoch}) from {' '.join(names)}"
            )
        self._at += 1

    def fact(self, record: Derived) -> None:
        """Read the next record. Raise BadLog unless it equals `record`, a fact that the rules imply here.

        Do nothing for log format 1: its logs have no records of facts.
        """
        if not self._has_facts:
            return
        if self._peek() != record:
            raise BadLog(self.line, f"by the rules the record here is {record.line().strip()}")
        self._at += 1

    def _begin(self, deal: int) -> None:
        if deal == self._deal:
            return
        if self._peek() != Deal(deal):
            raise BadLog(self.line, f"by the rules deal {deal} begins here")
        self._deal = deal
        self._at += 1

    def _next_of(self, cards: tuple[str, ...]) -> str:
        card = cards[self._taken]
        self._taken = (self._taken + 1) % len(cards)
        self._at += not self._taken
        return card

    def _peek(self) -> object:
        self.line = self._at + 2
        return self._records[self._at] if self._at < len(self._records) else None


class LogDealer:
    """A Dealer that deals the cards recorded in a log.

    The log names cards by face. Of equal cards in the stock, the one with the lowest number is dealt.
    """

    def __init__(self, cursor: LogCursor, pack: Pack) -> None:
        self._cursor = cursor
        self._pack = pack
        self._copies: Counter[str] = Counter()  # sets of equal cards by name
        for card in pack.cards():
            self._copies[pack.name(Card(card))] |= 1 << card

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        name = self._cursor.card(who, deal)
        copies = stock & self._copies[name]
        if not copies:
            raise BadLog(self._cursor.line, f"{name} is not in the stock")
        return lowest(copies)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self._cursor.reshuffle(deal, epoch, face_names(self._pack, stock))

    def record(self, fact: Fact) -> None:
        self._cursor.fact(fact_record(self._pack, fact))


class CheckingDealer:
    """A Dealer that derives cards from the board's secret and compares each card with a log.

    It raises BadLog at the first difference.
    """

    def __init__(self, cursor: LogCursor, pack: Pack, secret: bytes) -> None:
        self._cursor = cursor
        self._pack = pack
        self._orders = OrderDealer(secret, pack.size)

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        card = self._orders.take(who, stock, deal, epoch)
        due, name = self._pack.name(card), self._cursor.card(who, deal)
        if name != due:
            raise BadLog(self._cursor.line, f"by the secret {_taker_words(who)} takes {due} here, not {name}")
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self._cursor.reshuffle(deal, epoch, face_names(self._pack, stock))

    def record(self, fact: Fact) -> None:
        self._cursor.fact(fact_record(self._pack, fact))


def _taker_words(who: int) -> str:
    return f"seat {who}" if who >= 0 else f"the {taker_name(who)}"
