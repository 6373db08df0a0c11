"""The packed parts of an item: events, choices, hand and table as bytes. The layout is given in `referee.proto`.

The same few values come again and again in a match, so each is packed once and then looked up.
"""

from collections.abc import Iterable
from struct import Struct
from typing import Final

from arena.rules.cards import Card, CardSet, Pack, lowest, members
from arena.rules.choices import NO_CARD, Choice
from arena.rules.events import Event, EventKind, redact
from arena.rules.observation import Observation

_HAND_STEP: Final = 8


def code_table(pack: Pack) -> bytes:
    """The code of every card number: its face; NO_CARD for all numbers that are no card."""
    faces = bytes(pack.face(Card(card)) for card in pack.cards())
    return faces.ljust(256, bytes([NO_CARD]))


class PackedEvents(dict[Event, bytes]):
    """The 4 bytes of each event, as one seat learns it."""

    def __init__(self, codes: bytes, seat: int) -> None:
        super().__init__()
        self._codes = codes
        self._seat = seat

    def __missing__(self, event: Event) -> bytes:
        kind, seat, card, value = redact(event, self._seat)
        code = card if kind is EventKind.SCORED else self._codes[card]
        self[event] = packed = bytes((kind, seat, code, value))
        return packed

    def pack(self, events: Iterable[Event]) -> bytes:
        return b"".join(map(self.__getitem__, events))


class PackedChoices(dict[Choice, bytes]):
    """The 8 bytes of each choice. Its claims are not among them: they go once for all choices."""

    def __init__(self, codes: bytes) -> None:
        super().__init__()
        self._codes = codes

    def __missing__(self, choice: Choice) -> bytes:
        kind, card, _, least, most, suits, words, targets, _ = choice
        self[choice] = packed = bytes((kind, self._codes[card], suits, words, targets, least, most, 0))
        return packed

    def pack(self, choices: Iterable[Choice]) -> bytes:
        return b"".join(map(self.__getitem__, choices))


class PackedHands:
    """Sets of cards as ascending codes, eight cards at a time."""

    def __init__(self, pack: Pack) -> None:
        codes = code_table(pack)
        self._bytes = (pack.size + _HAND_STEP - 1) // _HAND_STEP
        self._sorted = pack.copies == 1
        self._parts = tuple(
            tuple(bytes(codes[first + bit] for bit in members(part)) for part in range(1 << _HAND_STEP))
            for first in range(0, self._bytes * _HAND_STEP, _HAND_STEP)
        )

    def pack(self, hand: CardSet) -> bytes:
        parts = zip(self._parts, hand.to_bytes(self._bytes, "little"), strict=True)
        codes = b"".join([part[byte] for part, byte in parts])
        return codes if self._sorted else bytes(sorted(codes))


class PackedTables:
    """What lies on the table: 14 bytes and 4 for each seat."""

    def __init__(self, codes: bytes, seats: int) -> None:
        self._codes = codes
        self._struct = Struct(">14B" + "BBh" * seats)

    def pack(self, seen: Observation) -> bytes:
        codes = self._codes
        values: list[int] = [
            seen.ask,
            seen.top,
            seen.suit,
            seen.clockwise | seen.named << 1,
            seen.debt,
            seen.misses,
            seen.stock,
            seen.pile,
            seen.deal,
            seen.dealer,
            seen.turn,
            codes[seen.met],
            codes[lowest(seen.drawn)] if seen.drawn else NO_CARD,
            0,
        ]
        inside = seen.inside
        for count, said, total in zip(seen.counts, seen.said, seen.totals, strict=True):
            values += (count, said | (inside & 1) << 2, total)
            inside >>= 1
        return self._struct.pack(*values)
