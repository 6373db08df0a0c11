"""Pack the parts of a question (events, choices, hand, public state) as bytes, in the layout of
`referee.proto`.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Final

from arena.rules.cards import Card, CardSet, Pack, lowest, members
from arena.rules.choices import NO_CARD, Choice
from arena.rules.events import Event, EventKind, redact
from arena.rules.position import Observation

_SEPARATOR: Final = bytes([NO_CARD])
_CARDS_PER_LOOKUP: Final = 8  # of a hand
_LOOKUP_MASK: Final = 0xFF


def code_table(pack: Pack) -> bytes:
    """Return the code of each card in messages, as one byte per card number (0 … 255).

    A card's code is the number of its face. The code is NO_CARD if the pack has no card with this number.
    """
    faces = bytes(pack.face(Card(card)) for card in pack.cards())
    return faces.ljust(256, bytes([NO_CARD]))


class PackedEvents(dict[Event, bytes]):
    """A cache of events as one seat may see them, packed into 4 bytes each."""

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
    """A cache of choices packed into 8 bytes each, without the faces to claim (see `packed_claims`)."""

    def __init__(self, codes: bytes) -> None:
        super().__init__()
        self._codes = codes

    def __missing__(self, choice: Choice) -> bytes:
        fields = choice.suits, choice.words, choice.targets, choice.least, choice.most, 0
        self[choice] = packed = bytes((choice.kind, self._codes[choice.card], *fields))
        return packed


def packed_claims(choices: Sequence[Choice]) -> bytes:
    """Return the faces that a player may claim for a face-down card, as bytes.

    The result is empty if face-down play is not allowed. First come the claims that name no suit, then
    NO_CARD and the claims that name a suit. All face-down cards have the same claims.
    """
    kinds = {choice.suits: choice.claims for choice in choices[:2] if choice.claims}
    return _SEPARATOR.join(bytes(members(claims)) for _, claims in sorted(kinds.items()))


class PackedHands:
    """A packer of hands as bytes: the codes of the cards, in ascending order."""

    def __init__(self, pack: Pack) -> None:
        codes = code_table(pack)[: pack.size]
        self._eights = tuple(
            _subsets(codes[first : first + _CARDS_PER_LOOKUP])
            for first in range(0, pack.size, _CARDS_PER_LOOKUP)
        )
        self._sorted = pack.copies == 1

    def pack(self, hand: CardSet) -> bytes:
        codes = b""
        for eight in self._eights:
            codes += eight[hand & _LOOKUP_MASK]
            hand >>= _CARDS_PER_LOOKUP
        return codes if self._sorted else bytes(sorted(codes))


def _subsets(codes: bytes) -> tuple[bytes, ...]:
    """Return every subset of `codes` (at most eight card codes), indexed by the subset's bit mask."""
    subsets = [b""]
    for code in codes:
        subsets += [subset + bytes([code]) for subset in subsets]
    return tuple(subsets)


class PackedTables:
    """A packer of a game's public state as bytes."""

    def __init__(self, codes: bytes, seats: int) -> None:
        self._codes = codes
        self._pack = Struct(f">14B {seats}B {seats}B {seats}h").pack

    def pack(self, seen: Observation) -> bytes:
        """Pack the public state that one seat sees into bytes, in the order of `referee.proto`."""
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
