"""Record the cards that chance deals in a game. On the hot path: records are assembled as bytes."""

from functools import lru_cache
from typing import Final

from arena.record import format
from arena.rules.cards import Card, CardSet, Pack, members
from arena.rules.dealer import TABLE, Dealer, Fact
from arena.rules.events import MAX_SEATS

_NOBODY: Final = -1_000


class ChanceRecorder:
    """A Dealer that takes every card from `dealer` and records it. `facts`: the log's format has facts."""

    __slots__ = ("_body", "_deal", "_dealer", "_facts", "_pack", "_taker", "_texts")

    def __init__(self, pack: Pack, dealer: Dealer, facts: bool) -> None:
        self._facts = facts
        self._pack = pack
        self._dealer = dealer
        self._texts = _take_texts(pack)
        self._body = bytearray()
        self._deal = -1
        self._taker = _NOBODY  # the seat whose take record is still open

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        card = self._dealer.take(who, stock, deal, epoch)
        if deal != self._deal:
            self._begin(deal)
        if who == self._taker:
            self._body += self._texts.also[card]
        elif who >= 0:
            self.add(self._texts.first[who][card])
            self._taker = who
        else:
            self.add(_face_up_record(who, self._pack.name(card)))
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self._dealer.reshuffled(stock, deal, epoch)
        if deal != self._deal:
            self._begin(deal)
        self._write(format.Reshuffle(epoch, face_names(self._pack, stock)))

    def record(self, fact: Fact) -> None:
        if self._facts:
            self._write(format.fact_record(self._pack, fact))

    def add(self, record: bytes) -> None:
        """Append a record; close the open take record first."""
        if self._taker != _NOBODY:
            self._body += b'"]}}\n'
            self._taker = _NOBODY
        self._body += record

    def records(self) -> bytes:
        """Return the records of a finished game, without header and footer."""
        self.add(b"")
        return bytes(self._body)

    def _write(self, record: format.Record) -> None:
        self.add(record.line().encode())

    def _begin(self, deal: int) -> None:
        self._deal = deal
        self._write(format.Deal(deal))


def face_names(pack: Pack, cards: CardSet) -> tuple[str, ...]:
    """Return the notation of a set of cards in the pack's order, equal cards together (X-TWINS)."""
    return tuple(pack.names[face] for face in sorted(pack.face(card) for card in members(cards)))


class _TakeTexts:
    """The text of a first and of a further card in a take record, by card."""

    __slots__ = ("also", "first")

    def __init__(self, pack: Pack) -> None:
        names = [pack.name(Card(card)).encode() for card in pack.cards()]
        self.also = tuple(b'","%b' % name for name in names)
        self.first = tuple(
            tuple(b'{"take":{"seat":%d,"cards":["%b' % (seat, name) for name in names)
            for seat in range(MAX_SEATS)
        )


@lru_cache(maxsize=32)
def _take_texts(pack: Pack) -> _TakeTexts:
    return _TakeTexts(pack)


@lru_cache(maxsize=512)
def _face_up_record(who: int, card: str) -> bytes:
    """Return the record of a card that the table turns up, or that a cut shows."""
    record = format.Starter(card) if who == TABLE else format.Cut(-2 - who, card)
    return record.line().encode()
