"""Decode the packed bytes of messages into cached values. `referee.proto` describes the layout."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from maumau.cards import Card, Suit, pack_of
from maumau.choices import Choice, Kind, Word
from maumau.events import Events

_STEP: Final = 8  # bytes of a choice; the next line has the positions of its fields
_KIND, _CARD, _SUITS, _MOST = 0, 1, 2, 6
_APART: Final = b"\xff"  # separates claims that name no suit from claims that name one
_MAX_CACHED: Final = 50_000
_T = TypeVar("_T")


class Decoder:
    """A decoder for the messages of one match. `names`: the names of the cards, in the order of their
    codes.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.pack = pack_of(names)
        self.events = Events(self.pack)
        self._choices = _Choices(self.pack)
        self._ranks = [card and card.rank for card in self.pack]
        self._questions: dict[bytes, tuple[Choice, ...]] = {}

    def cards(self, codes: bytes) -> tuple[Card, ...]:
        """Return the cards with these codes."""
        return _cards(self.pack, codes)

    def choices(self, packed: bytes, claims: bytes, hand: bytes) -> tuple[Choice, ...]:
        """Return the choices of a question.

        `packed`: 8 bytes per choice. `claims`: the claims for face-down plays. `hand`: the codes of the
        seat's cards.
        """
        cached = None if claims else self._questions.get(packed)
        if cached:
            return cached
        if claims or any(packed[_MOST::_STEP]):
            return self._decode_open(packed, claims, hand)
        return self._decode_and_cache(packed)

    def _decode_open(self, packed: bytes, claims: bytes, hand: bytes) -> tuple[Choice, ...]:
        plain, apart, naming = claims.partition(_APART)
        result = []
        for start in range(0, len(packed), _STEP):
            one = packed[start : start + _STEP]
            mine = naming if apart and one[_SUITS] else plain
            claimed = mine if one[_KIND] == Kind.PLAY else b""
            further = self._others_of_rank(hand, one[_CARD]) if one[_MOST] else b""
            result.append(self._choices[one + bytes([len(claimed)]) + claimed + further])
        return tuple(result)

    def _others_of_rank(self, hand: bytes, card: int) -> bytes:
        """Return the codes of the other cards in the hand with the same rank as `card`."""
        rank = self._ranks[card]
        return bytes(code for code in hand if self._ranks[code] == rank).replace(bytes([card]), b"", 1)

    def _decode_and_cache(self, packed: bytes) -> tuple[Choice, ...]:
        if len(self._questions) >= _MAX_CACHED:
            self._questions.clear()
        made = self._choices
        steps = range(0, len(packed), _STEP)
        self._questions[packed] = choices = tuple([made[packed[start : start + _STEP]] for start in steps])
        return choices


class _Choices(dict[bytes, Choice]):
    """A cache of choices, by their packed bytes, claims and further cards."""

    def __init__(self, pack: Sequence[Card | None]) -> None:
        super().__init__()
        self._pack = pack

    def __missing__(self, key: bytes) -> Choice:
        if len(self) >= _MAX_CACHED:
            self.clear()
        packed, count, rest = key[:_STEP], sum(key[_STEP : _STEP + 1]), key[_STEP + 1 :]
        claims, further = _cards(self._pack, rest[:count]), _cards(self._pack, rest[count:])
        self[key] = choice = _choice(self._pack, packed, claims, further)
        return choice


def _choice(
    pack: Sequence[Card | None], packed: bytes, claims: tuple[Card, ...], further: tuple[Card, ...]
) -> Choice:
    kind, code, suits, words, targets, least, most, _ = packed
    more = further[:least]
    fields: dict[str, Any] = {
        "suits": tuple(suit for suit in Suit if suits >> suit & 1),
        "words": tuple(word for word in Word if words >> word & 1),
        "targets": tuple(seat for seat in range(8) if targets >> seat & 1),
        "claims": claims,
    }
    decided = {name[:-1]: allowed[0] for name, allowed in fields.items() if allowed}
    sent = {"more": bytes(other.code for other in more)} if more else {}
    laid: dict[str, Any] = {"further": further, "least": least, "most": most, "more": more}
    return Choice(Kind(kind), pack[code], **fields, **laid, **decided, _sent=sent)


def _cards(pack: Sequence[Card | None], codes: bytes) -> tuple[Card, ...]:
    return tuple([card for card in map(pack.__getitem__, codes) if card])
