"""Record the cards that players are dealt and draw. This runs at every draw, so
records are assembled as bytes.
"""

from functools import lru_cache
from typing import Final

from arena.record import format
from arena.rules.cards import Card, CardSet, Pack, members
from arena.rules.dealer import TABLE, Dealer, Fact
from arena.rules.events import MAX_SEATS

_NOBODY: Final = -1_000


class ChanceRecorder:
    """A Dealer that takes every card from another dealer, `dealer`, and records it for the log.

    `facts`: true if the log's format has records of facts, such as a score or a card taken back.
    """

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
        """Append a record to the log. If cards are still being added to a take record, end
        that record first.
        """
        if self._taker != _NOBODY:
            self._body += b'"]}}\n'
            self._taker = _NOBODY
        self._body += record

    def records(self) -> bytes:
        """Return the records of a finished game as bytes, without the header and footer of the log."""
        self.add(b"")
        return bytes(self._body)

    def _write(self, record: format.Record) -> None:
        self.add(record.line().encode())

    def _begin(self, deal: int) -> None:
        self._deal = deal
        self._write(format.Deal(deal))


def face_names(pack: Pack, cards: CardSet) -> tuple[str, ...]:
    """Return the names of a set of cards in the pack's order, cards with the same face
    next to each other (X-TWINS).
    """
    return tuple(pack.names[face] for face in sorted(pack.face(card) for card in members(cards)))


class _TakeTexts:
    """Prepared texts for take records. `first`: the start of a record with its first card, by seat and card.
    `also`: a further card of the record, by card.
    """

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
    """Return the record of a card that is turned up first or that the cutter sees."""
    record = format.Starter(card) if who == TABLE else format.Cut(-2 - who, card)
    return record.line().encode()
