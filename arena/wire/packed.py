"""The packed parts of an item: events, choices, hand and table as bytes, laid out as `referee.proto` says.

The same few values come again and again in a match, so each is packed once and then looked up.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Final

from arena.rules.cards import Card, CardSet, Pack, lowest, members
from arena.rules.choices import NO_CARD, Choice
from arena.rules.events import Event, EventKind, redact
from arena.rules.observation import Observation

_APART: Final = bytes([NO_CARD])
_EIGHT: Final = 8  # cards of a hand that are looked up together: as many as a byte has bits
_FIRST: Final = 0xFF  # of them


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


class PackedChoices(dict[Choice, bytes]):
    """The 8 bytes of each choice. Its claims are not among them: they go once for all choices."""

    def __init__(self, codes: bytes) -> None:
        super().__init__()
        self._codes = codes

    def __missing__(self, choice: Choice) -> bytes:
        fields = choice.suits, choice.words, choice.targets, choice.least, choice.most, 0
        self[choice] = packed = bytes((choice.kind, self._codes[choice.card], *fields))
        return packed


def packed_claims(choices: Sequence[Choice]) -> bytes:
    """The claims of all choices: those that name no suit, and after NO_CARD those that do, if there are both.

    Every card has the same ones, and its choices stand together, so the first two tell.
    """
    kinds = {choice.suits: choice.claims for choice in choices[:2] if choice.claims}
    return _APART.join(bytes(members(claims)) for _, claims in sorted(kinds.items()))


class PackedHands:
    """Sets of cards as ascending codes, looked up eight cards at a time."""

    def __init__(self, pack: Pack) -> None:
        codes = code_table(pack)[: pack.size]
        self._eights = tuple(_subsets(codes[first : first + _EIGHT]) for first in range(0, pack.size, _EIGHT))
        self._sorted = pack.copies == 1

    def pack(self, hand: CardSet) -> bytes:
        codes = b""
        for eight in self._eights:
            codes += eight[hand & _FIRST]
            hand >>= _EIGHT
        return codes if self._sorted else bytes(sorted(codes))


def _subsets(codes: bytes) -> tuple[bytes, ...]:
    """The codes of every set of up to eight cards, by the set."""
    found = [b""]
    for code in codes:
        found += [others + bytes([code]) for others in found]
    return tuple(found)


class PackedTables:
    """What lies on the table: 14 bytes and three rows by seat."""

    def __init__(self, codes: bytes, seats: int) -> None:
        self._codes = codes
        self._pack = Struct(f">14B {seats}B {seats}B {seats}h").pack

    def pack(self, seen: Observation) -> bytes:
        """Return the table as bytes, in the order of `referee.proto`."""
        drawn = seen.drawn
        return self._pack(
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
            self._codes[seen.met],
            self._codes[lowest(drawn)] if drawn else NO_CARD,
            seen.inside,
            *seen.counts,
            *seen.said,
            *seen.totals,
        )
