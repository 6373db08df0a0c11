"""Writes what chance does in a game; on the hot path, so a record is made as bytes at once."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from arena.record import format
from arena.rules.cards import Card, CardSet, Pack, members
from arena.rules.dealer import TABLE, Dealer, Fact
from arena.rules.events import MAX_SEATS

Spell = Callable[[bytes], bytes]  # from records as they stand in a log

_NOBODY: Final = -1_000


class ChanceRecorder:
    """The Dealer that asks `dealer` for every card and writes it down, in the spelling of `spell`.

    `facts`: whether the log's format has records of them.
    """

    __slots__ = ("_body", "_deal", "_dealer", "_facts", "_pack", "_spell", "_taker", "_texts")

    def __init__(self, pack: Pack, dealer: Dealer, spell: Spell, facts: bool) -> None:
        self._facts = facts
        self._pack = pack
        self._dealer = dealer
        self._spell = spell
        self._texts = _texts(pack, spell)
        self._body = bytearray()
        self._deal = -1
        self._taker = _NOBODY  # whose take record is still open

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
            self.add(_turned_up(who, self._pack.name(card), self._spell))
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
        """Writes a record that is spelled already."""
        if self._taker != _NOBODY:
            self._body += self._texts.taken
            self._taker = _NOBODY
        self._body += record

    def whole(self) -> bytes:
        """The log between header and footer of a game that is over."""
        self.add(b"")
        return bytes(self._body)

    def _write(self, record: format.Record) -> None:
        self.add(self._spell(record.line().encode()))

    def _begin(self, deal: int) -> None:
        self._deal = deal
        self.add(_dealt(deal, self._spell))


def face_names(pack: Pack, cards: CardSet) -> tuple[str, ...]:
    """Notation of a set of cards in the pack's order, equal cards together (X-TWINS)."""
    return tuple(pack.names[face] for face in sorted(pack.face(card) for card in members(cards)))


class _Texts:
    """How takes are written."""

    __slots__ = ("also", "first", "taken")

    def __init__(self, pack: Pack, spell: Spell) -> None:
        names = [pack.name(Card(card)).encode() for card in pack.cards()]
        self.also = tuple(spell(b'","%b' % name) for name in names)
        self.first = tuple(
            tuple(spell(b'{"take":{"seat":%d,"cards":["%b' % (seat, name)) for name in names)
            for seat in range(MAX_SEATS)
        )
        self.taken = spell(b'"]}}\n')


@lru_cache(maxsize=32)
def _texts(pack: Pack, spell: Spell) -> _Texts:
    return _Texts(pack, spell)


@lru_cache(maxsize=64)
def _dealt(deal: int, spell: Spell) -> bytes:
    """How a deal begins: the same few records come again in every game."""
    return spell(format.Deal(deal).line().encode())


@lru_cache(maxsize=512)
def _turned_up(who: int, card: str, spell: Spell) -> bytes:
    """A card that the table takes, or that is met in cutting."""
    record = format.Starter(card) if who == TABLE else format.Cut(-2 - who, card)
    return spell(record.line().encode())
