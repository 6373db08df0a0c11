"""Packed bytes into values, each made once in a match. The layout is given in `referee.proto`."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from maumau.cards import Card, Suit, pack_of
from maumau.choices import Choice, Kind, Word
from maumau.events import Events

_STEP: Final = 8  # bytes of a choice
_MOST: Final = 6  # which of them tells how many further cards there may be
_ENOUGH: Final = 50_000
_T = TypeVar("_T")


class Decoder:
    """The values of one match, whose cards have these names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.pack = pack_of(names)
        self.events = Events(self.pack)
        self._choices = _Choices(self.pack)
        self._questions: dict[bytes, tuple[Choice, ...]] = {}

    def cards(self, codes: bytes) -> tuple[Card, ...]:
        """The cards with these codes."""
        return _cards(self.pack, codes)

    def choices(self, packed: bytes, claims: bytes, hand: bytes) -> tuple[Choice, ...]:
        """The choices of a question. Those with claims or further cards depend on claims and hand too."""
        if claims or any(packed[_MOST::_STEP]):
            return self._each(packed, bytes([len(claims)]) + claims + hand)
        known = self._questions.get(packed)
        return self._remembered(packed) if known is None else known

    def _remembered(self, packed: bytes) -> tuple[Choice, ...]:
        if len(self._questions) >= _ENOUGH:
            self._questions.clear()
        self._questions[packed] = choices = self._each(packed, b"")
        return choices

    def _each(self, packed: bytes, rest: bytes) -> tuple[Choice, ...]:
        made = self._choices
        return tuple([made[packed[start : start + _STEP] + rest] for start in range(0, len(packed), _STEP)])


class _Choices(dict[bytes, Choice]):
    """The choice of each 8 bytes, followed by the number of claims, claims and hand where those matter."""

    def __init__(self, pack: Sequence[Card | None]) -> None:
        super().__init__()
        self._pack = pack

    def __missing__(self, key: bytes) -> Choice:
        if len(self) >= _ENOUGH:
            self.clear()
        packed, count, rest = key[:_STEP], sum(key[_STEP : _STEP + 1]), key[_STEP + 1 :]
        claims, hand = _cards(self._pack, rest[:count]), _cards(self._pack, rest[count:])
        self[key] = choice = _choice(self._pack, packed, claims, hand)
        return choice


def _choice(
    pack: Sequence[Card | None], packed: bytes, claims: tuple[Card, ...], hand: tuple[Card, ...]
) -> Choice:
    kind, code, suits, words, targets, least, most, _ = packed
    card = pack[code]
    further = _others_of_rank(hand, card) if card and most else ()
    more = further[:least]
    fields: dict[str, Any] = {
        "suits": tuple(suit for suit in Suit if suits >> suit & 1),
        "words": tuple(word for word in Word if words >> word & 1),
        "targets": tuple(seat for seat in range(8) if targets >> seat & 1),
        "claims": claims if kind == Kind.PLAY else (),
    }
    decided = {name[:-1]: allowed[0] for name, allowed in fields.items() if allowed}
    sent = {"more": bytes(other.code for other in more)} if more else {}
    return Choice(
        Kind(kind), card, **fields, further=further, least=least, most=most, **decided, more=more, _sent=sent
    )


def _others_of_rank(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards of the hand that have the same rank, `card` itself taken out once."""
    same = [other for other in hand if other.rank == card.rank]
    same.remove(card)
    return tuple(same)


def _cards(pack: Sequence[Card | None], codes: bytes) -> tuple[Card, ...]:
    return tuple([card for card in map(pack.__getitem__, codes) if card])
